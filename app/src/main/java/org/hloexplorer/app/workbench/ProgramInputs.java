package org.hloexplorer.app.workbench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.Recording;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.hlo.eval.GeneratedInputs;
import org.hloexplorer.hlo.eval.Npy;
import org.hloexplorer.hlo.eval.ShapeMatch;

/** What a program is given: values generated from a seed or recorded with it, some of them replaced by files. */
public final class ProgramInputs {
    private ProgramInputs() {}

    /**
     * One argument per parameter of the entry computation.
     *
     * @param files arrays in numpy's format by number of the parameter they stand for
     * @throws IOException where a file cannot be read, or does not fit its parameter; the message says which and why
     */
    public static List<Literal> of(HloModule module, long seed, Map<Integer, Path> files) throws IOException {
        return replaced(GeneratedInputs.of(module, seed), files);
    }

    /**
     * The arguments of a recorded run, some replaced.
     *
     * @throws IOException as above, and where the recorded arguments do not fit the parameters
     */
    public static List<Literal> of(HloModule module, Recording recording, Map<Integer, Path> files) throws IOException {
        var parameters =
                module.entry().parameters().stream().map(HloInstruction::shape).toList();
        var arguments = recording.arguments();
        if (arguments.size() != parameters.size()) {
            throw new IOException("The snapshot holds %d arguments, and the program has %d parameters; name a --seed."
                    .formatted(arguments.size(), parameters.size()));
        }
        for (int i = 0; i < parameters.size(); i++) {
            var found = arguments.get(i).shape();
            if (!ShapeMatch.holds(found, parameters.get(i))) {
                throw new IOException("The snapshot's argument %d is %s, and parameter %d is %s; name a --seed."
                        .formatted(
                                i, found.withoutLayout(), i, parameters.get(i).withoutLayout()));
            }
        }
        return replaced(arguments, files);
    }

    private static List<Literal> replaced(List<Literal> inputs, Map<Integer, Path> files) throws IOException {
        var arguments = new ArrayList<>(inputs);
        for (var entry : files.entrySet()) {
            int parameter = entry.getKey();
            if (parameter < 0 || parameter >= arguments.size()) {
                throw new IOException("There is no parameter %d to read %s into: the program has %d, counted from 0."
                        .formatted(parameter, entry.getValue(), arguments.size()));
            }
            arguments.set(
                    parameter,
                    read(entry.getValue(), parameter, arguments.get(parameter).shape()));
        }
        return arguments;
    }

    private static Literal read(Path file, int parameter, Shape wanted) throws IOException {
        if (!(wanted instanceof Shape.Array array)) {
            throw new IOException(
                    "Parameter %d is %s, which a .npy file cannot hold.".formatted(parameter, wanted.withoutLayout()));
        }
        var found = Npy.read(file, array.elementType());
        if (!found.shape().asArray().dimensions().equals(array.dimensions())) {
            throw new IOException("%s holds %s, and parameter %d is %s."
                    .formatted(file, found.shape().withoutLayout(), parameter, array.withoutLayout()));
        }
        return found;
    }
}
