package org.hloexplorer.app.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/** A verb that this version does not have: says so, rather than taking its name for a file's. */
@Command(hidden = true)
final class AbsentVerb implements Callable<Integer> {
    private final String name;
    private final String purpose;

    @Unmatched
    private List<String> arguments = new ArrayList<>();

    AbsentVerb(String name, String purpose) {
        this.name = name;
        this.purpose = purpose;
    }

    @Override
    public Integer call() {
        throw new VerbException(
                ExitStatus.WRONG_USAGE, "The verb %s, which %s, is not in this version.".formatted(name, purpose));
    }
}
