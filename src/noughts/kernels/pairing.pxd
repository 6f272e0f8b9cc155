cimport cython
from libc.stdint cimport int64_t

from .regrouping cimport Matching, Regrouping
from .grid cimport Memory, Words, count, word

cdef int64_t FEW
cdef int64_t FEW_FOR_FOUR

cdef class Pairing(Matching):
    cdef Regrouping regrouping
    cdef int64_t few
    cdef word full
    cdef Words lines
    cdef int64_t[::1] runs
    cdef readonly int64_t count
    cdef readonly Words pairs
    cdef word shared
    cdef readonly word crowded
    cdef int64_t demand

    @cython.locals(empty=word, lacking=int64_t, regrouping=Regrouping, number=int64_t)
    cpdef int64_t deficiency(self, word maker, word breaker, int64_t enough) noexcept

    @cython.locals(
        run=int64_t, common=word, number=int64_t, line=word, joined=word,
        lines=Memory, commons=Memory,
    )
    cdef void group(self, word empty, word breaker) noexcept

    @cython.locals(
        once=word, twice=word, kept=int64_t, number=int64_t, common=word, own=word, first=word,
        rest=word, second=word, commons=Memory, owned=Memory,
    )
    cdef void take_unshared(self) noexcept

    @cython.locals(
        lacking=int64_t, free=word, dead=word, number=int64_t, commons=Memory,
        owned=Memory,
    )
    cdef int64_t match(self) noexcept

    cdef void add(self, word pair) noexcept
