cimport cython
from libc.stdint cimport int64_t, uint64_t

from noughts.kernels.grid cimport Grid, count, lowest

cdef int64_t _FREE
cdef int64_t _REACHED
cdef int64_t _ANSWERED
cdef int64_t _ZERO
cdef int64_t _OPEN
cdef int64_t _CLOSE
cdef uint64_t _FULL
cdef uint64_t _FIRST
cdef uint64_t _SECOND
cdef uint64_t _THIRD

cdef class Walk:
    cdef Grid grid
    cdef uint64_t full
    cdef const unsigned char[::1] text
    cdef bint wins
    cdef int64_t at
    cdef readonly int64_t positions
    cdef uint64_t[::1] firsts
    cdef uint64_t[::1] seconds
    cdef unsigned char[::1] states
    cdef uint64_t mask

    cpdef bint follow_all(self) noexcept

    @cython.locals(place=int64_t, one=uint64_t, wanted=uint64_t, symmetry=int64_t, square=int64_t)
    cpdef int64_t answer(self, uint64_t first, uint64_t second) noexcept

    @cython.locals(
        free=uint64_t, begins=cython.bint, threats=uint64_t, own=uint64_t, moves=uint64_t,
        move=uint64_t,
    )
    cdef void follow(self, uint64_t first, uint64_t second) noexcept

    cdef bint skip_pairs(self, bint begins) noexcept

    @cython.locals(one=uint64_t, square=int64_t, symmetry=int64_t, image=int64_t)
    cdef uint64_t read(self, uint64_t first, uint64_t second, uint64_t free) noexcept

    @cython.locals(symmetry=int64_t)
    cdef int64_t turning(self, uint64_t first, uint64_t second) noexcept

    @cython.locals(place=int64_t)
    cdef bint add(self, uint64_t first, uint64_t second) noexcept

    @cython.locals(mixed=uint64_t, place=uint64_t)
    cdef uint64_t find(self, uint64_t first, uint64_t second) noexcept
