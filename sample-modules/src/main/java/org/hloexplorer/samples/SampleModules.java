package org.hloexplorer.samples;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** The programs that come with HLO Explorer, in the order in which to meet them. */
public final class SampleModules {
    private static final String FOLDER = "/samples/";
    private static final String INDEX = "index.json";

    private final List<SampleModule> samples;

    private SampleModules(List<SampleModule> samples) {
        this.samples = List.copyOf(samples);
    }

    /** Reads the index. */
    public static SampleModules load() {
        var json = JsonMapper.builder().build();
        return new SampleModules(json.readValue(read(INDEX), new TypeReference<List<SampleModule>>() {}));
    }

    public List<SampleModule> list() {
        return samples;
    }

    public Optional<SampleModule> find(String name) {
        return samples.stream().filter(sample -> sample.name().equals(name)).findFirst();
    }

    /**
     * The sample of that name.
     *
     * @throws NoSuchElementException with a sentence that names the samples there are
     */
    public SampleModule get(String name) {
        return find(name)
                .orElseThrow(() -> new NoSuchElementException(
                        "There is no sample named '%s'; there are %s.".formatted(name, names())));
    }

    /** The HLO text of a sample. */
    public String text(SampleModule sample) {
        return read(sample.fileName());
    }

    private String names() {
        return samples.stream().map(SampleModule::name).collect(Collectors.joining(", "));
    }

    private static String read(String fileName) {
        try (InputStream in = SampleModules.class.getResourceAsStream(FOLDER + fileName)) {
            if (in == null) {
                throw new IllegalStateException("The sample file " + fileName + " is not in the application.");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("The sample file " + fileName + " cannot be read.", e);
        }
    }
}
