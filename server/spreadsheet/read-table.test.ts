import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { storedZip } from '../../contract/sheet/stored-zip.ts'
import { readTable } from './public.ts'

const UNPACKED_MAX = 64 * 1024 * 1024
const unpacked = (zip: Buffer) => storedZip(new Uint8Array(zip), UNPACKED_MAX)

const workbook = async (rows: number): Promise<Buffer> => {
  const row = (at: number) => [{ value: `第${at}行` }, { value: '1,234.50' }]
  return (await writeXlsxFile(Array.from({ length: rows }, (_, at) => row(at)) as never)).toBuffer() as Promise<Buffer>
}

/** Puts other content in place of the first sheet's, and lets the zip say whatever it said before of its size. */
function swapSheet(zip: Buffer, content: Buffer): Buffer {
  const list = zip.readUInt32LE(zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6])) + 16)
  for (
    let at = list;
    zip.readUInt32LE(at) === 0x02014b50;
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  ) {
    if (!zip.toString('latin1', at + 46, at + 46 + zip.readUInt16LE(at + 28)).endsWith('sheet1.xml')) continue
    const packed = deflateRawSync(content)
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    const place = Buffer.from(zip)
    place.writeUInt16LE(8, at + 10)
    place.writeUInt32LE(packed.length, at + 20)
    place.writeUInt32LE(zip.length, at + 42)
    const end = place.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
    return Buffer.concat([place, head, packed, place.subarray(end)])
  }
  return expect.fail('no sheet')
}

test('a workbook is read whole, and with nothing packed in it the same', async () => {
  const bytes = await workbook(500)
  const rows = await readTable(bytes, 1_000)
  expect([rows?.length, rows?.[499]]).toEqual([500, ['第499行', '1,234.50']])
  expect(await readTable(await unpacked(bytes), 1_000)).toEqual(rows)
  expect(await readTable(bytes, 10)).toHaveLength(10)
})

test('a small file that holds a large one is refused, whatever it says of its size, and the server goes on', async () => {
  const bytes = await workbook(3)
  const row = '<row><c t="inlineStr"><is><t>x</t></is></c></row>'
  const bomb = swapSheet(bytes, Buffer.from(`<worksheet><sheetData>${row.repeat(2_000_000)}</sheetData></worksheet>`))
  expect(bomb.length).toBeLessThan(1024 * 1024)
  const before = process.memoryUsage().rss
  expect(await readTable(bomb, 100)).toBeUndefined()
  expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024)
  await expect(unpacked(bomb)).rejects.toThrow('too large')
  expect(await readTable(bytes, 100)).toHaveLength(3)
})

test.each<[string, (zip: Buffer) => Buffer]>([
  ['cut off', (zip) => zip.subarray(0, zip.length - 30)],
  [
    'with a list that points beyond it',
    (zip) => {
      const astray = Buffer.from(zip)
      astray.writeUInt32LE(0x7fffffff, astray.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6])) + 16)
      return astray
    },
  ],
  [
    'whose parts are noise',
    (zip) => {
      const noise = Buffer.from(zip)
      noise.fill(0xa5, 40, 400)
      return noise
    },
  ],
])('a zip %s is no table', async (_, spoil) => {
  expect(await readTable(spoil(await workbook(3)), 100)).toBeUndefined()
})

test.each([
  ['UTF-8 with its mark', Buffer.from('\ufeff日期,金额\n甲,"1,5\n6"\n'), [['日期', '金额'], ['甲', '1,5\n6'], ['']]],
  ['GBK', Buffer.from([0xc8, 0xd5, 0xc6, 0xda, 0x2c, 0x31]), [['日期', '1']]],
  [
    'tabs',
    Buffer.from('a\tb\n1\t2'),
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
])('%s', async (_, bytes, rows) => expect(await readTable(bytes, 100)).toEqual(rows))
