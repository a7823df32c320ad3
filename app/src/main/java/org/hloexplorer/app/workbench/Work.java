package org.hloexplorer.app.workbench;

/** Something that takes time and is done off the thread that asks for it. */
@FunctionalInterface
public interface Work<T> {

    /** Does it, asking now and then whether it is still wanted. */
    T perform(Progress progress) throws Exception;
}
