package org.hloexplorer.pipeline.transforms.layout;

import java.util.ArrayList;
import java.util.List;

/** In which layouts a computation takes its parameters and yields its result, as far as that is settled. */
final class ComputationInterface {
    private final List<LayoutWish> parameters;
    private LayoutWish result;
    private int priority;
    private boolean isSettled;

    private ComputationInterface(List<LayoutWish> parameters, LayoutWish result, int priority, boolean isSettled) {
        this.parameters = new ArrayList<>(parameters);
        this.result = result;
        this.priority = priority;
        this.isSettled = isSettled;
    }

    /** What is given from outside and does not change. */
    static ComputationInterface given(List<LayoutWish> parameters, LayoutWish result) {
        return new ComputationInterface(parameters, result, LayoutConstraint.GIVEN_PRIORITY, true);
    }

    /** What the computation is free to choose in the first round. */
    static ComputationInterface open(List<LayoutWish> parameters, LayoutWish result) {
        return new ComputationInterface(parameters, result, LayoutConstraint.DEFAULT_PRIORITY, false);
    }

    LayoutWish parameter(int number) {
        return parameters.get(number);
    }

    LayoutWish result() {
        return result;
    }

    int priority() {
        return priority;
    }

    /** Whether the computation has to keep to it. */
    boolean isSettled() {
        return isSettled;
    }

    /** Takes what the computation chose, unless something stronger was settled before. */
    void settle(List<LayoutWish> chosen, LayoutWish chosenResult, int newPriority) {
        if (priority < newPriority) {
            parameters.clear();
            parameters.addAll(chosen);
            result = chosenResult;
            priority = newPriority;
            isSettled = true;
        }
    }

    /** Takes another layout for a parameter, as a caller needs it. */
    void changeParameter(int number, LayoutWish wish, int newPriority) {
        parameters.set(number, wish);
        priority = newPriority;
        isSettled = true;
    }

    /** Takes other layouts for the parameters, which follow from a changed result. */
    void changeParameters(List<LayoutWish> chosen) {
        parameters.clear();
        parameters.addAll(chosen);
    }

    /** Takes another layout for the result, as a caller needs it. */
    void changeResult(LayoutWish wish, int newPriority) {
        result = wish;
        priority = newPriority;
        isSettled = true;
    }
}
