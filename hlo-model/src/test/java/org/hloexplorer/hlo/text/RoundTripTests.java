package org.hloexplorer.hlo.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.diff.HloDiff;
import org.hloexplorer.hlo.verify.HloVerifier;

/** What is printed is read back as it was, for modules of all kinds. */
final class RoundTripTests {

    @Property(tries = 300)
    void generatedModulesAreValid(@ForAll Random random) {
        var module = RandomModule.of(random);
        assertThat(HloVerifier.errors(module)).as(HloPrinter.print(module)).isEmpty();
    }

    @Property(tries = 500)
    void parsingUndoesPrinting(@ForAll Random random) {
        var module = RandomModule.of(random);
        var text = HloPrinter.print(module);
        var parsed = HloParser.parse("printed", text);
        assertThat(parsed.errors()).as(parsed.renderAll() + "\n" + text).isEmpty();
        assertSame(module, parsed.orThrow(), text);
        assertThat(HloPrinter.print(parsed.orThrow(), parsed.form())).isEqualTo(text);
    }

    @Property(tries = 200)
    void everyFormIsAFixedPoint(@ForAll Random random, @ForAll PrintOption option, @ForAll boolean wanted) {
        var module = RandomModule.of(random);
        for (var options : new PrintOptions[] {PrintOptions.LONG, PrintOptions.SHORT}) {
            var text = HloPrinter.print(module, options.with(option, wanted));
            var parsed = HloParser.parse("printed", text);
            assertThat(parsed.errors()).as(parsed.renderAll() + "\n" + text).isEmpty();
            var again = HloPrinter.print(parsed.orThrow(), options.with(option, wanted));
            assertThat(again).isEqualTo(text);
        }
    }

    @Property(tries = 100)
    void placesAreWhereTheTextIs(@ForAll Random random) {
        var module = RandomModule.of(random);
        var printed = HloPrinter.printWithPlaces(module, PrintOptions.LONG);
        var parsed = HloParser.parse(module.name(), printed.text());
        for (var computation : module.computations()) {
            assertThat(printed.sourceMap().span(computation.id()))
                    .isEqualTo(parsed.sourceMap().span(computation.id()));
            for (var instruction : computation.instructions()) {
                int id = instruction.id();
                var span = printed.sourceMap().span(id).orElseThrow();
                assertThat(parsed.sourceMap().span(id)).contains(span);
                assertThat(parsed.sourceMap().opcode(id))
                        .isEqualTo(printed.sourceMap().opcode(id));
                assertThat(printed.sourceMap().instructionAt(span.line(), span.column()))
                        .hasValue(id);
                assertThat(printed.sourceMap().instructionOnLine(span.line())).hasValue(id);
                assertThat(printed.sourceMap().source().line(span.line())).contains("%" + instruction.name() + " = ");
            }
        }
    }

    private static void assertSame(HloModule module, HloModule parsed, String text) {
        var diff = HloDiff.between(module, parsed);
        assertThat(diff.isEmpty())
                .as(() -> parsed.computations().stream()
                                .flatMap(each -> each.instructions().stream())
                                .flatMap(each -> diff.changes(each.id()).stream())
                                .toList()
                        + "\n" + text)
                .isTrue();
        assertThat(parsed.name()).isEqualTo(module.name());
        assertThat(parsed.attributes()).isEqualTo(module.attributes());
        assertThat(parsed.stackFrames()).isEqualTo(module.stackFrames());
        assertThat(parsed.entryId()).isEqualTo(module.entryId());
        assertThat(parsed.nextId()).isEqualTo(module.nextId());
    }
}
