import { createPublicKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AttributeValue,
  BasicConstraints,
  Certificate,
  ExtendedKeyUsage,
  Extension,
  Extensions,
  GeneralName,
  id_ce_basicConstraints,
  id_ce_extKeyUsage,
  id_ce_keyUsage,
  id_ce_subjectAltName,
  id_kp_serverAuth,
  KeyUsage,
  KeyUsageFlags,
  Name,
  RelativeDistinguishedName,
  SubjectAlternativeName,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
} from '@peculiar/asn1-x509';

/** How long a certificate is valid, in milliseconds. Browsers accept at most 398 days. */
const validFor = 397 * 24 * 60 * 60 * 1000;

/** How far a client's clock may be behind, in milliseconds. */
const tolerance = 60 * 60 * 1000;

const commonName = '2.5.4.3';
const ecdsaWithSha256 = '1.2.840.10045.4.3.2';

/** Creates a key and a self-signed certificate (RFC 5280) for host names and addresses, both as PEM. */
export function makeCertificate(names: readonly string[]): { cert: string; key: string } {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  const algorithm = new AlgorithmIdentifier({ algorithm: ecdsaWithSha256 });
  const subject = toName('site-contract mock');
  const now = Date.now();
  const tbsCertificate = new TBSCertificate({
    version: Version.v3,
    serialNumber: createSerialNumber(),
    signature: algorithm,
    issuer: subject,
    validity: new Validity({
      notBefore: new Date(now - tolerance),
      notAfter: new Date(now + validFor),
    }),
    subject,
    subjectPublicKeyInfo: AsnConvert.parse(publicKey, SubjectPublicKeyInfo),
    extensions: new Extensions([
      // The certificate cannot sign others.
      toExtension(id_ce_basicConstraints, new BasicConstraints({ cA: false }), true),
      toExtension(id_ce_keyUsage, new KeyUsage(KeyUsageFlags.digitalSignature), true),
      toExtension(id_ce_extKeyUsage, new ExtendedKeyUsage([id_kp_serverAuth])),
      toExtension(id_ce_subjectAltName, new SubjectAlternativeName(names.map(toGeneralName))),
    ]),
  });
  const signed = Buffer.from(AsnConvert.serialize(tbsCertificate));
  const signatureValue = toArrayBuffer(sign('sha256', signed, privateKey));
  const certificate = new Certificate({
    tbsCertificate,
    signatureAlgorithm: algorithm,
    signatureValue,
  });
  return {
    cert: toPem(Buffer.from(AsnConvert.serialize(certificate))),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** A positive number of at most 20 bytes (RFC 5280, section 4.1.2.2). */
function createSerialNumber(): ArrayBuffer {
  const bytes = randomBytes(16);
  bytes[0] = 0x40 | ((bytes[0] ?? 0) & 0x3f);
  return toArrayBuffer(bytes);
}

function toName(text: string): Name {
  const value = new AttributeValue({ utf8String: text });
  return new Name([
    new RelativeDistinguishedName([new AttributeTypeAndValue({ type: commonName, value })]),
  ]);
}

function toGeneralName(name: string): GeneralName {
  return new GeneralName(isIP(name) === 0 ? { dNSName: name } : { iPAddress: name });
}

function toExtension(extnID: string, value: object, critical = false): Extension {
  return new Extension({
    extnID,
    critical,
    extnValue: new OctetString(AsnConvert.serialize(value)),
  });
}

/** Copies the bytes to their own memory: small buffers share theirs. */
function toArrayBuffer(bytes: Buffer): ArrayBuffer {
  return Uint8Array.from(bytes).buffer;
}

function toPem(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}
