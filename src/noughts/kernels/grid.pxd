cimport cython
from libc.stdint cimport int64_t, uint64_t

cdef extern from *:
    """
    #ifdef NOUGHTS_WORDS128
    typedef unsigned __int128 noughts_word;
    #else
    typedef uint64_t noughts_word;
    #endif
    """
    ctypedef unsigned long long word "noughts_word"  # Cython asks the compiler for its size

ctypedef word *Memory

cdef uint64_t _FULL
cdef uint64_t _FIRST
cdef uint64_t _SECOND
cdef uint64_t _THIRD
cdef uint64_t _FOURTH

cdef class Words:
    cdef Memory at
    cdef readonly int64_t count
    cdef uint64_t[::1] memory

@cython.locals(found=Words, place=int64_t)
cpdef Words words(object numbers)

cdef class Grid:
    cdef readonly int64_t size
    cdef readonly int64_t k
    cdef readonly word full
    cdef readonly int64_t bytes
    cdef readonly int64_t symmetries
    cdef readonly int64_t symmetry
    cdef readonly word maker
    cdef readonly word breaker
    cdef readonly Words lines
    cdef readonly int64_t[::1] runs
    cdef readonly Words through
    cdef readonly int64_t[::1] first
    cdef readonly Words images

    @cython.locals(place=int64_t, found=word)
    cpdef word image(self, word bits, int64_t symmetry) noexcept

    @cython.locals(symmetry=int64_t, turned=word, other=word)
    cpdef void canonical(self, word maker, word breaker) noexcept

    @cython.locals(found=word, number=int64_t, missing=word)
    cpdef word completing(self, word own, word empty) noexcept

    @cython.locals(found=word, number=int64_t, missing=word)
    cpdef word gained(self, word own, word empty, int64_t square) noexcept

cpdef int64_t count(word bits) noexcept nogil

cpdef uint64_t upper(word bits) noexcept nogil

@cython.locals(
    odd=uint64_t, pairs=uint64_t, nibbles=uint64_t, bytes_=uint64_t, full=uint64_t,
)
cdef int64_t count_half(uint64_t bits) noexcept nogil

cpdef int64_t lowest(word bits) noexcept nogil

@cython.locals(found=uint64_t)
cpdef int64_t mixed(word first, word second, uint64_t more) noexcept nogil
