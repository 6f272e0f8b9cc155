cimport cython
from libc.stdint cimport int64_t, uint16_t, uint32_t, uint64_t

from noughts.kernels.generator cimport draw

cpdef int64_t whole_vectors(int64_t count) noexcept nogil

cpdef int64_t stretch(int64_t free) noexcept nogil

@cython.locals(
    free=int64_t, board=int64_t, plane=int64_t, never=uint16_t, _=int64_t, place=int64_t,
    x=uint16_t, o=uint16_t, ply=int64_t, until=int64_t,
)
cpdef void play(
    uint32_t[:, ::1] words,
    int64_t games,
    int64_t turn,
    uint16_t[::1] squares,
    uint16_t[::1] blank,
    uint16_t[:, ::1] places,
    int64_t[::1] steps,
    int64_t k,
    int64_t[::1] counts,
) except *

@cython.locals(column=int64_t, number=int64_t, drawn=uint64_t)
cdef void choose(
    uint32_t[:, ::1] words, int64_t ply, int64_t until, int64_t free
) noexcept nogil

@cython.locals(side=int64_t, number=int64_t, chosen=int64_t, square=uint16_t)
cdef void take(
    uint32_t[:, ::1] words,
    int64_t ply,
    int64_t until,
    int64_t turn,
    int64_t plane,
    uint16_t[::1] squares,
    uint16_t[:, ::1] places,
) noexcept nogil

@cython.locals(direction=int64_t, row=int64_t, size=int64_t)
cdef void find_lines(
    uint16_t[:, ::1] places, int64_t board, int64_t[::1] steps, int64_t k
) noexcept nogil

@cython.locals(place=int64_t)
cdef void join(
    uint16_t[:, ::1] places, int64_t row, int64_t target, int64_t gap, int64_t count
) noexcept nogil

@cython.locals(place=int64_t, joined=uint16_t, kept=uint16_t)
cdef void keep_least(
    uint16_t[:, ::1] places, int64_t row, int64_t gap, int64_t count, bint is_first
) noexcept nogil

@cython.locals(found=uint16_t, place=int64_t)
cdef uint16_t least(uint16_t[:, ::1] places, int64_t start, int64_t count) noexcept nogil
