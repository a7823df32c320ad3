package org.hloexplorer.tpu.view;

/** Which way time runs while playing. */
public enum Direction {
    FORWARD(1),
    BACKWARD(-1);

    private final int sign;

    Direction(int sign) {
        this.sign = sign;
    }

    int sign() {
        return sign;
    }
}
