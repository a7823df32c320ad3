package org.hloexplorer.pipeline.onednn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.bytedeco.javacpp.Loader;
import org.junit.jupiter.api.Test;

final class NativeFilesTests {

    @Test
    void theLibraryComesLast() {
        var files = NativeFiles.find(Loader.Detector.getPlatform());

        assertThat(files.getLast().getFileName().toString()).contains("dnnl");
        assertThat(files).allSatisfy(file -> assertThat(file).isRegularFile());
    }

    @Test
    void aPlatformWithoutItIsToldSo() {
        assertThatThrownBy(() -> NativeFiles.find("solaris-sparc"))
                .isInstanceOf(OneDnnException.class)
                .hasMessageStartingWith(
                        "oneDNN is not here: there is no libdnnl.so.3 in java.library.path, and none for solaris-sparc");
    }

    @Test
    void saysWhatWasPassedOver() {
        var text = new VerboseText("""
                onednn_verbose,v1,info,oneDNN v3.13.0 (commit N/A)
                onednn_verbose,v1,primitive,create:dispatch,brgemm_matmul,unsupported format tag,src/cpu/x64/matmul/brgemm_matmul_utils.cpp:813
                onednn_verbose,v1,primitive,create:dispatch,brgemm_matmul,unsupported format tag,src/cpu/x64/matmul/brgemm_matmul_utils.cpp:2042
                onednn_verbose,v1,primitive,create:dispatch,matmul,cpu,matmul,gemm:jit:f32,undef,src:f32::blocked:ab::f0,attr-scratchpad:user,,128x128:128x128,incompatible gemm format,src/cpu/matmul/gemm_f32_matmul.cpp:111
                onednn_verbose,v1,primitive,create:cache_miss,cpu,matmul,ref:any,undef,src:f32::blocked:ab::f0,,,128x128:128x128,0.024
                """);

        assertThat(text.objections())
                .isEqualTo("brgemm_matmul: unsupported format tag; gemm:jit:f32: incompatible gemm format");
        assertThat(text.chosen()).startsWith("onednn_verbose,v1,primitive,create:cache_miss,cpu,matmul,ref:any,");
    }
}
