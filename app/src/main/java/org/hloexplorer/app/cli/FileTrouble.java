package org.hloexplorer.app.cli;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** What went wrong with a file, in words, and whether one can be written before the work is done. */
final class FileTrouble {
    private FileTrouble() {}

    static String of(FileSystemException trouble) {
        return switch (trouble) {
            case NoSuchFileException _ -> "there is no such file or folder";
            case FileAlreadyExistsException _ -> "there is a file of that name, where a folder is needed";
            case AccessDeniedException _ -> "this user may not";
            case NotDirectoryException _ -> "that is no folder";
            default -> trouble.getReason() == null ? trouble.getClass().getSimpleName() : trouble.getReason();
        };
    }

    /** Makes sure that a file can be written, before anything takes time; one that is there keeps its contents. */
    static void checkWritable(Path file) {
        if (Files.isDirectory(file)) {
            throw new VerbException(ExitStatus.WRONG_USAGE, file + " is a folder; name a file.");
        }
        boolean isNew = !Files.exists(file);
        try {
            Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)
                    .close();
            if (isNew) {
                Files.delete(file);
            }
        } catch (FileSystemException e) {
            throw new VerbException(ExitStatus.WRONG_USAGE, "%s cannot be written: %s.".formatted(file, of(e)), e);
        } catch (IOException e) {
            throw new VerbException(
                    ExitStatus.WRONG_USAGE, "%s cannot be written: %s.".formatted(file, e.getMessage()), e);
        }
    }

    /** Makes sure that a folder is there, or can be made. */
    static void checkFolder(Path folder) {
        try {
            Files.createDirectories(folder);
        } catch (FileSystemException e) {
            throw new VerbException(ExitStatus.WRONG_USAGE, "%s cannot be written to: %s.".formatted(folder, of(e)), e);
        } catch (IOException e) {
            throw new VerbException(
                    ExitStatus.WRONG_USAGE, "%s cannot be written to: %s.".formatted(folder, e.getMessage()), e);
        }
    }
}
