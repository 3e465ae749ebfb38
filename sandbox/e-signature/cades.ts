// CAdES: the signature of bytes that are kept elsewhere, as PAdES B-B puts it into a PDF (ETSI EN 319 142-1, RFC 5652, RFC 5035).
import { createHash, sign } from 'node:crypto'
import { encodeEcdsaSha256, type TestAuthority, type TestCertificate } from './certificates.ts'
import {
  derTags,
  encodeDer,
  encodeObjectId,
  encodeOctets,
  encodePositiveInteger,
  encodeSequence,
  encodeSetOf,
  toContextTag,
} from './der.ts'

const [DATA, SIGNED_DATA] = ['1.2.840.113549.1.7.1', '1.2.840.113549.1.7.2']
const [CONTENT_TYPE, MESSAGE_DIGEST] = ['1.2.840.113549.1.9.3', '1.2.840.113549.1.9.4']
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47'

const encodeSha256 = (): Buffer => encodeSequence(encodeObjectId('2.16.840.1.101.3.4.2.1'))
const encodeAttribute = (id: string, value: Buffer): Buffer => encodeSequence(encodeObjectId(id), encodeSetOf([value]))
const encodeVersion = (version: number): Buffer => encodeDer(derTags.integer, Buffer.from([version]))

/** What is signed besides the bytes: their digest, and which certificate signs, so that it cannot be exchanged for another of its key. */
function encodeSignedAttributes(digest: Buffer, certificate: TestCertificate): Buffer[] {
  // ESSCertIDv2 with SHA-256, which is its default and left out.
  const certificateId = encodeSequence(encodeOctets(createHash('sha256').update(certificate.der).digest()))
  return [
    encodeAttribute(CONTENT_TYPE, encodeObjectId(DATA)),
    encodeAttribute(MESSAGE_DIGEST, encodeOctets(digest)),
    encodeAttribute(SIGNING_CERTIFICATE_V2, encodeSequence(encodeSequence(certificateId))),
  ]
}

/** Signs bytes with a certificate. The signature contains it and that of its authority, and not the bytes. */
export function createDetachedCadesSignature(bytes: Uint8Array, certificate: TestCertificate, authority: TestAuthority): Buffer {
  const attributes = encodeSignedAttributes(createHash('sha256').update(bytes).digest(), certificate)
  const signature = sign('sha256', encodeSetOf(attributes), certificate.key)
  const signer = encodeSequence(
    encodeVersion(1),
    encodeSequence(certificate.issuer, encodePositiveInteger(certificate.serial)),
    encodeSha256(),
    encodeSetOf(attributes, toContextTag(0)),
    encodeEcdsaSha256(),
    encodeOctets(signature),
  )
  const signedData = encodeSequence(
    encodeVersion(1),
    encodeSetOf([encodeSha256()]),
    encodeSequence(encodeObjectId(DATA)),
    encodeSetOf([certificate.der, authority.certificate.der], toContextTag(0)),
    encodeSetOf([signer]),
  )
  return encodeSequence(encodeObjectId(SIGNED_DATA), encodeDer(toContextTag(0), signedData))
}
