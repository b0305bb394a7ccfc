package io.lakelog.jdbc.tls;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;

/** Reads PEM files. Every failure is INVALID_OPTION and names the file; what stands in it is never repeated. */
public final class PemFiles {
    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\\s]*)-----END \\1-----");
    private static final List<String> KEY_KINDS = List.of("EC", "RSA", "Ed25519", "Ed448");

    private PemFiles() {}

    private record Block(String kind, byte[] content) {}

    /**
     * A key store with one entry: the server's key and its certificates.
     *
     * @param certificates the server's certificate first, then those that vouch for it
     * @param password that the store gives the key
     */
    public static KeyStore keyStore(Path certificates, Path key, char[] password) {
        List<X509Certificate> chain = certificates(certificates);
        PrivateKey privateKey = privateKey(key);
        PublicKey publicKey = chain.get(0).getPublicKey();
        if (!belong(privateKey, publicKey)) {
            throw invalid("the key in " + key + " is not that of the first certificate in " + certificates);
        }
        try {
            KeyStore store = emptyStore();
            store.setKeyEntry("lakelog", privateKey, password, chain.toArray(Certificate[]::new));
            return store;
        } catch (GeneralSecurityException | IOException e) {
            throw invalid("the certificate in " + certificates + " cannot be used: " + e.getMessage(), e);
        }
    }

    /** Sockets that trust the certificates of a file, and what they vouch for, and nothing else. */
    public static SSLSocketFactory socketsTrusting(Path certificates) {
        try {
            KeyStore store = emptyStore();
            int number = 0;
            for (X509Certificate certificate : certificates(certificates)) {
                store.setCertificateEntry("ca-" + number++, certificate);
            }
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context.getSocketFactory();
        } catch (GeneralSecurityException | IOException e) {
            throw invalid("the certificates in " + certificates + " cannot be used: " + e.getMessage(), e);
        }
    }

    private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    private static List<X509Certificate> certificates(Path file) {
        List<X509Certificate> certificates = new ArrayList<>();
        try {
            CertificateFactory factory = CertificateFactory.getInstance("X.509");
            for (Block block : blocks(file)) {
                if (block.kind().equals("CERTIFICATE")) {
                    certificates.add(
                            (X509Certificate) factory.generateCertificate(new ByteArrayInputStream(block.content())));
                }
            }
        } catch (GeneralSecurityException e) {
            throw invalid("a certificate in " + file + " cannot be read: " + e.getMessage(), e);
        }
        if (certificates.isEmpty()) {
            throw invalid("there is no certificate in " + file + ": it must hold -----BEGIN CERTIFICATE-----");
        }
        return certificates;
    }

    private static PrivateKey privateKey(Path file) {
        for (Block block : blocks(file)) {
            if (block.kind().equals("PRIVATE KEY")) {
                return privateKey(file, block.content());
            } else if (block.kind().endsWith("PRIVATE KEY")) {
                throw invalid("the key in " + file + " is a " + block.kind() + "; turn it into a PRIVATE KEY without a"
                        + " passphrase: openssl pkcs8 -topk8 -nocrypt -in old.pem -out new.pem");
            }
        }
        throw invalid("there is no key in " + file + ": it must hold -----BEGIN PRIVATE KEY-----");
    }

    private static PrivateKey privateKey(Path file, byte[] content) {
        for (String kind : KEY_KINDS) {
            try {
                return KeyFactory.getInstance(kind).generatePrivate(new PKCS8EncodedKeySpec(content));
            } catch (GeneralSecurityException e) {
                continue;
            }
        }
        throw invalid("the key in " + file + " is of none of the kinds " + String.join(", ", KEY_KINDS));
    }

    private static boolean belong(PrivateKey privateKey, PublicKey publicKey) {
        String algorithm = privateKey.getAlgorithm();
        String signing =
                algorithm.equals("EC") ? "SHA256withECDSA" : algorithm.equals("RSA") ? "SHA256withRSA" : algorithm;
        byte[] text = "lakelog".getBytes(StandardCharsets.UTF_8);
        try {
            Signature signature = Signature.getInstance(signing);
            signature.initSign(privateKey);
            signature.update(text);
            byte[] signed = signature.sign();
            signature.initVerify(publicKey);
            signature.update(text);
            return signature.verify(signed);
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    private static List<Block> blocks(Path file) {
        String text;
        try {
            text = Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw invalid("the file " + file + " cannot be read", e);
        }
        List<Block> blocks = new ArrayList<>();
        Matcher matcher = BLOCK.matcher(text);
        while (matcher.find()) {
            try {
                blocks.add(new Block(matcher.group(1), Base64.getMimeDecoder().decode(matcher.group(2))));
            } catch (IllegalArgumentException e) {
                throw invalid("a block in " + file + " is cut or changed", e);
            }
        }
        return blocks;
    }

    private static LakelogException invalid(String message) {
        return new LakelogException(ErrorCode.INVALID_OPTION, message);
    }

    private static LakelogException invalid(String message, Throwable cause) {
        return new LakelogException(ErrorCode.INVALID_OPTION, message, cause);
    }
}
