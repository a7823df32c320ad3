package org.hloexplorer.pipeline.backend.cpu;

import org.hloexplorer.pipeline.worker.Worker;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives tests one worker for all of their classes, as children take a second to start. */
final class SharedWorker implements ParameterResolver {

    private record Held(Worker worker) implements AutoCloseable {
        @Override
        public void close() {
            worker.close();
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        var type = parameter.getParameter().getType();
        return type == Worker.class || type == Comparison.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        var held = context.getRoot()
                .getStore(Namespace.create(SharedWorker.class))
                .getOrComputeIfAbsent(Held.class, _ -> new Held(new Worker()), Held.class);
        return parameter.getParameter().getType() == Worker.class ? held.worker() : new Comparison(held.worker());
    }
}
