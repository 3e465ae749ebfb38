import { describe, expect, test } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { measureFastest } from '#server/platform/testing/measure-fastest.ts'
import { createZip } from '#server/platform/testing/zip.ts'
import { readUploadedTable, type TextRows } from './public.ts'

const REFUSALS = { unreadable: 'BANK_FILE_UNREADABLE', tooLarge: 'BANK_FILE_TOO_LARGE' } as const
const read = (bytes: Uint8Array, rowsMax: number): Promise<TextRows> => readUploadedTable({ bytes, rowsMax, ...REFUSALS })
const refusalOf = (bytes: Uint8Array, rowsMax = 1_000): Promise<string> =>
  read(bytes, rowsMax).then(
    (rows) => `read ${rows.length} rows`,
    (error) => `${error.reason} ${error.message}`,
  )

const workbook = async (rows: number): Promise<Buffer> => {
  const row = (at: number) => [{ value: `第${at}行` }, { value: '1,234.50' }]
  return (await writeXlsxFile(Array.from({ length: rows }, (_, at) => row(at)) as never)).toBuffer() as Promise<Buffer>
}

const zip = (parts: Readonly<Record<string, string | Buffer>>): Buffer => createZip(Object.entries(parts))

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relation = (id: string, kind: string, target: string) => `<Relationship Id="${id}" Type="${RELATIONS}/${kind}" Target="${target}"/>`

/** Builds a workbook around the XML of its first sheet, with optional other parts. */
const around = (sheetData: string, more: Record<string, string | Buffer> = {}): Buffer =>
  zip({
    'xl/workbook.xml': `<?xml version="1.0"?><workbook xmlns:r="${RELATIONS}"><sheets><sheet name="一" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relation('rId1', 'worksheet', 'worksheets/sheet1.xml')}${relation('rId2', 'sharedStrings', '/xl/sharedStrings.xml')}${relation('rId3', 'styles', 'styles.xml')}</Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${sheetData}</sheetData></worksheet>`,
    ...more,
  })
const cell = (address: string, text: string) => `<c r="${address}" t="inlineStr"><is><t>${text}</t></is></c>`

/** The cost of reading for the process: the turns of its event loop meanwhile, and the growth of its memory. */
async function costOf(bytes: Uint8Array): Promise<{ refusal: string; turns: number; megabytes: number }> {
  let turns = 0
  const beat = setInterval(() => turns++, 1)
  const before = process.memoryUsage().rss
  let most = before
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 5)
  const refusal = await refusalOf(bytes)
  clearInterval(beat)
  clearInterval(watch)
  return { refusal, turns, megabytes: (most - before) / 1_048_576 }
}

test('a workbook is read to its last row that is not empty', async () => {
  const bytes = await workbook(500)
  const rows = await read(bytes, 1_000)
  expect([rows.length, rows[499]]).toEqual([500, ['第499行', '1,234.50']])
  expect(await read(bytes, 500)).toHaveLength(500)
  expect(await refusalOf(bytes, 499)).toMatch(/^BANK_FILE_TOO_LARGE 第 500 行超出上限，最多 499 行/)
})

describe('a workbook is read the same however its program writes it', () => {
  test('shared and rich texts, phonetics, formulas, dates, times, gaps, namespace prefixes, entities, CDATA', async () => {
    const strings =
      '<sst><si><t>日期</t></si><si><r><t>金</t></r><r><t xml:space="preserve">额 </t></r><rPh><t>jīn</t></rPh></si><si><t>A&amp;B&#20844;_x0041_</t></si></sst>'
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;"/><numFmt numFmtId="165" formatCode="0.00&quot;d&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="22"/><xf numFmtId="165"/></cellXfs></styleSheet>'
    const sheet = `<x:worksheet xmlns:x="m"><x:dimension ref="A1:XFD1048576"/><x:sheetData>
      <x:row r='1'><x:c r='A1' t="s"><x:v>0</x:v></x:c><x:c r="C1" t="s"><x:v>1</x:v></x:c></x:row>
      <x:row r="4" s="1"><x:c r="A4" s="1"><x:v>46343</x:v></x:c><x:c s="2"><x:v>46343.5</x:v></x:c><x:c s="3"><x:v>12.5</x:v></x:c>
        <x:c t="s" title="a>b"><x:v>2</x:v></x:c><x:c t="str"><x:f>1&lt;2</x:f><x:v>甲<![CDATA[<乙>]]></x:v></x:c><x:c t="b"><x:v>1</x:v></x:c><x:c t="e"><x:v>#N/A</x:v></x:c><!-- <c> --><x:c r="H4" s="1"/></x:row>
      </x:sheetData><x:mergeCells><x:mergeCell ref="A1:XFD1048576"/></x:mergeCells></x:worksheet>`
    const bytes = around('', { 'xl/sharedStrings.xml': strings, 'xl/styles.xml': styles, 'xl/worksheets/sheet1.xml': sheet })
    expect(await read(bytes, 10)).toEqual([
      ['日期', '', '金额'],
      [],
      [],
      ['2026-11-17', '2026-11-17 12:00:00', '12.5', 'A&B公A', '甲<乙>', 'TRUE', '#N/A'],
    ])
  })

  test('the first visible sheet, the 1904 date system, part names in another case or with backslashes', async () => {
    const bytes = zip({
      'xl\\Workbook.xml': `<workbook xmlns:r="r"><workbookPr date1904="1"/><sheets><sheet name="藏" state="hidden" r:id="rId9"/><sheet name="见" r:id="rId1"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships>${relation('rId9', 'worksheet', 'worksheets/a.xml')}${relation('rId1', 'worksheet', 'worksheets/B.xml')}${relation('s', 'styles', 'styles.xml')}</Relationships>`,
      'xl/worksheets/a.xml': `<worksheet><sheetData><row>${cell('A1', '看不见')}</row></sheetData></worksheet>`,
      'xl/worksheets/b.xml': '<worksheet><sheetData><row><c s="0"><v>1</v></c></row></sheetData></worksheet>',
      'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="14"/></cellXfs></styleSheet>',
    })
    expect(await read(bytes, 10)).toEqual([['1904-01-02']])
  })

  test.each([
    [
      'UTF-8 with its mark',
      Buffer.from('\ufeff日期,金额\n甲,"1,5\n6"\n'),
      [
        ['日期', '金额'],
        ['甲', '1,5 6'],
      ],
    ],
    ['GBK', Buffer.from([0xc8, 0xd5, 0xc6, 0xda, 0x2c, 0x31]), [['日期', '1']]],
    [
      'tabs',
      Buffer.from('a\tb\n1\t2'),
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'upright strokes, as banks write them',
      Buffer.from('日期|金额\n1|2\n'),
      [
        ['日期', '金额'],
        ['1', '2'],
      ],
    ],
  ])('%s', async (_, bytes, rows) => expect(await read(bytes, 100)).toEqual(rows))
})

describe('a file that expands to much more than its size costs little', () => {
  test.each<[string, () => Buffer, RegExp]>([
    [
      'a cell in the last corner of the sheet',
      () => around(`<row r="1">${cell('A1', '甲')}</row><row r="1048576">${cell('XFD1048576', '乙')}</row>`),
      /TOO_LARGE 第 1048576 行超出上限，最多 1000 行/,
    ],
    ['a cell in the last column', () => around(`<row r="5">${cell('XFD5', '乙')}</row>`), /UNREADABLE 第 5 行 XFD 列有内容，最多 256 列/],
    [
      'cells in the last corner that hold nothing',
      () => around(`<row r="1">${cell('A1', '甲')}</row><row r="1048576"><c r="XFD1048576" s="1"/></row>`),
      /^read 1 rows$/,
    ],
    [
      'a dimension and merged ranges over everything',
      () =>
        around(`<row r="1">${cell('A1', '甲')}</row>`, {
          'xl/worksheets/sheet1.xml': `<worksheet><dimension ref="A1:XFD1048576"/><sheetData><row r="1">${cell('A1', '甲')}</row></sheetData><mergeCells>${'<mergeCell ref="A1:XFD1048576"/>'.repeat(100_000)}</mergeCells></worksheet>`,
        }),
      /^read 1 rows$/,
    ],
    [
      'two million rows',
      () => around('<row><c t="inlineStr"><is><t>x</t></is></c></row>'.repeat(2_000_000)),
      /TOO_LARGE 第 1001 行超出上限/,
    ],
    [
      'two million cells in one row',
      () => around(`<row r="1">${'<c t="inlineStr"><is><t>x</t></is></c>'.repeat(2_000_000)}</row>`),
      /UNREADABLE 第 1 行 IW 列有内容/,
    ],
    ['a cell of seventy megabytes', () => around(`<row r="1">${cell('B1', 'x'.repeat(70_000_000))}</row>`), /UNREADABLE/],
    [
      'a shared text of a megabyte in every cell',
      () =>
        around(`<row r="1">${'<c t="s"><v>0</v></c>'.repeat(200)}</row>`, {
          'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(1_000_000)}</t></si></sst>`,
        }),
      /UNREADABLE 第 1 行 A 列的内容超过 2000 个字/,
    ],
    [
      'a shared text just short enough in two hundred thousand cells',
      () =>
        around(Array.from({ length: 1_000 }, (_, at) => `<row r="${at + 1}">${'<c t="s"><v>0</v></c>'.repeat(200)}</row>`).join(''), {
          'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(1_999)}</t></si></sst>`,
        }),
      /UNREADABLE 读到第 \d+ 行时内容过多/,
    ],
    [
      'sixty megabytes of shared texts that no cell names',
      () =>
        around(`<row r="1">${cell('A1', '甲')}</row>`, {
          'xl/sharedStrings.xml': `<sst>${'<si><t>aaaaaaaaaaaaaaaaaaaa</t></si>'.repeat(1_700_000)}</sst>`,
        }),
      /^read 1 rows$/,
    ],
    [
      'four thousand sheets',
      () =>
        around(
          `<row r="1">${cell('A1', '甲')}</row>`,
          Object.fromEntries(Array.from({ length: 4_000 }, (_, at) => [`xl/worksheets/sheet${at + 2}.xml`, 'x'.repeat(20_000)])),
        ),
      /^read 1 rows$/,
    ],
    [
      'six thousand parts',
      () => around('', Object.fromEntries(Array.from({ length: 6_000 }, (_, at) => [`${at}`, '']))),
      /UNREADABLE 无法识别/,
    ],
    [
      'entities that grow',
      () =>
        around('', {
          'xl/worksheets/sheet1.xml':
            '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><worksheet><sheetData><row><c t="inlineStr"><is><t>&b;</t></is></c></row></sheetData></worksheet>',
        }),
      /UNREADABLE 无法识别/,
    ],
    [
      'a tag without an end',
      () => around('', { 'xl/worksheets/sheet1.xml': `<worksheet ${'a'.repeat(60_000_000)}` }),
      /UNREADABLE 无法识别/,
    ],
    [
      'a comment without an end',
      () => around('', { 'xl/worksheets/sheet1.xml': `<worksheet><!--${'-'.repeat(60_000_000)}` }),
      /UNREADABLE 无法识别/,
    ],
    ['a CSV of opening brackets', () => Buffer.from('('.repeat(5_000_000)), /UNREADABLE 第 1 行 A 列的内容超过 2000 个字/],
    ['a CSV of quotation marks', () => Buffer.from('"'.repeat(5_000_000)), /UNREADABLE 第 1 行 A 列的内容超过 2000 个字/],
    ['a CSV of quotation marks and letters', () => Buffer.from('"a'.repeat(2_500_000)), /UNREADABLE|TOO_LARGE/],
    ['a CSV of commas', () => Buffer.from(`${','.repeat(4_999_999)}x`), /UNREADABLE 第 1 行 \w+ 列有内容，最多 256 列/],
    ['a CSV of line breaks', () => Buffer.from(`${'\n'.repeat(4_999_999)}x`), /TOO_LARGE 第 5000000 行超出上限/],
    [
      'a GBK CSV with one long cell',
      () => Buffer.concat([Buffer.from('a,b\n1,'), Buffer.alloc(1_000_000, Buffer.from([0xbd, 0xd8]))]),
      /UNREADABLE 第 2 行 B 列的内容超过 2000 个字/,
    ],
  ])('%s', async (_, make, answer) => {
    const { refusal, megabytes } = await costOf(make())
    expect(refusal).toMatch(answer)
    expect(megabytes).toBeLessThan(300)
    expect(await read(Buffer.from('a,b'), 10)).toEqual([['a', 'b']])
  })
})

test('a single cell in the last corner of the sheet is read quickly', async () => {
  const far = around(`<row r="1">${cell('A1', '甲')}</row><row r="1048576">${cell('XFD1048576', '乙')}</row>`)
  expect(far.length).toBeLessThan(2_000)
  // A few milliseconds. Filling the sheet up to its last corner took 2.4 seconds.
  expect(await measureFastest(100, () => refusalOf(far))).toBeLessThan(100)
})

test('other calls are answered while a large table is read', async () => {
  const row = (at: number) => `${Array.from({ length: 30 }, (_, column) => `单元格 ${at}-${column}`).join(',')}\n`
  const bytes = Buffer.from(Array.from({ length: 8_000 }, (_, at) => row(at)).join(''))
  let [turns, reading] = [0, true]
  const beat = setInterval(() => turns++, 1)
  const rows = await read(bytes, 20_000).finally(() => (reading = false))
  clearInterval(beat)
  expect([rows.length, reading]).toEqual([8_000, false])
  // About three hundred turns of the event loop were measured. Reading on this thread would allow one or two.
  expect(turns).toBeGreaterThan(20)
})

test.each<[string, (zip: Buffer) => Buffer]>([
  ['cut off', (bytes) => bytes.subarray(0, bytes.length - 30)],
  [
    'with a list that points beyond it',
    (bytes) => {
      const astray = Buffer.from(bytes)
      astray.writeUInt32LE(0x7fffffff, astray.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6])) + 16)
      return astray
    },
  ],
  [
    'whose parts are noise',
    (bytes) => {
      const noise = Buffer.from(bytes)
      noise.fill(0xa5, 40, 400)
      return noise
    },
  ],
])('a zip file %s is refused as unreadable', async (_, spoil) => {
  expect(await refusalOf(spoil(await workbook(3)))).toMatch(/^BANK_FILE_UNREADABLE 无法识别该文件/)
})

test.each<[string, Buffer, RegExp]>([
  ['an old workbook, or one with a password', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0]), /另存为不带密码的 \.xlsx/],
  ['a web page that a bank calls .xls', Buffer.from('<html><body><table><tr><td>1</td></tr></table></body></html>'), /网页格式/],
  ['a picture', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0]), /无法识别该文件/],
])('%s is refused with advice on what to do', async (_, bytes, why) => expect(await refusalOf(bytes)).toMatch(why))
