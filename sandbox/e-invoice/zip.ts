import { crc32 } from 'node:zlib'

/** 1980-01-01, the earliest day of the format. It is fixed, so that the same content gives the same file. */
const DAY = 0x21
const VERSION = 20
/** File names are UTF-8. */
const UTF8 = 0x0800

interface Entry {
  name: string
  bytes: Buffer
}

/** The fields of an entry that are in both of its headers. */
function facts({ name, bytes }: Entry): Buffer {
  const head = Buffer.alloc(26)
  head.writeUInt16LE(VERSION, 0)
  head.writeUInt16LE(UTF8, 2)
  head.writeUInt16LE(DAY, 8)
  head.writeUInt32LE(crc32(bytes), 10)
  head.writeUInt32LE(bytes.length, 14)
  head.writeUInt32LE(bytes.length, 18)
  head.writeUInt16LE(Buffer.byteLength(name), 22)
  return head
}

const signed = (signature: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(signature)
  return bytes
}

/** Creates a zip archive without compression. */
export function createZip(files: Readonly<Record<string, string>>): Buffer {
  const local: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(files)) {
    const entry = { name, bytes: Buffer.from(text, 'utf8') }
    const made = Buffer.concat([signed(0x04034b50), facts(entry), Buffer.from(name), entry.bytes])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    central.push(Buffer.concat([signed(0x02014b50), Buffer.from([VERSION, 0]), facts(entry), place, Buffer.from(name)]))
    local.push(made)
    offset += made.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(central.length, 4)
  end.writeUInt16LE(central.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...local, directory, signed(0x06054b50), end])
}
