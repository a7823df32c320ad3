package org.hloexplorer.pipeline.dump;

import java.nio.file.Path;

/**
 * A file about a module.
 *
 * @param subject what of the module it is about, such as a kernel; its name without what all its kind share
 */
public record SideFile(SideKind kind, String subject, Path path) {}
