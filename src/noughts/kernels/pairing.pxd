cimport cython
from libc.stdint cimport int64_t, uint64_t

from noughts.kernels.words cimport count, lowest

cdef class Pairing:
    cdef int64_t size
    cdef uint64_t full
    cdef uint64_t[::1] lines
    cdef int64_t[::1] runs
    cdef int64_t groups
    cdef readonly int64_t count
    cdef readonly uint64_t squares
    cdef readonly uint64_t[::1] pairs
    cdef uint64_t shared
    cdef uint64_t free
    cdef uint64_t visited
    cdef int64_t demand
    cdef uint64_t[::1] commons
    cdef uint64_t[::1] owned
    cdef int64_t[::1] owner

    @cython.locals(lacking=int64_t)
    cpdef int64_t deficiency(self, uint64_t maker, uint64_t breaker, int64_t enough) noexcept

    @cython.locals(run=int64_t, common=uint64_t, number=int64_t, line=uint64_t, joined=uint64_t)
    cdef void group(self, uint64_t empty, uint64_t breaker) noexcept

    @cython.locals(
        once=uint64_t, twice=uint64_t, kept=int64_t, number=int64_t, common=uint64_t, own=uint64_t,
        first=uint64_t, rest=uint64_t, second=uint64_t,
    )
    cdef void take_unshared(self) noexcept

    @cython.locals(lacking=int64_t, free=uint64_t, dead=uint64_t, number=int64_t)
    cdef int64_t match(self) noexcept

    cdef void add(self, uint64_t pair) noexcept

    @cython.locals(square=uint64_t)
    cdef uint64_t grant(self, int64_t number, uint64_t free) noexcept

    @cython.locals(square=uint64_t, owner=int64_t)
    cdef bint augment(self, int64_t number) noexcept
