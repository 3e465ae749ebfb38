import { deflateSync } from 'node:zlib'

const encodeObjects = (objects: readonly string[], trailer: string): Buffer =>
  Buffer.from(`%PDF-1.7\n${objects.join('\n')}\ntrailer << /Root 1 0 R ${trailer}>>\n%%EOF\n`, 'latin1')

/** A small PDF with the given entries in its catalog and its trailer. */
export const createPdf = ({ catalog = '', trailer = '' } = {}): Buffer =>
  encodeObjects([`1 0 obj << /Type /Catalog ${catalog}>> endobj`], trailer)

/** A PDF whose only entries are packed in an object stream, as most programs write them. */
export function createPdfWithPackedObjects(entries: string): Buffer {
  const packed = deflateSync(Buffer.from(`2 0 << ${entries} >>`)).toString('latin1')
  const head = `3 0 obj << /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${packed.length} >>`
  return encodeObjects(['1 0 obj << /Type /Catalog >> endobj', `${head} stream\n${packed}\nendstream endobj`], '')
}

/** A PDF with a stream of any bytes, such as a picture. */
export const createPdfWithStream = (bytes: string): Buffer =>
  encodeObjects([`1 0 obj << /Type /Catalog >> endobj`, `2 0 obj << /Length ${bytes.length} >> stream\n${bytes}\nendstream endobj`], '')
