package org.hloexplorer.hlo.proto;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.proto.wire.HloModuleProto;
import org.hloexplorer.hlo.proto.wire.HloProto;
import org.hloexplorer.hlo.proto.wire.HloSnapshot;
import org.hloexplorer.hlo.proto.wire.LiteralProto;

/**
 * Reads modules from protocol buffers: {@code HloModuleProto}, {@code HloProto} and {@code HloSnapshot}, told apart by
 * what they hold.
 */
public final class HloProtoReader {
    private HloProtoReader() {}

    /**
     * The module in these bytes, with the inputs of a snapshot.
     *
     * @throws InvalidProtoException where they hold none, or a broken one
     */
    public static ProtoContents read(byte[] content) {
        return switch (WireShape.of(content)) {
            case MODULE -> module(parse(HloModuleProto.parser(), content), List.of());
            case HLO -> hlo(parse(HloProto.parser(), content));
            case SNAPSHOT -> snapshot(parse(HloSnapshot.parser(), content));
        };
    }

    /** Whether these bytes hold a module, which other messages do not. */
    public static boolean isModule(byte[] content) {
        try {
            return !read(content).module().computations().isEmpty();
        } catch (InvalidProtoException e) {
            return false;
        }
    }

    private static ProtoContents hlo(HloProto proto) {
        var arguments = proto.getPartitionsCount() == 0
                ? List.<LiteralProto>of()
                : proto.getPartitions(0).getArgumentsList();
        return module(proto.getHloModule(), arguments);
    }

    private static ProtoContents snapshot(HloSnapshot proto) {
        var contents = module(proto.getHlo().getHloModule(), proto.getArgumentsList());
        return proto.hasResult()
                ? new ProtoContents(contents.module(), contents.arguments(), literal("the result", proto.getResult()))
                : contents;
    }

    private static ProtoContents module(HloModuleProto proto, List<LiteralProto> arguments) {
        var literals = new ArrayList<Literal>();
        for (var argument : arguments) {
            literals.add(literal("argument " + literals.size(), argument));
        }
        return new ProtoContents(new ModuleFromProto(proto).read(), literals, null);
    }

    private static Literal literal(String place, LiteralProto proto) {
        try {
            return LiteralProtos.read(proto, ShapeProtos.read(proto.getShape()));
        } catch (InvalidProtoException e) {
            throw e.within(place);
        }
    }

    private static <T extends Message> T parse(Parser<T> parser, byte[] content) {
        var input = CodedInputStream.newInstance(content);
        try {
            var message = parser.parseFrom(input);
            input.checkLastTagWas(0);
            return message;
        } catch (IOException e) {
            throw broken(input.getTotalBytesRead(), content.length, e);
        }
    }

    private static InvalidProtoException broken(int at, int length, IOException cause) {
        return new InvalidProtoException(
                "at byte %,d of %,d: %s".formatted(at, length, inWords(String.valueOf(cause.getMessage()))), cause);
    }

    /** The library's sentences speak of streams and of programs; these speak of the file. */
    private static String inWords(String message) {
        if (message.contains("ended unexpectedly")) {
            return "a field claims more bytes than there are: the file is cut off, or its lengths are wrong";
        }
        if (message.contains("too many levels of nesting")) {
            return "messages inside each other beyond all use";
        }
        if (message.contains("negative size")) {
            return "a field claims a negative length";
        }
        if (message.contains("invalid UTF-8")) {
            return "a name or another string is not UTF-8";
        }
        return message;
    }
}
