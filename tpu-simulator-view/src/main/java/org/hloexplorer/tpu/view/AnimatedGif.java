package org.hloexplorer.tpu.view;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.OutputStream;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageTypeSpecifier;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.metadata.IIOMetadata;
import javax.imageio.metadata.IIOMetadataNode;
import javax.imageio.stream.ImageOutputStream;

/** Pictures one after another, over and over, as a GIF. */
final class AnimatedGif implements AutoCloseable {
    private static final String FRAME_FORMAT = "javax_imageio_gif_image_1.0";

    private final ImageWriter writer;
    private final ImageWriteParam parameters;
    private final ImageOutputStream out;
    private final int hundredths;
    private boolean isFirst = true;

    /**
     * Begins a GIF; the stream stays open at its end.
     *
     * @param hundredths how long each picture is shown, in hundredths of a second
     */
    AnimatedGif(OutputStream stream, int hundredths) throws IOException {
        this.hundredths = hundredths;
        writer = ImageIO.getImageWritersByFormatName("gif").next();
        parameters = writer.getDefaultWriteParam();
        out = ImageIO.createImageOutputStream(stream);
        writer.setOutput(out);
        writer.prepareWriteSequence(null);
    }

    void add(BufferedImage picture) throws IOException {
        var metadata = writer.getDefaultImageMetadata(ImageTypeSpecifier.createFromRenderedImage(picture), parameters);
        var root = (IIOMetadataNode) metadata.getAsTree(FRAME_FORMAT);
        timing(root);
        if (isFirst) {
            loop(root);
            isFirst = false;
        }
        set(metadata, root);
        writer.writeToSequence(new IIOImage(picture, null, metadata), parameters);
    }

    private void timing(IIOMetadataNode root) {
        var control = child(root, "GraphicControlExtension");
        control.setAttribute("disposalMethod", "none");
        control.setAttribute("userInputFlag", "FALSE");
        control.setAttribute("transparentColorFlag", "FALSE");
        control.setAttribute("delayTime", Integer.toString(hundredths));
        control.setAttribute("transparentColorIndex", "0");
    }

    /** Netscape's extension, which says how often to begin anew: 0 for ever. */
    private static void loop(IIOMetadataNode root) {
        var extension = new IIOMetadataNode("ApplicationExtension");
        extension.setAttribute("applicationID", "NETSCAPE");
        extension.setAttribute("authenticationCode", "2.0");
        extension.setUserObject(new byte[] {1, 0, 0});
        child(root, "ApplicationExtensions").appendChild(extension);
    }

    private static void set(IIOMetadata metadata, IIOMetadataNode root) throws IOException {
        metadata.setFromTree(FRAME_FORMAT, root);
    }

    private static IIOMetadataNode child(IIOMetadataNode root, String name) {
        var found = root.getElementsByTagName(name);
        if (found.getLength() > 0) {
            return (IIOMetadataNode) found.item(0);
        }
        var made = new IIOMetadataNode(name);
        root.appendChild(made);
        return made;
    }

    @Override
    public void close() throws IOException {
        writer.endWriteSequence();
        out.close();
        writer.dispose();
    }
}
