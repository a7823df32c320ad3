package org.hloexplorer.hlo.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files below {@code eval/npy} were saved by numpy. */
final class NpyTests {
    private static final Path FOLDER = Path.of("src/test/resources/eval/npy");

    @TempDir
    private Path temporary = Path.of("");

    @Test
    void readsWhatNumpySaved() throws IOException {
        var matrix = Npy.read(FOLDER.resolve("f32.npy"));
        assertThat(matrix.shape().withoutLayout()).isEqualTo("f32[2,3]");
        assertThat(matrix.doubleAt(1)).isEqualTo(2.5);
        assertThat(matrix.doubleAt(3)).isNaN();
        assertThat(Npy.read(FOLDER.resolve("s64.npy")).bitsAt(2)).isEqualTo(1L << 40);
        assertThat(Npy.read(FOLDER.resolve("pred.npy")).shape().withoutLayout()).isEqualTo("pred[2,1]");
        assertThat(Npy.read(FOLDER.resolve("c128.npy")).imaginaryAt(1)).isEqualTo(-0.5);
        var scalar = Npy.read(FOLDER.resolve("u8_scalar.npy"));
        assertThat(scalar.shape().withoutLayout()).isEqualTo("u8[]");
        assertThat(scalar.bitsAt(0)).isEqualTo(200);
    }

    @Test
    void readsBigEndian() throws IOException {
        assertThat(Npy.read(FOLDER.resolve("f16_big_endian.npy")).doubleAt(1)).isEqualTo(2.5);
    }

    @Test
    void readsTypesThatNumpyLacksWhereTheyAreNamed() throws IOException {
        var file = FOLDER.resolve("bf16.npy");
        assertThat(Npy.read(file, PrimitiveType.BF16).doubleAt(1)).isEqualTo(2.5);
        assertThatThrownBy(() -> Npy.read(file)).isInstanceOf(IOException.class).hasMessageContaining("name the type");
    }

    @Test
    void saysWhatItCannotRead() {
        assertThatThrownBy(() -> Npy.read(FOLDER.resolve("f32_fortran.npy"))).hasMessageContaining("Fortran order");
        assertThatThrownBy(() -> Npy.read(FOLDER.resolve("text.npy"))).hasMessageContaining("numpy type U2");
        assertThatThrownBy(() -> Npy.read(FOLDER.resolve("f32.npy"), PrimitiveType.S32))
                .hasMessageContaining("not s32");
        assertThatThrownBy(() -> Npy.fromBytes(new byte[] {1, 2, 3}, "x.npy", null))
                .hasMessage("x.npy is not a .npy file: it does not begin with \\x93NUMPY");
    }

    @Test
    void saysWhereAFileIsCutOff() throws IOException {
        byte[] whole = Files.readAllBytes(FOLDER.resolve("f32.npy"));
        assertThatThrownBy(() -> Npy.fromBytes(Arrays.copyOf(whole, whole.length - 4), "x.npy", null))
                .hasMessage("x.npy holds 20 bytes of elements; f32[2,3] takes 24");
        assertThatThrownBy(() -> Npy.fromBytes(Arrays.copyOf(whole, 40), "x.npy", null))
                .hasMessageContaining("cut off");
    }

    @Test
    void writesByteForByteWhatNumpyWrites() throws IOException {
        for (var name : new String[] {"f32.npy", "s64.npy", "pred.npy", "c128.npy", "u8_scalar.npy"}) {
            byte[] saved = Files.readAllBytes(FOLDER.resolve(name));
            assertThat(Npy.toBytes(Npy.read(FOLDER.resolve(name)))).as(name).isEqualTo(saved);
        }
        byte[] saved = Files.readAllBytes(FOLDER.resolve("bf16.npy"));
        assertThat(Npy.toBytes(Npy.read(FOLDER.resolve("bf16.npy"), PrimitiveType.BF16)))
                .isEqualTo(saved);
    }

    @Test
    void writesFiles() throws IOException {
        var file = temporary.resolve("x.npy");
        Npy.write(Literal.ofInts(new int[] {3, 4}, 2), file);
        assertThat(Npy.read(file).bitsAt(1)).isEqualTo(4);
    }

    @Property(tries = 60)
    void readsWhatItWrote(@ForAll PrimitiveType type, @ForAll @IntRange(max = 5) int rows, @ForAll long seed)
            throws IOException {
        var shape = Shape.array(type, rows, 3);
        var literal = GeneratedInputs.of(List.of(shape), seed).getFirst();
        var read = Npy.fromBytes(Npy.toBytes(literal), "x.npy", type);
        assertThat(read.shape()).isEqualTo(literal.shape());
        assertThat(read.data().mismatch(literal.data())).isEqualTo(-1);
    }
}
