package org.hloexplorer.pipeline.backend.tpu.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.hloexplorer.hlo.Layout;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.hlo.eval.TiledOrder;
import org.hloexplorer.hlo.text.HloParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Places and sizes that XLA's documentation of tiled layouts and XLA's TPU compiler give. */
final class VectorTileTests {

    @Test
    void placesOfTheDocumentation() {
        assertThat(TiledOrder.placeOf(shape("f32[3,5]{1,0:T(2,2)}"), 2, 3)).isEqualTo(17);
        assertThat(TiledOrder.placeOf(shape("bf16[8,8]{1,0:T(2,4)(2,1,1,1)}"), 6, 5))
                .isEqualTo(51);
    }

    @ParameterizedTest
    @CsvSource({
        "'f32[3,5]', 8, 128, 4096, 60, 68.27",
        "'f32[100,100]', 8, 128, 53248, 40000, 1.331",
        "'f32[1,128]', 8, 128, 4096, 512, 8",
        "'f32[1,128]', 2, 128, 1024, 512, 2",
        "'f32[32,56,56,64]', 8, 128, 51380224, 25690112, 2",
        "'s8[17,130]', 32, 128, 8192, 2210, 3.707"
    })
    void paddedSizes(String text, int sublanes, int lanes, long padded, long logical, double factor) {
        var shape = shape(text);
        var tile = new VectorTile(sublanes, lanes, 1);
        assertThat(tile.paddedBytes(shape)).isEqualTo(padded);
        assertThat(shape.bytes()).isEqualTo(logical);
        assertThat((double) padded / logical).isCloseTo(factor, within(factor * 5e-4));
        assertThat(TiledOrder.places(tile.tiled(shape)) * shape.elementType().bytes())
                .isEqualTo(padded);
    }

    @ParameterizedTest
    @CsvSource({
        // As XLA's TPU compiler prints them, but for T(1,128), which its documentation gives as T(2,128).
        "'f32[8,56,56,64]', '(8,128)'",
        "'bf16[8,56,56,64]', '(8,128)(2,1)'",
        "'s8[512,512]', '(32,128)(4,1)'",
        "'pred[8,16]', '(8,128)(4,1)'",
        "'f32[2,16]', '(2,128)'",
        "'f32[3,3]', '(4,128)'",
        "'bf16[2,16]', '(2,128)(2,1)'",
        "'pred[3,16]', '(4,128)(4,1)'",
        "'f32[5,4]', '(8,128)'",
        "'f32[64]', '(128)'",
        "'f32[256]', '(256)'",
        "'f32[384]', '(512)'",
        "'f32[4096]', '(1024)'",
        "'pred[32]', '(512)'",
        "'f32[]', '(128)'"
    })
    void tilesOfShapes(String text, String tile) {
        assertThat(VectorTile.of(shape(text))).hasToString(tile);
    }

    /** The tile covers the two dimensions that lie most minor, not the last two. */
    @Test
    void paddingFollowsTheLayout() {
        var plain = Shape.array(PrimitiveType.F32, 8, 56, 128);
        var turned = plain.withLayout(Layout.of(List.of(0, 2, 1)));
        assertThat(VectorTile.storedBytes(plain)).isEqualTo(8L * 56 * 128 * 4);
        assertThat(VectorTile.storedBytes(turned)).isEqualTo(128L * 56 * 128 * 4);
    }

    @Test
    void registersCountWordsOfThirtyTwoBits() {
        assertThat(VectorTile.registers(Shape.array(PrimitiveType.F32, 8, 128))).isEqualTo(1);
        assertThat(VectorTile.registers(Shape.array(PrimitiveType.BF16, 9, 129)))
                .isEqualTo(4);
        assertThat(VectorTile.registers(Shape.array(PrimitiveType.S64, 8, 128))).isEqualTo(2);
        assertThat(VectorTile.registers(Shape.array(PrimitiveType.F32, 1025))).isEqualTo(2);
        assertThat(VectorTile.registers(Shape.scalar(PrimitiveType.F32))).isEqualTo(1);
    }

    private static Shape.Array shape(String text) {
        var module = HloParser.parseOrThrow("HloModule m\nENTRY e { ROOT p = %s parameter(0) }".formatted(text));
        return module.entry().root().shape().asArray();
    }
}
