cimport cython
from libc.stdint cimport int64_t, uint64_t

from noughts.kernels.regrouping cimport Matching, Regrouping
from noughts.kernels.grid cimport count

cdef int64_t FEW
cdef int64_t FEW_FOR_FOUR

cdef class Pairing(Matching):
    cdef Regrouping regrouping
    cdef int64_t few
    cdef uint64_t full
    cdef uint64_t[::1] lines
    cdef int64_t[::1] runs
    cdef readonly int64_t count
    cdef readonly uint64_t squares
    cdef readonly uint64_t[::1] pairs
    cdef uint64_t shared
    cdef readonly uint64_t crowded
    cdef int64_t demand

    @cython.locals(empty=uint64_t, lacking=int64_t)
    cpdef int64_t deficiency(self, uint64_t maker, uint64_t breaker, int64_t enough) noexcept

    @cython.locals(number=int64_t)
    cdef bint regroups(self, uint64_t empty, uint64_t breaker) noexcept

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
