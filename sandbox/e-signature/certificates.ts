import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import {
  derTags,
  encodeBits,
  encodeDer,
  encodeObjectId,
  encodeOctets,
  encodePositiveInteger,
  encodeSequence,
  encodeSetOf,
  encodeTime,
  toContextTag,
} from './der.ts'

/** A certificate with its key, and with what a signature says of it. */
export interface TestCertificate {
  key: KeyObject
  /** The certificate in DER. */
  der: Buffer
  /** The name of who issued it, in DER, and its serial number. */
  issuer: Buffer
  serial: Buffer
}

/** The authority of the sandbox: its own name, in DER, and the key that signs certificates. */
export interface TestAuthority {
  name: Buffer
  key: KeyObject
  certificate: TestCertificate
}

/** ecdsa-with-SHA256. Its parameters are left out. */
export const encodeEcdsaSha256 = (): Buffer => encodeSequence(encodeObjectId('1.2.840.10045.4.3.2'))

const YEAR_MS = 365 * 86_400_000
const [COUNTRY, ORGANISATION, COMMON_NAME] = ['2.5.4.6', '2.5.4.10', '2.5.4.3']

const encodeName = (organisation: string, commonName: string): Buffer =>
  encodeSequence(
    ...[
      [COUNTRY, 'CN'],
      [ORGANISATION, organisation],
      [COMMON_NAME, commonName],
    ].map(([id = '', text = '']) => encodeSetOf([encodeSequence(encodeObjectId(id), encodeDer(derTags.utf8String, Buffer.from(text)))])),
  )

const CRITICAL = encodeDer(derTags.boolean, Buffer.from([0xff]))
const encodeExtension = (id: string, critical: boolean, value: Buffer): Buffer =>
  encodeSequence(encodeObjectId(id), ...(critical ? [CRITICAL] : []), encodeOctets(value))

/** What a certificate may be used for: to sign others, or documents (digitalSignature and nonRepudiation). */
const encodeExtensions = (isAuthority: boolean, publicKey: Buffer): Buffer =>
  encodeDer(
    toContextTag(3),
    encodeSequence(
      encodeExtension('2.5.29.19', true, isAuthority ? encodeSequence(CRITICAL) : encodeSequence()),
      encodeExtension('2.5.29.15', true, isAuthority ? encodeBits(Buffer.from([0x06]), 1) : encodeBits(Buffer.from([0xc0]), 6)),
      encodeExtension('2.5.29.14', false, encodeOctets(createHash('sha1').update(publicKey).digest())),
    ),
  )

interface Subject {
  name: Buffer
  key: KeyObject
  isAuthority: boolean
  now: Date
}

function issue({ name, key, isAuthority, now }: Subject, issuer: Pick<TestAuthority, 'name' | 'key'>): TestCertificate {
  const serial = Buffer.concat([Buffer.from([0x01]), randomBytes(11)])
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' })
  const from = new Date(now.getTime() - 86_400_000)
  const until = new Date(now.getTime() + (isAuthority ? 10 : 2) * YEAR_MS)
  const content = encodeSequence(
    encodeDer(toContextTag(0), encodeDer(derTags.integer, Buffer.from([2]))),
    encodePositiveInteger(serial),
    encodeEcdsaSha256(),
    issuer.name,
    encodeSequence(encodeTime(from), encodeTime(until)),
    name,
    publicKey,
    encodeExtensions(isAuthority, publicKey),
  )
  const der = encodeSequence(content, encodeEcdsaSha256(), encodeBits(sign('sha256', content, issuer.key)))
  return { key, der, issuer: issuer.name, serial }
}

/** Creates a key of a new certificate (P-256). */
export const createTestKey = (): KeyObject => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey

/** Creates the authority with its own certificate. `now`: when it begins, less a day. */
export function createTestAuthority(key: KeyObject, now: Date): TestAuthority {
  const name = encodeName('测试电子认证机构', '演示根证书（无法律效力）')
  return { name, key, certificate: issue({ name, key, isAuthority: true, now }, { name, key }) }
}

/** Issues a certificate for a company, which signs in its name. */
export const issueTestCertificate = (authority: TestAuthority, company: string, now: Date): TestCertificate =>
  issue({ name: encodeName(company, company), key: createTestKey(), isAuthority: false, now }, authority)

/** A certificate as PEM text. */
export const toCertificatePem = (der: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${der
    .toString('base64')
    .replaceAll(/(.{64})/g, '$1\n')
    .trimEnd()}\n-----END CERTIFICATE-----\n`
