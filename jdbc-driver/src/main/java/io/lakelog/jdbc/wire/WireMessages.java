package io.lakelog.jdbc.wire;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import org.apache.calcite.avatica.proto.Common.WireMessage;
import org.apache.calcite.avatica.proto.Requests;
import org.apache.calcite.avatica.proto.Responses;

/**
 * The envelope of every message: its name and its bytes. Names are those of Avatica's classes. In our all-in-one jar
 * those classes lie in a package of ours, but on the wire they keep the name that all other clients and servers know.
 */
public final class WireMessages {
    // In pieces, so that the tool that moves the classes does not move this text with them.
    private static final String PUBLIC_PACKAGE = String.join(".", "org", "apache", "calcite", "avatica", "proto") + ".";
    private static final String PACKAGE = Requests.class.getPackageName() + ".";
    private static final boolean MOVED = !PACKAGE.equals(PUBLIC_PACKAGE);

    private WireMessages() {}

    /** A request in its envelope. */
    public static byte[] wrap(Message request) {
        return WireMessage.newBuilder()
                .setName(PUBLIC_PACKAGE + "Requests$"
                        + request.getDescriptorForType().getName())
                .setWrappedMessage(request.toByteString())
                .build()
                .toByteArray();
    }

    /**
     * The bytes of the response in an envelope.
     *
     * @throws LakelogException the failure, if it is one that the server reports
     */
    public static ByteString unwrap(byte[] envelope) throws InvalidProtocolBufferException {
        WireMessage message = WireMessage.parseFrom(envelope);
        if (message.getName().endsWith("$ErrorResponse")) {
            throw WireErrors.read(Responses.ErrorResponse.parseFrom(message.getWrappedMessage()));
        }
        return message.getWrappedMessage();
    }

    /** An envelope as it came in, its name as the classes here have it. */
    public static byte[] toLocalName(byte[] envelope) {
        return MOVED ? renamed(envelope, PUBLIC_PACKAGE, PACKAGE) : envelope;
    }

    /** An envelope made here, its name as everybody knows it. */
    public static byte[] toPublicName(byte[] envelope) {
        return MOVED ? renamed(envelope, PACKAGE, PUBLIC_PACKAGE) : envelope;
    }

    private static byte[] renamed(byte[] envelope, String from, String to) {
        try {
            WireMessage message = WireMessage.parseFrom(envelope);
            String name = message.getName();
            return name.startsWith(from)
                    ? message.toBuilder()
                            .setName(to + name.substring(from.length()))
                            .build()
                            .toByteArray()
                    : envelope;
        } catch (InvalidProtocolBufferException e) {
            throw new LakelogException(ErrorCode.INVALID_STATEMENT, "malformed message: " + e.getMessage(), e);
        }
    }
}
