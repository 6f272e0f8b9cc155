cimport cython
from libc.stdint cimport int64_t, uint64_t

from noughts.kernels.grid cimport Grid, lowest

cdef class Fours:
    cdef Grid grid
    cdef uint64_t full
    cdef uint64_t[::1] lines
    cdef int64_t left
    cdef readonly int64_t count
    cdef readonly int64_t[::1] moves

    cpdef bint wins(self, uint64_t maker, uint64_t breaker, uint64_t blocked, int64_t nodes) noexcept

    @cython.locals(number=int64_t, line=uint64_t, first=uint64_t, second=uint64_t)
    cdef bint search(self, uint64_t maker, uint64_t breaker, uint64_t blocked, int64_t ply) noexcept

    @cython.locals(move=int64_t, threats=uint64_t, blocked=uint64_t)
    cdef bint plays(
        self, uint64_t maker, uint64_t breaker, uint64_t square, uint64_t reply, int64_t ply
    ) noexcept
