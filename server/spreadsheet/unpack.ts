import { crc32, inflateRawSync } from 'node:zlib'

/** A zip of a few megabytes can hold gigabytes. What a workbook of a statement holds is far less than this. */
const CONTENT_MAX = 64 * 1024 * 1024
const ENTRIES_MAX = 500

const END = 0x06054b50
const PLACE = 0x02014b50
const LOCAL = 0x04034b50

interface Entry {
  name: Buffer
  content: Buffer
}

/** Where the list of a zip's files begins, and how many it names: told at its end, before a comment. */
function findList(zip: Buffer): { at: number; count: number } {
  for (let at = zip.length - 22; at >= Math.max(0, zip.length - 65_557); at--)
    if (zip.readUInt32LE(at) === END) return { at: zip.readUInt32LE(at + 16), count: zip.readUInt16LE(at + 10) }
  throw new Error('no end of a zip')
}

function contentOf(zip: Buffer, at: number, left: number): Buffer {
  const [method, size, local] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 42)]
  if (zip.readUInt32LE(local) !== LOCAL) throw new Error('no file of a zip')
  const begins = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
  const packed = zip.subarray(begins, begins + size)
  if (method === 8) return inflateRawSync(packed, { maxOutputLength: Math.max(1, left) })
  if (method !== 0) throw new Error('packed in a way that workbooks are not')
  return packed
}

/** The parts of a workbook that say something; pictures and the like are left out. Throws when they are more than they may be. */
function entriesOf(zip: Buffer): Entry[] {
  const list = findList(zip)
  if (list.count > ENTRIES_MAX) throw new Error('too many files in a zip')
  const entries: Entry[] = []
  let left = CONTENT_MAX
  for (let [at, count] = [list.at, 0]; count < list.count; count++) {
    if (zip.readUInt32LE(at) !== PLACE) throw new Error('no list of a zip')
    const name = zip.subarray(at + 46, at + 46 + zip.readUInt16LE(at + 28))
    if (/\.(xml|rels)$/i.test(name.toString('latin1'))) {
      const content = contentOf(zip, at, left)
      left -= content.length
      if (left < 0) throw new Error('too much in a zip')
      entries.push({ name, content })
    }
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return entries
}

/** The fields that a file's own head and its line in the list share. */
function fieldsOf({ name, content }: Entry): Buffer {
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(20, 0)
  fields.writeUInt32LE(crc32(content), 10)
  fields.writeUInt32LE(content.length, 14)
  fields.writeUInt32LE(content.length, 18)
  fields.writeUInt16LE(name.length, 22)
  return fields
}

const number = (value: number, bytes: 2 | 4): Buffer => {
  const buffer = Buffer.alloc(bytes)
  buffer.writeUIntLE(value, 0, bytes)
  return buffer
}

/** The same workbook with nothing packed and nothing else in it, so that whoever reads it finds exactly what was measured here. */
export function unpackWorkbook(bytes: Uint8Array): Buffer {
  const entries = entriesOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  const files: Buffer[] = []
  const places: Buffer[] = []
  let at = 0
  for (const entry of entries) {
    const fields = fieldsOf(entry)
    const file = Buffer.concat([number(LOCAL, 4), fields, entry.name, entry.content])
    places.push(Buffer.concat([number(PLACE, 4), number(20, 2), fields, Buffer.alloc(10), number(at, 4), entry.name]))
    files.push(file)
    at += file.length
  }
  const list = Buffer.concat(places)
  const end = [number(END, 4), number(0, 4), number(entries.length, 2), number(entries.length, 2), number(list.length, 4), number(at, 4)]
  return Buffer.concat([...files, list, ...end, number(0, 2)])
}
