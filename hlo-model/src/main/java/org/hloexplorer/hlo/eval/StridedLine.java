package org.hloexplorer.hlo.eval;

import java.util.Arrays;

/** Copies a line of elements with a stride on either side, for each kind of array. */
final class StridedLine {
    private StridedLine() {}

    static void copy(
            Object source, int sourceAt, int sourceStride, Object target, int targetAt, int targetStride, int count) {
        if (sourceStride == 1 && targetStride == 1) {
            System.arraycopy(source, sourceAt, target, targetAt, count);
        } else if (sourceStride == 0 && targetStride == 1) {
            fill(source, sourceAt, target, targetAt, count);
        } else {
            walk(source, sourceAt, sourceStride, target, targetAt, targetStride, count);
        }
    }

    private static void fill(Object source, int sourceAt, Object target, int targetAt, int count) {
        int end = targetAt + count;
        switch (source) {
            case float[] floats -> Arrays.fill((float[]) target, targetAt, end, floats[sourceAt]);
            case double[] doubles -> Arrays.fill((double[]) target, targetAt, end, doubles[sourceAt]);
            case int[] ints -> Arrays.fill((int[]) target, targetAt, end, ints[sourceAt]);
            case long[] longs -> Arrays.fill((long[]) target, targetAt, end, longs[sourceAt]);
            case short[] shorts -> Arrays.fill((short[]) target, targetAt, end, shorts[sourceAt]);
            case byte[] bytes -> Arrays.fill((byte[]) target, targetAt, end, bytes[sourceAt]);
            default -> throw new IllegalArgumentException("no elements lie in a " + source.getClass());
        }
    }

    private static void walk(
            Object source, int sourceAt, int sourceStride, Object target, int targetAt, int targetStride, int count) {
        switch (source) {
            case float[] from -> {
                var to = (float[]) target;
                for (int i = 0; i < count; i++) {
                    to[targetAt + i * targetStride] = from[sourceAt + i * sourceStride];
                }
            }
            case double[] from -> {
                var to = (double[]) target;
                for (int i = 0; i < count; i++) {
                    to[targetAt + i * targetStride] = from[sourceAt + i * sourceStride];
                }
            }
            case int[] from -> {
                var to = (int[]) target;
                for (int i = 0; i < count; i++) {
                    to[targetAt + i * targetStride] = from[sourceAt + i * sourceStride];
                }
            }
            case long[] from -> {
                var to = (long[]) target;
                for (int i = 0; i < count; i++) {
                    to[targetAt + i * targetStride] = from[sourceAt + i * sourceStride];
                }
            }
            case short[] from -> {
                var to = (short[]) target;
                for (int i = 0; i < count; i++) {
                    to[targetAt + i * targetStride] = from[sourceAt + i * sourceStride];
                }
            }
            case byte[] from -> {
                var to = (byte[]) target;
                for (int i = 0; i < count; i++) {
                    to[targetAt + i * targetStride] = from[sourceAt + i * sourceStride];
                }
            }
            default -> throw new IllegalArgumentException("no elements lie in a " + source.getClass());
        }
    }
}
