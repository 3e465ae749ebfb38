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

export const toBlob = (bytes: Uint8Array, type = 'image/jpeg'): Blob => new Blob([new Uint8Array(bytes)], { type })

interface Part {
  name: string
  value: string | Uint8Array
  /** The file name as it is in the header, without any check. */
  filename?: string
  type?: string
}

const BOUNDARY = '----mall-test-boundary'
export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`

/** The body of a multipart form, part by part, which no browser need be able to send. */
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
