package org.hloexplorer.hlo.proto;

import java.util.List;

/** The words of XLA's enumerations, each at its number. */
final class ProtoWords {
    private ProtoWords() {}

    static final List<String> FFT_TYPES = List.of("FFT", "IFFT", "RFFT", "IRFFT");
    static final List<String> TRANSPOSES = List.of("TRANSPOSE_INVALID", "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT");
    static final List<String> DISTRIBUTIONS = List.of("rng_invalid", "rng_uniform", "rng_normal");
    static final List<String> RANDOM_ALGORITHMS = List.of("rng_default", "rng_three_fry", "rng_philox");
    static final List<String> PRECISIONS = List.of("default", "high", "highest", "packed_nibble");
    static final List<String> PADDING_TYPES = List.of("PADDING_INVALID", "PADDING_VALID", "PADDING_SAME");
    static final List<String> SCHEDULES = List.of("SCHEDULE_NONE", "SCHEDULE_LATEST", "SCHEDULE_EARLIEST");
    static final List<String> ACCURACIES = List.of("default", "highest");
    static final List<String> API_VERSIONS = List.of(
            "API_VERSION_UNSPECIFIED",
            "API_VERSION_ORIGINAL",
            "API_VERSION_STATUS_RETURNING",
            "API_VERSION_STATUS_RETURNING_UNIFIED",
            "API_VERSION_TYPED_FFI");
    static final List<String> DOT_ALGORITHMS = List.of(
            "",
            "dot_any_f8_any_f8_f32",
            "dot_any_f8_any_f8_f32_fast_accum",
            "dot_f16_f16_f16",
            "dot_f16_f16_f32",
            "dot_bf16_bf16_bf16",
            "dot_bf16_bf16_f32",
            "dot_bf16_bf16_f32_x3",
            "dot_bf16_bf16_f32_x6",
            "dot_tf32_tf32_f32",
            "dot_tf32_tf32_f32_x3",
            "dot_f32_f32_f32",
            "dot_f64_f64_f64",
            "dot_bf16_bf16_f32_x9");

    static String word(List<String> words, int number, String what) {
        if (number < 0 || number >= words.size()) {
            throw new InvalidProtoException("there is no %s number %d".formatted(what, number));
        }
        return words.get(number);
    }

    static int number(List<String> words, String word, String what) {
        int number = words.indexOf(word);
        if (number < 0) {
            throw new InvalidProtoException("XLA's messages have no %s %s".formatted(what, word));
        }
        return number;
    }
}
