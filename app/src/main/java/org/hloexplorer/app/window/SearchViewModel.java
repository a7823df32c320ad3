package org.hloexplorer.app.window;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;

/** Finds commands, samples, passes and instructions by what a user types. */
final class SearchViewModel {
    private static final int MOST = 60;
    private static final int NO_MATCH = Integer.MAX_VALUE;

    private final Supplier<List<SearchEntry>> entries;
    private final ObservableList<SearchEntry> found = FXCollections.observableArrayList();
    private final ObservableList<SearchEntry> readableFound = FXCollections.unmodifiableObservableList(found);

    /** Searches what the supplier gives at the time. */
    SearchViewModel(Supplier<List<SearchEntry>> entries) {
        this.entries = entries;
    }

    /** The best matches, best first. */
    ObservableList<SearchEntry> found() {
        return readableFound;
    }

    void search(String query) {
        var wanted = query.strip().toLowerCase(Locale.ROOT);
        found.setAll(entries.get().stream()
                .map(entry -> new Ranked(entry, rank(entry, wanted)))
                .filter(each -> each.rank() != NO_MATCH)
                .sorted(Comparator.comparingInt(Ranked::rank)
                        .thenComparing(each -> each.entry().kind()))
                .limit(MOST)
                .map(Ranked::entry)
                .toList());
    }

    private record Ranked(SearchEntry entry, int rank) {}

    private static int rank(SearchEntry entry, String wanted) {
        int title = rank(entry.title().toLowerCase(Locale.ROOT), wanted);
        if (title != NO_MATCH) {
            return title;
        }
        return entry.detail().toLowerCase(Locale.ROOT).contains(wanted) ? 4 : NO_MATCH;
    }

    private static int rank(String title, String wanted) {
        int at = title.indexOf(wanted);
        if (at == 0) {
            return title.length() == wanted.length() ? 0 : 1;
        }
        if (at > 0) {
            return Character.isLetterOrDigit(title.charAt(at - 1)) ? 3 : 2;
        }
        return hasInOrder(title, wanted) ? 5 : NO_MATCH;
    }

    /** Whether all letters occur, in this order, each at the start of a word or after another: {@code cf} for constant_folding. */
    private static boolean hasInOrder(String title, String wanted) {
        int next = 0;
        for (int i = 0; i < title.length() && next < wanted.length(); i++) {
            boolean startsWord = i == 0 || !Character.isLetterOrDigit(title.charAt(i - 1));
            boolean continuesWord = next > 0 && i > 0 && title.charAt(i - 1) == wanted.charAt(next - 1);
            if (title.charAt(i) == wanted.charAt(next) && (startsWord || continuesWord)) {
                next++;
            }
        }
        return next == wanted.length();
    }
}
