cimport cython
from libc.stdint cimport int8_t, int16_t, int64_t, uint8_t, uint16_t, uint64_t

cdef uint64_t FULL
cdef int8_t NOBODY

@cython.locals(
    squares=int64_t, found=int64_t, board=int64_t, action=int64_t, inside=int64_t, allowed=uint8_t
)
cpdef int64_t check(
    int64_t[::1] given,
    int16_t[::1] actions,
    int8_t[:, ::1] legal,
    uint8_t[::1] ended,
    int64_t start,
    int64_t stop,
) except? -2

@cython.locals(end=int64_t)
cpdef void step(
    int16_t[::1] actions,
    uint64_t[:, ::1] sets,
    uint16_t[::1] cells,
    int8_t[:, ::1] legal,
    int8_t[::1] turns,
    int16_t[::1] plies,
    uint64_t[::1] rewards,
    uint8_t[::1] ended,
    int8_t[::1] winners,
    uint64_t[:, ::1] starts,
    int64_t[:, ::1] shifts,
    uint64_t[::1] prizes,
    uint64_t[:, ::1] work,
    int64_t start,
    int64_t stop,
) except *

@cython.locals(
    squares=int64_t, cell=int64_t, board=int64_t, word=int64_t, square=int64_t, action=int64_t
)
cdef void show(
    int16_t[::1] actions,
    uint64_t[:, ::1] sets,
    uint16_t[::1] cells,
    int8_t[:, ::1] legal,
    uint8_t[::1] ended,
    int64_t start,
    int64_t stop,
) noexcept nogil

@cython.locals(
    words=int64_t, word=int64_t, board=int64_t, taken=uint64_t, o_moves=uint64_t, bit=uint64_t,
    x=uint64_t, o=uint64_t,
)
cdef void take(
    int16_t[::1] actions,
    uint64_t[:, ::1] sets,
    int8_t[::1] turns,
    uint8_t[::1] ended,
    uint64_t[:, ::1] work,
    int64_t start,
    int64_t stop,
) noexcept nogil

@cython.locals(
    found=int64_t, squares=int64_t, nobody=int8_t, board=int64_t, side=int8_t, ply=int16_t,
    square=int64_t,
)
cdef void finish(
    int8_t[::1] turns,
    int16_t[::1] plies,
    uint64_t[::1] rewards,
    uint8_t[::1] ended,
    int8_t[::1] winners,
    uint64_t[::1] prizes,
    int8_t[:, ::1] legal,
    uint64_t[:, ::1] work,
    int64_t start,
    int64_t stop,
) noexcept nogil

@cython.locals(
    words=int64_t, found=int64_t, column=int64_t, direction=int64_t, word=int64_t, number=int64_t,
    start=uint64_t,
)
cpdef void find_lines(
    uint64_t[:, ::1] work, uint64_t[:, ::1] starts, int64_t[:, ::1] shifts, int64_t count
) noexcept nogil

@cython.locals(
    whole=int64_t, low=int64_t, full=uint64_t, word=int64_t, here=int64_t, column=int64_t,
    carried=uint64_t,
)
cdef void shrink(
    uint64_t[:, ::1] work, int64_t words, int64_t shift, int64_t count
) noexcept nogil
