cimport cython
from libc.stdint cimport int64_t, uint32_t

from noughts.kernels.generator cimport draw

cdef extern from *:
    """
    #ifdef _MSC_VER
    #define INLINED __forceinline
    #else
    #define INLINED inline __attribute__((always_inline))
    #endif
    """
    ctypedef void inlined "INLINED void"

@cython.locals(columns=int64_t)
cpdef void play(
    uint32_t[:, ::1] words,
    int64_t games,
    uint32_t free,
    uint32_t order,
    uint32_t marks,
    uint32_t turn,
    int64_t[::1] counts,
) except *

@cython.locals(even=uint32_t, odd=uint32_t)
cdef void play_once(uint32_t[:, ::1] words, uint32_t free, uint32_t turn) noexcept nogil

@cython.locals(column=int64_t)
cdef void set_up(uint32_t[:, ::1] words, uint32_t order, uint32_t marks) noexcept nogil

@cython.locals(column=int64_t, scaled=uint32_t, square=uint32_t, change=uint32_t)
cdef inlined take_first(uint32_t[:, ::1] words, uint32_t row) noexcept nogil

@cython.locals(
    last=uint32_t, column=int64_t, scaled=uint32_t, place=uint32_t, order=uint32_t,
    square=uint32_t, taken=uint32_t, marks=uint32_t,
)
cdef inlined take(
    uint32_t[:, ::1] words, uint32_t free, uint32_t row, bint looks
) noexcept nogil

@cython.locals(column=int64_t, taken=uint32_t, marks=uint32_t)
cdef inlined take_last(uint32_t[:, ::1] words, uint32_t row) noexcept nogil

@cython.locals(across=uint32_t, down=uint32_t, falling=uint32_t, rising=uint32_t)
cdef uint32_t lines(uint32_t marks) noexcept nogil

@cython.locals(
    x=uint32_t, o=uint32_t, plies=uint32_t, column=int64_t, marks=uint32_t, pairs=uint32_t,
    fours=uint32_t, bits=uint32_t, count=uint32_t, moved_last=uint32_t, over=uint32_t,
)
cdef void tally(
    uint32_t[:, ::1] words, int64_t games, uint32_t free, uint32_t turn, int64_t[::1] counts
) noexcept nogil
