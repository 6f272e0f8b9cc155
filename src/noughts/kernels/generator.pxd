cimport cython
from libc.stdint cimport int64_t, uint32_t

cdef uint32_t MASK

@cython.locals(mask=uint32_t, column=int64_t, _=int64_t)
cpdef void seed_streams(
    uint32_t[:, ::1] words, uint32_t low, uint32_t high, uint32_t number
) noexcept nogil

@cython.locals(mask=uint32_t, column=int64_t, counted=uint32_t, drawn=uint32_t, turned=uint32_t)
cpdef void draw(uint32_t[:, ::1] words) noexcept nogil
