import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseTableByHeadings } from './columns.ts'
import { readSheetFile, SheetFileError } from './read-sheet.ts'
import { toCsvBlob, toXlsxBlob } from './write-sheet.ts'

const named = (parts: BlobPart[], name: string) => Object.assign(new Blob(parts), { name })
/** 商品编码,数量 in GBK. */
const GBK = Uint8Array.from([0xc9, 0xcc, 0xc6, 0xb7, 0xb1, 0xe0, 0xc2, 0xeb, 0x2c, 0xca, 0xfd, 0xc1, 0xbf, 0x0a, 0x41, 0x2c, 0x35])

test.each([
  ['UTF-8', ['商品编码,数量\nA,5']],
  ['UTF-8 with its mark', ['\ufeff商品编码,数量\r\nA,5']],
  ['GBK, as Chinese Excel saves it', [GBK]],
  ['UTF-16, as Excel saves Unicode text', [Uint8Array.from([0xff, 0xfe, ...Buffer.from('商品编码\t数量\nA\t5', 'utf16le')])]],
])('a CSV file in %s is read', async (_, parts) => {
  const rows = await readSheetFile(named(parts as BlobPart[], 'a.csv'))
  expect(rows.map((cells) => cells.map((cell) => cell.replace('\ufeff', '')))).toEqual([
    ['商品编码', '数量'],
    ['A', '5'],
  ])
})

test('an exported file is read back unchanged: text, numbers and formulas as text', async () => {
  const columns = [
    { head: '商品编码', width: 20 },
    { head: '数量', width: 10 },
    { head: '备注', width: 20 },
  ]
  const rows = [
    ['KT-U84-22', 20, '3 号面'],
    ['00123', 1_000, '=HYPERLINK("http://x","点我")'],
    ['say "hi", twice', -5, ''],
  ] as const
  const xlsx = await toXlsxBlob({ columns, rows }, '清单')
  const expected = [
    ['商品编码', '数量', '备注'],
    ['KT-U84-22', '20', '3 号面'],
    ['00123', '1000', '\'=HYPERLINK("http://x","点我")'],
    ['say "hi", twice', '-5'],
  ]
  expect(await readSheetFile(named([xlsx], 'a.xlsx'))).toEqual(expected)
  const csv = toCsvBlob({ columns, rows })
  expect([...new Uint8Array(await csv.arrayBuffer()).subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const again = await readSheetFile(named([csv], 'a.csv'))
  expect(again.slice(1, 4)).toEqual(expected.slice(1))
})

// For parts above half a megabyte the library would start a worker of its own.
test('a thousand rows of thirty columns are read without a worker', async () => {
  const columns = Array.from({ length: 30 }, (_, at) => ({ head: `列 ${at}`, width: 10 }))
  const rows = Array.from({ length: 1_000 }, (_, row) => columns.map((_, at) => `${row}-${at}-${'x'.repeat(20)}`))
  const read = await readSheetFile(named([await toXlsxBlob({ columns, rows }, '大表')], 'a.xlsx'))
  expect([read.length, read[1_000]?.[29]]).toEqual([1_001, `999-29-${'x'.repeat(20)}`])
})

test('a file that is no spreadsheet is refused with a helpful text', async () => {
  const refused = async (parts: BlobPart[], name: string) =>
    readSheetFile(named(parts, name)).then(
      () => 'read',
      (error: unknown) => (error instanceof SheetFileError ? error.message : String(error)),
    )
  expect(await refused([], 'a.csv')).toBe('文件是空的')
  expect(await refused([new Uint8Array(5_000_001)], 'a.csv')).toBe('文件不能超过 5MB')
  expect(await refused([Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0])], 'a.xls')).toMatch(/另存为 \.xlsx/)
  expect(await refused(['PK and nothing more'], 'a.xlsx')).toMatch(/文件无法读取/)
  expect(await refused([Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0])], 'a.csv')).toMatch(/文件无法读取/)
  const picture = readFileSync('docs/screens/home-phone.webp')
  expect(await refused([picture], 'a.csv')).toMatch(/文件无法读取/)
})

test.each([
  [
    'a cell of a hundred thousand brackets',
    `商品编码,数量\n${'('.repeat(100_000)},1`,
    '第 2 行 A 列的内容超过 2000 个字；请删减后重新上传',
  ],
  ['five megabytes of quotation marks', '"'.repeat(4_999_999), '第 1 行 A 列的内容超过 2000 个字；请删减后重新上传'],
  ['more columns than any list has', `商品编码,数量\n${','.repeat(300)}x`, '第 2 行 KO 列有内容，最多 256 列；请删除多余的列后重新上传'],
  ['more rows than are looked at', 'A,1\n'.repeat(20_001), '第 20001 行超出上限，最多 20000 行；请拆成几个文件分别上传，或删除多余的行'],
])('%s is refused, and the row is named', async (_, text, why) => {
  await expect(readSheetFile(named([text], 'a.csv'))).rejects.toThrow(new SheetFileError(why))
})

test('a small compressed file with too large content is refused as soon as the limit is reached', async () => {
  const columns = [{ head: 'x'.repeat(30_000), width: 10 }]
  const xlsx = await toXlsxBlob({ columns, rows: Array.from({ length: 40 }, (_, at) => [`${at}${'y'.repeat(30_000)}`]) }, '大')
  await expect(readSheetFile(named([xlsx], 'a.xlsx'))).rejects.toThrow('第 1 行 A 列的内容超过 2000 个字')
})

test('columns are found by headings in any order below a title, and without headings by position', () => {
  const names = { name: ['收货人', '姓名'], mobile: ['手机号', '电话'] }
  const headed = [
    ['通讯录'],
    [],
    ['*手机号（必填）', '备注', '收货人'],
    ['13900000001', 'x', '张三'],
    ['', 'y', ''],
    ['13900000002', '', "'李四"],
  ]
  expect(parseTableByHeadings(headed, names)).toEqual([
    { rowNo: 4, cells: { name: '张三', mobile: '13900000001' } },
    { rowNo: 6, cells: { name: '李四', mobile: '13900000002' } },
  ])
  expect(parseTableByHeadings([['张三', '13900000001']], names)).toEqual([{ rowNo: 1, cells: { name: '张三', mobile: '13900000001' } }])
})
