cimport cython
from libc.stdint cimport int64_t

from .grid cimport Grid, Memory, Words, count, lowest, word

cdef int64_t FEW
cdef int64_t FEW_FOR_FOUR
cdef int64_t MOST_LINES

cdef class Matching:
    cdef int64_t groups
    cdef Words commons
    cdef Words owned
    cdef int64_t[::1] owner
    cdef word free
    cdef word visited

    @cython.locals(square=word)
    cdef word grant(self, int64_t number, word free) noexcept

    @cython.locals(square=word, owner=int64_t)
    cdef bint augment(self, int64_t number) noexcept

cdef class Regrouping(Matching):
    cdef Words lines
    cdef int64_t[::1] runs
    cdef Words open
    cdef int64_t[::1] ends
    cdef int64_t[::1] run
    cdef Words parts
    cdef int64_t saved
    cdef word saved_free
    cdef Words saved_commons
    cdef Words saved_owned
    cdef int64_t[::1] saved_run

    @cython.locals(place=int64_t, pair=word, number=int64_t)
    cdef bint succeeds(self, word empty, Words pairs, int64_t known) noexcept

    @cython.locals(
        groups=int64_t, end=int64_t, run=int64_t, common=word, number=int64_t, line=word,
        lines=Memory, opened=Memory, commons=Memory,
    )
    cdef void group(self, word empty, word breaker) noexcept

    cdef void append(self, word common, int64_t run) noexcept

    cdef void own(self, int64_t number, word squares) noexcept

    cdef bint complete(self, int64_t number) noexcept

    @cython.locals(
        commons=Memory, owned=Memory, visited=word, region=word, place=int64_t, last=int64_t,
        competes=cython.bint,
    )
    cdef bint regroup(self, int64_t number) noexcept

    @cython.locals(lines=int64_t, before=int64_t, place=int64_t, cuts=int64_t, parts=int64_t)
    cdef bint recut(self, int64_t run, int64_t number, word region) noexcept

    @cython.locals(parts=int64_t, common=word, number=int64_t)
    cdef int64_t cut(self, int64_t run, int64_t cuts) noexcept

    @cython.locals(total=int64_t, union=word, part=int64_t, outside=word)
    cdef int64_t gained(self, int64_t parts, word region) noexcept

    @cython.locals(moved=int64_t, place=int64_t, part=int64_t)
    cdef bint fits(self, int64_t run, int64_t parts, int64_t number) noexcept

cdef class Pairing(Matching):
    cdef Regrouping regrouping
    cdef int64_t few
    cdef word full
    cdef readonly int64_t count
    cdef readonly Words pairs
    cdef word shared
    cdef readonly word crowded
    cdef int64_t demand

    @cython.locals(empty=word, lacking=int64_t, regrouping=Regrouping, number=int64_t)
    cpdef int64_t deficiency(self, word maker, word breaker, int64_t enough) noexcept

    @cython.locals(
        once=word, twice=word, kept=int64_t, number=int64_t, common=word, own=word, first=word,
        rest=word, second=word, groups=int64_t, grouped=Memory, commons=Memory, owned=Memory,
    )
    cdef void take_unshared(self) noexcept

    @cython.locals(
        lacking=int64_t, free=word, dead=word, number=int64_t, commons=Memory,
        owned=Memory,
    )
    cdef int64_t match(self) noexcept

    cdef void add(self, word pair) noexcept
