package org.hloexplorer.pipeline.kernel;

import java.util.List;

/** A function of the mathematics library as code: straight-line, so that it works on lanes as on one value. */
public record ScalarFunction(List<Value> parameters, List<Statement> body, Value result) {
    public ScalarFunction {
        parameters = List.copyOf(parameters);
        body = List.copyOf(body);
    }
}
