package org.hloexplorer.hlo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

final class ReplicaGroupsTests {

    @Test
    void readsLists() {
        assertThat(resolve("{{0,2},{1,3}}")).containsExactly(List.of(0, 2), List.of(1, 3));
        assertThat(resolve("{{0, 1}}")).containsExactly(List.of(0, 1));
    }

    @Test
    void nothingMeansAll() {
        assertThat(resolve("{}")).isEmpty();
        assertThat(resolve("{{}}")).isEmpty();
    }

    @Test
    void readsIotas() {
        assertThat(resolve("[2,4]<=[8]")).containsExactly(List.of(0, 1, 2, 3), List.of(4, 5, 6, 7));
        assertThat(resolve("[2,4]<=[4,2]T(1,0)")).containsExactly(List.of(0, 2, 4, 6), List.of(1, 3, 5, 7));
    }

    @Test
    void readsMeshes() {
        assertThat(resolve("mesh['x'=2,'y'=2] {'x'}")).containsExactly(List.of(0, 2), List.of(1, 3));
        assertThat(resolve("mesh['x'=2,'y'=2] {'y'}")).containsExactly(List.of(0, 1), List.of(2, 3));
        assertThat(resolve("mesh['x'=2,'y'=2], device_ids=([2,2]T(1,0)) {'y'}"))
                .containsExactly(List.of(0, 2), List.of(1, 3));
    }

    @Test
    void readsPartsOfMeshAxes() {
        assertThat(resolve("mesh['x'=8] {'x':(2)4}")).containsExactly(List.of(0, 1, 2, 3), List.of(4, 5, 6, 7));
        assertThat(resolve("mesh['x'=4,'y'=2] {'x':(1)2,'y'}"))
                .containsExactly(List.of(0, 1, 4, 5), List.of(2, 3, 6, 7));
    }

    @Test
    void refusesWhatNoMachineHas() {
        assertThatThrownBy(() -> resolve("[2,2]<=[2,2]T(1,1)")).hasMessageContaining("no permutation");
        assertThatThrownBy(() -> resolve("[2,0]<=[4]")).hasMessageContaining("do not form groups");
        assertThatThrownBy(() -> resolve("[3,2]<=[4]")).hasMessageContaining("do not form groups");
        assertThatThrownBy(() -> resolve("[1,2000000000]<=[2000000000]")).hasMessageContaining("no more than");
        assertThatThrownBy(() -> resolve("mesh['x'=900000000,'y'=900000000] {'x'}"))
                .hasMessageContaining("no more than");
        assertThatThrownBy(() -> resolve("mesh['x'=8] {'x':(3)2}")).hasMessageContaining("has no such part");
    }

    @Test
    void saysWhatItDoesNotUnderstand() {
        assertThatThrownBy(() -> resolve("everyone")).hasMessage("replica groups are not understood: everyone");
        assertThatThrownBy(() -> resolve("mesh['x'=2] {'z'}")).hasMessage("the mesh has no axis 'z'");
    }

    private static List<List<Integer>> resolve(String text) {
        return new ReplicaGroups(text).resolve();
    }
}
