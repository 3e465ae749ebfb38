// Writes ASN.1 in DER: as much of it as a certificate and a signature need.

/** The tags that are used, by name. */
export const derTags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectId: 0x06,
  utf8String: 0x0c,
  sequence: 0x30,
  set: 0x31,
  utcTime: 0x17,
} as const

/** The tag of a field with a number of its own, which contains other values. */
export const toContextTag = (number: number): number => 0xa0 + number

function encodeLength(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length])
  const bytes: number[] = []
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256)
  return Buffer.from([0x80 + bytes.length, ...bytes])
}

/** A value with its tag and length. Several contents are joined. */
export function encodeDer(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents)
  return Buffer.concat([Buffer.from([tag]), encodeLength(content.length), content])
}

export const encodeSequence = (...contents: readonly Uint8Array[]): Buffer => encodeDer(derTags.sequence, ...contents)

/** SET OF, whose values DER sorts. `tag` is another one if the field has a number. */
export const encodeSetOf = (contents: readonly Buffer[], tag: number = derTags.set): Buffer =>
  encodeDer(tag, ...contents.toSorted(Buffer.compare))

/** A positive number, by its bytes. */
export const encodePositiveInteger = (bytes: Uint8Array): Buffer =>
  encodeDer(derTags.integer, (bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes)

/** An object identifier, such as 1.2.840.113549.1.7.2. */
export function encodeObjectId(text: string): Buffer {
  const [first = 0, second = 0, ...others] = text.split('.').map(Number)
  const bytes = [first * 40 + second]
  for (const part of others) {
    const septets = [part % 128]
    for (let rest = Math.floor(part / 128); rest > 0; rest = Math.floor(rest / 128)) septets.unshift(128 + (rest % 128))
    bytes.push(...septets)
  }
  return encodeDer(derTags.objectId, Buffer.from(bytes))
}

export const encodeOctets = (bytes: Uint8Array): Buffer => encodeDer(derTags.octetString, bytes)

/** A string of whole bytes, after the number of unused bits, which is none but for named bits. */
export const encodeBits = (bytes: Uint8Array, unused = 0): Buffer => encodeDer(derTags.bitString, Buffer.from([unused]), bytes)

/** A time until 2049, in seconds. */
export const encodeTime = (at: Date): Buffer =>
  encodeDer(derTags.utcTime, Buffer.from(`${at.toISOString().slice(2, 19).replaceAll(/[-:T]/g, '')}Z`))
