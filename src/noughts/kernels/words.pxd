cimport cython
from libc.stdint cimport int64_t, uint64_t

@cython.locals(odd=uint64_t, pairs=uint64_t, nibbles=uint64_t, bytes_=uint64_t, full=uint64_t)
cpdef int64_t count(uint64_t bits) noexcept nogil

cpdef int64_t lowest(uint64_t bits) noexcept nogil
