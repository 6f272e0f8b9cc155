cimport cython
from libc.stdint cimport int64_t, uint16_t, uint32_t, uint64_t

from noughts.kernels.generator cimport draw

@cython.locals(_=int64_t)
cpdef void play(
    uint32_t[:, ::1] words,
    int64_t games,
    int64_t turn,
    uint16_t[::1] squares,
    uint16_t[::1] planes,
    uint16_t[::1] blank,
    uint16_t[::1] left,
    uint16_t[::1] right,
    int64_t[::1] steps,
    int64_t k,
    int64_t[::1] counts,
) except *

@cython.locals(
    free=int64_t, length=int64_t, place=int64_t, never=uint16_t, x=uint16_t, o=uint16_t, ply=int64_t, until=int64_t
)
cdef void play_once(
    uint32_t[:, ::1] words,
    int64_t turn,
    uint16_t[::1] squares,
    uint16_t[::1] planes,
    uint16_t[::1] blank,
    uint16_t[::1] left,
    uint16_t[::1] right,
    int64_t[::1] steps,
    int64_t k,
    int64_t[::1] counts,
) noexcept nogil

@cython.locals(
    free=int64_t, columns=int64_t, plane=int64_t, column=int64_t, number=int64_t, drawn=int64_t,
    square=uint16_t,
)
cdef void take(
    uint32_t[:, ::1] words,
    int64_t turn,
    int64_t ply,
    int64_t until,
    uint16_t[::1] squares,
    uint16_t[::1] planes,
    int64_t length,
) noexcept nogil

cdef int64_t scaled(uint64_t drawn, uint64_t count) noexcept nogil

@cython.locals(
    length=int64_t, found=uint16_t, direction=int64_t, gap=int64_t, valid=int64_t, size=int64_t,
    more=int64_t, is_left=cython.bint,
)
cdef uint16_t earliest(
    uint16_t[::1] planes,
    int64_t plane,
    uint16_t never,
    int64_t[::1] steps,
    int64_t k,
    uint16_t[::1] left,
    uint16_t[::1] right,
) noexcept nogil

@cython.locals(place=int64_t)
cdef void join(
    uint16_t[::1] source, int64_t start, uint16_t[::1] target, int64_t gap, int64_t count
) noexcept nogil

@cython.locals(found=uint16_t, place=int64_t)
cdef uint16_t least(uint16_t[::1] source, int64_t count) noexcept nogil
