package org.hloexplorer.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.text.HloParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

/** The page of a difference, as a browser would read it. */
final class DifferencePageTests {
    private static final Pattern COLOUR = Pattern.compile("--(\\w+): #(\\w{6});");
    private static final double AAA = 7;
    private static final double AA = 4.5;

    private static HloModule module(String operation) {
        return HloParser.parse("m.hlo", """
                HloModule m

                ENTRY main {
                  x = f32[8] parameter(0), metadata={op_name="a<b> & \\"c\\" </td></table><script>"}
                  n = f32[8] negate(x)
                  ROOT r = f32[8] %s(n)
                }
                """.formatted(operation)).orThrow();
    }

    private static String page() {
        return DifferencePage.of(
                "<first>.hlo",
                "second \u0001 & \"quoted\".hlo",
                List.of("1 added, 1 removed <of> all"),
                List.of(),
                module("exponential"),
                module("cosine"));
    }

    private static Document parsed(String page) throws Exception {
        var factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
        return factory.newDocumentBuilder().parse(new InputSource(new StringReader(page)));
    }

    @Test
    void everyElementIsClosedAndEveryNameIsEscaped() throws Exception {
        var page = page();
        var document = parsed(page);
        assertThat(document.getElementsByTagName("title").item(0).getTextContent())
                .isEqualTo("<first>.hlo | second \uFFFD & \"quoted\".hlo");
        assertThat(document.getElementsByTagName("li").item(0).getTextContent())
                .isEqualTo("1 added, 1 removed <of> all");
        assertThat(document.getElementsByTagName("script").getLength()).isZero();
        assertThat(document.getElementsByTagName("table").getLength()).isEqualTo(1);
        assertThat(page).contains("</td></table>".replace("<", "&lt;").replace(">", "&gt;"));
    }

    @Test
    void nothingIsFetched() {
        assertThat(page()).doesNotContain("src=", "href=", "url(", "@import", "<link", "<script");
    }

    @Test
    void rowsHaveAllColumnsAndSignsSayWhatColoursDo() throws Exception {
        var rows = parsed(page()).getElementsByTagName("tr");
        int changed = 0;
        for (int i = 1; i < rows.getLength(); i++) {
            var cells = ((Element) rows.item(i)).getElementsByTagName("td");
            assertThat(cells.getLength()).isEqualTo(6);
            if (((Element) cells.item(2)).getAttribute("class").equals("changed")) {
                changed++;
                assertThat(cells.item(1).getTextContent()).isEqualTo("~");
                assertThat(cells.item(2).getTextContent()).contains("exponential");
                assertThat(cells.item(5).getTextContent()).contains("cosine");
            }
        }
        assertThat(changed).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"light", "dark"})
    void textCanBeReadInBothThemes(String theme) {
        var page = page();
        int start = page.indexOf("color-scheme: " + theme);
        var colours = colours(page.substring(start, page.indexOf('}', start)));
        for (var background : List.of("page", "removed", "added", "changed")) {
            assertThat(contrast(colours, "text", background)).as(background).isGreaterThanOrEqualTo(AAA);
        }
        assertThat(contrast(colours, "muted", "page")).isGreaterThanOrEqualTo(AA);
    }

    private static Map<String, Integer> colours(String style) {
        var colours = new HashMap<String, Integer>();
        COLOUR.matcher(style)
                .results()
                .forEach(each -> colours.put(each.group(1), Integer.parseInt(each.group(2), 16)));
        return colours;
    }

    /** WCAG 2's contrast ratio. */
    private static double contrast(Map<String, Integer> colours, String one, String other) {
        double left = luminance(colours.getOrDefault(one, 0));
        double right = luminance(colours.getOrDefault(other, 0));
        return (Math.max(left, right) + 0.05) / (Math.min(left, right) + 0.05);
    }

    private static double luminance(int colour) {
        return 0.2126 * linear(colour >> 16) + 0.7152 * linear(colour >> 8 & 0xff) + 0.0722 * linear(colour & 0xff);
    }

    private static double linear(int channel) {
        double value = channel / 255.0;
        return value <= 0.04045 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4);
    }
}
