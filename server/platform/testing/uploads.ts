import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** A photo as a phone makes it: with GPS position, time, device, and rotated by EXIF. */
export const createPhoto = ({ width = 640, height = 400 } = {}): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#3a7a6a' } })
    .jpeg({ quality: 90 })
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Make: 'SPYPHONE', Model: 'X1', ImageDescription: 'SECRET-DESCRIPTION' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '22/1 32/1 6/1', GPSLongitudeRef: 'E', GPSLongitude: '113/1 56/1 24/1' },
    })
    .toBuffer()

/** A PNG of one colour, with as few bytes as possible for its pixels; it may contain fewer rows than its header says. */
export function createFlatPng(width: number, height: number, rowsThere = height): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 1
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * rowsThere), { level: 9 })
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

export const toBlob = (bytes: Uint8Array, type = 'image/jpeg'): Blob => new Blob([new Uint8Array(bytes)], { type })

interface Part {
  name: string
  value: string | Uint8Array
  /** The file name as it is in the header, unchecked. */
  filename?: string
  type?: string
}

const BOUNDARY = '----mall-test-boundary'
export const FORM_CONTENT_TYPE = `multipart/form-data; boundary=${BOUNDARY}`

/** The body of a multipart form, part by part, including bodies that no browser sends. */
export function createFormBody(parts: readonly Part[], { closed = true } = {}): Buffer {
  const pieces = parts.flatMap(({ name, value, filename, type }) => {
    const disposition = `Content-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}`
    const head = [`--${BOUNDARY}`, disposition, ...(type === undefined ? [] : [`Content-Type: ${type}`]), '', ''].join('\r\n')
    return [Buffer.from(head), Buffer.from(value as string), Buffer.from('\r\n')]
  })
  return Buffer.concat([...pieces, Buffer.from(closed ? `--${BOUNDARY}--\r\n` : '')])
}

/** The form of an upload with one file. */
export const createUploadBody = (file: Uint8Array, { purpose = 'avatar', filename = 'a.jpg', type = 'image/jpeg' } = {}): Buffer =>
  createFormBody([
    { name: 'purpose', value: purpose },
    { name: 'file', value: file, filename, type },
  ])
