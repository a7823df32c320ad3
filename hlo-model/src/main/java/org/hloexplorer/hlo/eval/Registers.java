package org.hloexplorer.hlo.eval;

import org.hloexplorer.hlo.FloatFormats;
import org.hloexplorer.hlo.PrimitiveType;

/**
 * The scalars a {@link ScalarProgram} works on.
 *
 * <p>Floating values are doubles that their type can hold; integers and {@code pred} are longs as
 * {@link PrimitiveType#wrap} makes them.
 */
final class Registers {
    final double[] real;
    final double[] imaginary;
    final long[] integer;

    Registers(int count) {
        real = new double[count];
        imaginary = new double[count];
        integer = new long[count];
    }

    /** Takes an element of an array that {@link Storage} laid out for this type. */
    void load(int register, PrimitiveType type, Object array, int index) {
        switch (type) {
            case F32 -> real[register] = ((float[]) array)[index];
            case F64 -> real[register] = ((double[]) array)[index];
            case BF16, F16 -> real[register] = FloatFormats.decode(type, ((short[]) array)[index] & 0xFFFF);
            case C64 -> {
                real[register] = ((float[]) array)[2 * index];
                imaginary[register] = ((float[]) array)[2 * index + 1];
            }
            case C128 -> {
                real[register] = ((double[]) array)[2 * index];
                imaginary[register] = ((double[]) array)[2 * index + 1];
            }
            case S32 -> integer[register] = ((int[]) array)[index];
            case U32 -> integer[register] = ((int[]) array)[index] & 0xFFFF_FFFFL;
            case S64, U64 -> integer[register] = ((long[]) array)[index];
            case S16 -> integer[register] = ((short[]) array)[index];
            case U16 -> integer[register] = ((short[]) array)[index] & 0xFFFF;
            case PRED -> integer[register] = ((byte[]) array)[index] != 0 ? 1 : 0;
            default -> loadByte(register, type, ((byte[]) array)[index]);
        }
    }

    private void loadByte(int register, PrimitiveType type, byte bits) {
        if (type.isFloating()) {
            real[register] = FloatFormats.decode(type, bits & 0xFF);
        } else {
            integer[register] = type.wrap(bits);
        }
    }

    /** Puts a value, which the type can hold, into an array that {@link Storage} laid out for it. */
    void store(int register, PrimitiveType type, Object array, int index) {
        switch (type) {
            case F32 -> ((float[]) array)[index] = (float) real[register];
            case F64 -> ((double[]) array)[index] = real[register];
            case BF16, F16 -> ((short[]) array)[index] = (short) FloatFormats.encode(type, real[register]);
            case C64 -> {
                ((float[]) array)[2 * index] = (float) real[register];
                ((float[]) array)[2 * index + 1] = (float) imaginary[register];
            }
            case C128 -> {
                ((double[]) array)[2 * index] = real[register];
                ((double[]) array)[2 * index + 1] = imaginary[register];
            }
            case S32, U32 -> ((int[]) array)[index] = (int) integer[register];
            case S64, U64 -> ((long[]) array)[index] = integer[register];
            case S16, U16 -> ((short[]) array)[index] = (short) integer[register];
            default ->
                ((byte[]) array)[index] =
                        (byte) (type.isFloating() ? FloatFormats.encode(type, real[register]) : integer[register]);
        }
    }

    void copy(int from, int to) {
        real[to] = real[from];
        imaginary[to] = imaginary[from];
        integer[to] = integer[from];
    }

    /** Copies a register of another set. */
    void copyFrom(Registers other, int from, int to) {
        real[to] = other.real[from];
        imaginary[to] = other.imaginary[from];
        integer[to] = other.integer[from];
    }
}
