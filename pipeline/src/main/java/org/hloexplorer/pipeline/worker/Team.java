package org.hloexplorer.pipeline.worker;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A fixed set of threads that do one task together: the caller is thread 0, and returns when all are done.
 *
 * <p>Each member keeps to a processor of its own. Members look for work for a few microseconds before they sleep, since kernels follow one another closely.
 */
final class Team implements AutoCloseable {
    private static final int SPINS = 2_000;

    /** What each thread does. */
    interface Task {
        void run(int thread);
    }

    private final List<Member> members = new ArrayList<>();
    private final AtomicInteger working = new AtomicInteger();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    Team(int threads) {
        for (int thread = 1; thread < threads; thread++) {
            var member = new Member(thread);
            member.start();
            members.add(member);
        }
    }

    int size() {
        return members.size() + 1;
    }

    @SuppressWarnings(
            "ThreadPriorityCheck") // A hint after a long spin, in case there are fewer processors than threads.
    void run(Task task) {
        working.set(members.size());
        members.forEach(member -> member.give(task));
        task.run(0);
        for (int spins = 0; working.get() > 0; spins++) {
            if (spins < SPINS) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
        var thrown = failure.getAndSet(null);
        if (thrown != null) {
            throw new IllegalStateException("a kernel's thread failed: " + thrown, thrown);
        }
    }

    @Override
    public void close() {
        members.forEach(Member::dismiss);
    }

    private final class Member extends Thread {
        private final int number;
        private volatile @Nullable Task task;
        private volatile boolean dismissed;

        Member(int number) {
            super("kernel-" + number);
            this.number = number;
            setDaemon(true);
        }

        void give(Task work) {
            task = work;
            LockSupport.unpark(this);
        }

        void dismiss() {
            dismissed = true;
            LockSupport.unpark(this);
        }

        @Override
        public void run() {
            var _ = Affinity.bound(number, this::serve);
        }

        private boolean serve() {
            while (!dismissed) {
                var work = await();
                if (work != null) {
                    task = null;
                    attempt(work);
                }
            }
            return dismissed;
        }

        private void attempt(Task work) {
            try {
                work.run(number);
            } catch (RuntimeException | Error e) {
                failure.set(e);
            } finally {
                working.decrementAndGet();
            }
        }

        private @Nullable Task await() {
            for (int spins = 0; spins < SPINS; spins++) {
                if (task != null) {
                    return task;
                }
                Thread.onSpinWait();
            }
            LockSupport.park(this);
            return task;
        }
    }
}
