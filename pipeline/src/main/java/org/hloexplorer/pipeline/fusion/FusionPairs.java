package org.hloexplorer.pipeline.fusion;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.hloexplorer.pipeline.Option;

/**
 * Producers and consumers by name, as a user writes them: {@code exp.1>reduce.7,add.2>*}, where {@code *} is any.
 *
 * <p>A consumer that has become part of a fusion is found there.
 */
public record FusionPairs(List<Pair> pairs) {
    /** Stands for any name. */
    public static final String ANY = "*";

    /** What is to be fused. */
    public static final Option<FusionPairs> FORCED = new Option<>(
            "fusion.force",
            new FusionPairs(List.of()),
            FusionPairs::parse,
            "pairs PRODUCER>CONSUMER that are fused whatever it costs, separated by commas; * is any");

    /** What is to be kept apart. */
    public static final Option<FusionPairs> NEVER = new Option<>(
            "fusion.never",
            new FusionPairs(List.of()),
            FusionPairs::parse,
            "pairs PRODUCER>CONSUMER that are not fused, separated by commas; * is any");

    /** A producer and a consumer. */
    public record Pair(String producer, String consumer) {
        @Override
        public String toString() {
            return producer + ">" + consumer;
        }

        private boolean matches(String producerName, Collection<String> consumerNames) {
            return (producer.equals(ANY) || producer.equals(producerName))
                    && (consumer.equals(ANY) || consumerNames.contains(consumer));
        }
    }

    public FusionPairs {
        pairs = List.copyOf(pairs);
    }

    /** Throws {@link IllegalArgumentException} with a sentence where the text is no list of pairs. */
    public static FusionPairs parse(String text) {
        return new FusionPairs(Arrays.stream(text.split(",", -1))
                .map(String::strip)
                .filter(each -> !each.isEmpty())
                .map(FusionPairs::pair)
                .toList());
    }

    private static Pair pair(String text) {
        var names = text.replace("%", "").split(">", -1);
        if (names.length != 2 || names[0].isBlank() || names[1].isBlank()) {
            throw new IllegalArgumentException("a pair to fuse is written PRODUCER>CONSUMER, not '%s'".formatted(text));
        }
        return new Pair(names[0].strip(), names[1].strip());
    }

    /** Whether a producer and a consumer, known by any of its names, are among them. */
    boolean contain(String producer, Collection<String> consumerNames) {
        return pairs.stream().anyMatch(pair -> pair.matches(producer, consumerNames));
    }

    public boolean isEmpty() {
        return pairs.isEmpty();
    }

    /** These pairs and another. */
    public FusionPairs with(Pair added) {
        return new FusionPairs(
                Stream.concat(pairs.stream(), Stream.of(added)).distinct().toList());
    }

    /** All of these pairs but one. */
    public FusionPairs without(Pair removed) {
        return new FusionPairs(
                pairs.stream().filter(each -> !each.equals(removed)).toList());
    }

    /** As it is written. */
    @Override
    public String toString() {
        return String.join(",", pairs.stream().map(Pair::toString).toList());
    }
}
