/** The sixteen bytes of a UUID. */
export const uuidToBytes = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex')

/** The UUID of sixteen bytes. */
export function uuidFromBytes(bytes: Buffer): string {
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
