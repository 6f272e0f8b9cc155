cimport cython
from libc.stdint cimport int64_t

from .grid cimport Grid, Words, lowest, word

cdef class Fours:
    cdef Grid grid
    cdef word full
    cdef Words lines
    cdef int64_t left
    cdef readonly int64_t count
    cdef readonly int64_t[::1] moves

    cpdef bint wins(self, word maker, word breaker, word blocked, int64_t nodes) noexcept

    @cython.locals(number=int64_t, line=word, first=word, second=word)
    cdef bint search(self, word maker, word breaker, word blocked, int64_t ply) noexcept

    @cython.locals(move=int64_t, threats=word, blocked=word)
    cdef bint plays(
        self, word maker, word breaker, word square, word reply, int64_t ply
    ) noexcept
