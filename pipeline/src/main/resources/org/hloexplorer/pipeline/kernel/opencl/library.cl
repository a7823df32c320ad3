// What HLO defines and OpenCL C leaves open. All of it is called by kernels that were made of HLO.

#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif

// Indices that may be negative: rounded down.
#define hlox_quotient(x, d) (((x) - hlox_remainder(x, d)) / (d))
#define hlox_remainder(x, d) ((((x) % (d)) + (d)) % (d))

// x / 0 is all ones and x mod 0 is x; the least integer by -1 is itself. Shifts by the width or more leave nothing.
#define HLOX_INTEGER(T, S, U, BITS, IS_MINUS_ONE)                                                             \
    static inline T hlox_divide_##T(T a, T b) { return b == 0 ? (T)~(T)0 : IS_MINUS_ONE ? (T)(0 - (U)a) : (T)(a / b); } \
    static inline T hlox_modulo_##T(T a, T b) { return b == 0 ? a : IS_MINUS_ONE ? (T)0 : (T)(a % b); }              \
    static inline T hlox_shift_left_##T(T a, T b) { return (U)b < BITS ? (T)((U)a << (U)b) : (T)0; }                 \
    static inline T hlox_shift_right_##T(T a, T b) { return (U)b < BITS ? (T)((U)a >> (U)b) : (T)0; }                \
    static inline T hlox_shift_signed_##T(T a, T b) { return (T)((S)a >> ((U)b < BITS ? (U)b : (U)(BITS - 1))); }

HLOX_INTEGER(char, char, uchar, 8, b == -1)
HLOX_INTEGER(short, short, ushort, 16, b == -1)
HLOX_INTEGER(int, int, uint, 32, b == -1)
HLOX_INTEGER(long, long, ulong, 64, b == -1)
HLOX_INTEGER(uchar, char, uchar, 8, false)
HLOX_INTEGER(ushort, short, ushort, 16, false)
HLOX_INTEGER(uint, int, uint, 32, false)
HLOX_INTEGER(ulong, long, ulong, 64, false)

// A NaN stays one, and -0 is less than 0.
#define HLOX_FLOATING(F, I)                                                                                   \
    static inline F hlox_maximum_##F(F a, F b) {                                                                     \
        return a != a ? a : b != b ? b : a == b ? as_##F(as_##I(a) & as_##I(b)) : a > b ? a : b;              \
    }                                                                                                         \
    static inline F hlox_minimum_##F(F a, F b) {                                                                     \
        return a != a ? a : b != b ? b : a == b ? as_##F(as_##I(a) | as_##I(b)) : a < b ? a : b;              \
    }                                                                                                         \
    static inline F hlox_logistic_##F(F x) {                                                                  \
        F e = exp(-fabs(x));                                                                                  \
        return (x < 0 ? e : (F)1) / ((F)1 + e);                                                               \
    }                                                                                                         \
    static inline char hlox_char_of_##F(F x) { return x != x ? 0 : convert_char_sat(x); }                            \
    static inline short hlox_short_of_##F(F x) { return x != x ? 0 : convert_short_sat(x); }                         \
    static inline int hlox_int_of_##F(F x) { return x != x ? 0 : convert_int_sat(x); }                               \
    static inline long hlox_long_of_##F(F x) { return x != x ? 0 : convert_long_sat(x); }                            \
    static inline uchar hlox_uchar_of_##F(F x) { return x != x ? 0 : convert_uchar_sat(x); }                         \
    static inline ushort hlox_ushort_of_##F(F x) { return x != x ? 0 : convert_ushort_sat(x); }                      \
    static inline uint hlox_uint_of_##F(F x) { return x != x ? 0 : convert_uint_sat(x); }                            \
    static inline ulong hlox_ulong_of_##F(F x) { return x != x ? 0 : convert_ulong_sat(x); }

HLOX_FLOATING(float, int)
#ifdef cl_khr_fp64
HLOX_FLOATING(double, long)
#endif

// f16 by the conversions that every device has, with or without cl_khr_fp16.
static inline float hlox_float_of_f16(ushort bits) { return vload_half(0, (const half*)&bits); }

static inline ushort hlox_f16_of_float(float x) {
    ushort bits;
    vstore_half_rte(x, 0, (half*)&bits);
    return bits;
}

// bf16 by its bits: to nearest, ties to even; a NaN stays one and becomes quiet.
static inline float hlox_float_of_bf16(ushort bits) { return as_float((uint)bits << 16); }

static inline ushort hlox_bf16_of_float(float x) {
    uint bits = as_uint(x);
    return (ushort)(x != x ? bits >> 16 | 0x40 : (bits + 0x7FFF + (bits >> 16 & 1)) >> 16);
}

// Elements that several items change at a time.
#define HLOX_ATOMIC(T)                                                                                           \
    static inline void hlox_atomic_add_##T(volatile global T* place, T value) { atomic_add(place, value); }        \
    static inline void hlox_atomic_maximum_##T(volatile global T* place, T value) { atomic_max(place, value); }    \
    static inline void hlox_atomic_minimum_##T(volatile global T* place, T value) { atomic_min(place, value); }
HLOX_ATOMIC(int)
HLOX_ATOMIC(uint)

static inline void hlox_atomic_add_float(volatile global float* place, float value) {
    uint before = as_uint(*place);
    for (;;) {
        uint seen = atomic_cmpxchg((volatile global uint*)place, before, as_uint(as_float(before) + value));
        if (seen == before) {
            return;
        }
        before = seen;
    }
}
