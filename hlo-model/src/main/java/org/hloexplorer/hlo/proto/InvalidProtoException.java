package org.hloexplorer.hlo.proto;

/** Says what is wrong with a protocol buffer, and where in it. */
public final class InvalidProtoException extends RuntimeException {
    private static final long serialVersionUID = 1;

    InvalidProtoException(String message) {
        super(message);
    }

    InvalidProtoException(String message, Throwable cause) {
        super(message, cause);
    }

    /** The same fault, told with the place it was met in. */
    InvalidProtoException within(String place) {
        return new InvalidProtoException(place + ": " + getMessage(), this);
    }
}
