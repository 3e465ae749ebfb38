import sharp from 'sharp'

/** A photograph as a telephone makes it: with its place, its time, its device, and lying on its side. */
export const photo = ({ width = 640, height = 400 } = {}): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#3a7a6a' } })
    .jpeg({ quality: 90 })
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Make: 'SPYPHONE', Model: 'X1', ImageDescription: 'SECRET-DESCRIPTION' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '22/1 32/1 6/1', GPSLongitudeRef: 'E', GPSLongitude: '113/1 56/1 24/1' },
    })
    .toBuffer()

export const blobOf = (bytes: Uint8Array, type = 'image/jpeg'): Blob => new Blob([new Uint8Array(bytes)], { type })

interface Part {
  name: string
  value: string | Uint8Array
  /** As it stands in the header, whatever it says. */
  filename?: string
  type?: string
}

const BOUNDARY = '----mall-test-boundary'
export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`

/** The body of a form, part by part, as no browser need have made it. */
export function formBody(parts: readonly Part[], { closed = true } = {}): Buffer {
  const pieces = parts.flatMap(({ name, value, filename, type }) => {
    const disposition = `Content-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}`
    const head = [`--${BOUNDARY}`, disposition, ...(type === undefined ? [] : [`Content-Type: ${type}`]), '', ''].join('\r\n')
    return [Buffer.from(head), Buffer.from(value as string), Buffer.from('\r\n')]
  })
  return Buffer.concat([...pieces, Buffer.from(closed ? `--${BOUNDARY}--\r\n` : '')])
}

/** An upload's form with one file. */
export const uploadBody = (file: Uint8Array, { purpose = 'avatar', filename = 'a.jpg', type = 'image/jpeg' } = {}): Buffer =>
  formBody([
    { name: 'purpose', value: purpose },
    { name: 'file', value: file, filename, type },
  ])
