cimport cython
from libc.stdint cimport int8_t, int64_t, uint8_t, uint16_t, uint64_t

cdef int8_t NOBODY

@cython.locals(squares=int64_t, board=int64_t, action=int64_t)
cpdef int64_t first_wrong(
    int64_t[::1] actions, int8_t[:, ::1] legal, uint8_t[::1] ended, int64_t start, int64_t stop
) noexcept nogil

@cython.locals(squares=int64_t, board=int64_t, side=int64_t, action=int64_t)
cpdef void step(
    int64_t[::1] actions,
    uint64_t[:, ::1] sets,
    uint16_t[::1] cells,
    int8_t[:, ::1] legal,
    int8_t[::1] turns,
    int64_t[::1] plies,
    float[:, ::1] rewards,
    uint8_t[::1] ended,
    int8_t[::1] winners,
    uint64_t[:, ::1] starts,
    int64_t[:, ::1] shifts,
    uint64_t[::1] work,
    int64_t start,
    int64_t stop,
) except *

@cython.locals(cell=int64_t)
cdef void swap(uint16_t[::1] cells, int64_t start, int64_t stop) noexcept nogil

@cython.locals(one=uint64_t)
cdef void put(uint64_t[:, ::1] sets, int64_t row, int64_t square) noexcept nogil

@cython.locals(square=int64_t)
cdef void end(int8_t[:, ::1] legal, uint8_t[::1] ended, int64_t board) noexcept nogil

@cython.locals(word=int64_t, square=int64_t)
cdef void clear(
    uint64_t[:, ::1] sets,
    uint16_t[::1] cells,
    int8_t[:, ::1] legal,
    int8_t[::1] turns,
    int64_t[::1] plies,
    uint8_t[::1] ended,
    int8_t[::1] winners,
    int64_t board,
) noexcept nogil

@cython.locals(direction=int64_t, number=int64_t, bits=uint64_t)
cpdef bint has_line(
    uint64_t[:, ::1] sets,
    int64_t row,
    uint64_t[:, ::1] starts,
    int64_t[:, ::1] shifts,
    uint64_t[::1] work,
) noexcept nogil

@cython.locals(direction=int64_t, word=int64_t, number=int64_t)
cdef bint words_have_line(
    uint64_t[:, ::1] sets,
    int64_t row,
    uint64_t[:, ::1] starts,
    int64_t[:, ::1] shifts,
    uint64_t[::1] work,
) noexcept nogil

@cython.locals(words=int64_t, whole=int64_t, bits=int64_t, word=int64_t, low=uint64_t, high=uint64_t)
cdef void shrink(uint64_t[::1] work, int64_t shift) noexcept nogil

@cython.locals(one=uint64_t)
cdef uint64_t carried(uint64_t word, uint64_t bits) noexcept nogil
