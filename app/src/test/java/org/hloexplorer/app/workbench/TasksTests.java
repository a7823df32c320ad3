package org.hloexplorer.app.workbench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

/** Work and results are run by hand here, so that every order of events can be tried. */
final class TasksTests {
    private final Queue<Runnable> background = new ArrayDeque<>();
    private final Queue<Runnable> published = new ArrayDeque<>();
    private final Tasks tasks = new Tasks(background::add, published::add);
    private final List<String> heard = new ArrayList<>();

    @Test
    void aResultIsDeliveredOnThePublishingThread() {
        start("slot", _ -> "done");
        runAll(background);

        assertThat(heard).isEmpty();
        assertThat(tasks.running()).hasSize(1);

        runAll(published);

        assertThat(heard).containsExactly("succeeded: done");
        assertThat(tasks.running()).isEmpty();
    }

    @Test
    void newWorkInASlotCancelsTheOldAndDropsItsResult() {
        start("slot", progress -> "old, cancelled: " + progress.cancellation().isCancelled());
        start("slot", _ -> "new");
        runAll(background);
        runAll(published);

        assertThat(heard).containsExactly("succeeded: new");
    }

    @Test
    void aResultThatIsOvertakenOnItsWayIsDropped() {
        start("slot", _ -> "old");
        runAll(background);
        start("slot", _ -> "new");
        runAll(background);
        runAll(published);

        assertThat(heard).containsExactly("succeeded: new");
    }

    @Test
    void slotsDoNotDisturbEachOther() {
        start("one", _ -> "1");
        start("two", _ -> "2");
        runAll(background);
        runAll(published);

        assertThat(heard).containsExactly("succeeded: 1", "succeeded: 2");
    }

    @Test
    void theUserCanGiveUpOnWorkThatDoesNotListen() {
        start("slot", _ -> "late");
        tasks.running().getFirst().cancel();

        assertThat(heard).containsExactly("cancelled");
        assertThat(tasks.running()).isEmpty();

        runAll(background);
        runAll(published);

        assertThat(heard).containsExactly("cancelled");
    }

    @Test
    void failuresAreDeliveredWithTheirReason() {
        start("slot", _ -> {
            throw new IllegalStateException("no luck");
        });
        runAll(background);
        runAll(published);

        assertThat(heard).containsExactly("failed: no luck");
    }

    @Test
    void aProgramTooDeepForTheStackFailsOnlyItsTask() {
        start("slot", _ -> {
            throw new StackOverflowError();
        });
        runAll(background);
        runAll(published);

        assertThat(heard).singleElement().asString().startsWith("failed: The program is too large");
    }

    @Test
    void reportsAreMergedWhileTheyWait() {
        start("slot", progress -> {
            progress.report(0.1, "first");
            progress.report(0.2, "second");
            return "done";
        });
        var task = tasks.running().getFirst();
        runAll(background);

        assertThat(published).hasSize(2);

        published.remove().run();

        assertThat(task.fractionProperty().get()).isEqualTo(0.2);
        assertThat(task.stepProperty().get()).isEqualTo("second");
    }

    private void start(Object slot, Work<String> work) {
        tasks.start(slot, "title", work, new Tasks.Outcome<>() {
            @Override
            public void succeeded(String result) {
                heard.add("succeeded: " + result);
            }

            @Override
            public void failed(Exception exception) {
                heard.add("failed: " + exception.getMessage());
            }

            @Override
            public void cancelled() {
                heard.add("cancelled");
            }
        });
    }

    private static void runAll(Queue<Runnable> queue) {
        while (!queue.isEmpty()) {
            queue.remove().run();
        }
    }
}
