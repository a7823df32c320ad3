package org.hloexplorer.app.cli;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * Where verbs read and write.
 *
 * @param data standard output for what is no text
 */
public record Terminal(InputStream in, PrintWriter out, PrintWriter err, OutputStream data) {

    /** The streams of the process. */
    public static Terminal ofProcess() {
        var data = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out));
        return new Terminal(System.in, writer(FileDescriptor.out), writer(FileDescriptor.err), data);
    }

    private static PrintWriter writer(FileDescriptor descriptor) {
        return new PrintWriter(new OutputStreamWriter(new FileOutputStream(descriptor), charset()), true);
    }

    /** UTF-8 whatever the locale says, so that results do not depend on it; only Windows' console has its own. */
    private static Charset charset() {
        return System.getProperty("os.name", "").startsWith("Windows")
                ? Charset.forName(System.getProperty("stdout.encoding", "UTF-8"))
                : StandardCharsets.UTF_8;
    }
}
