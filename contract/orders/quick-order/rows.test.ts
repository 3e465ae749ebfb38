import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseOrderQuantity, parseQuickOrderTable, parseQuickOrderText, QUICK_ORDER_ROWS_MAX } from './rows.ts'

const pairs = (text: string) => parseQuickOrderText(text).rows.map(({ code, quantity }) => [code, quantity])

describe('a quantity as people write it', () => {
  test.each<[string, number | undefined]>([
    ['20', 20],
    [' 20 ', 20],
    ['２０', 20],
    ['1,000', 1_000],
    ['1，000', 1_000],
    ['20支', 20],
    ['200 升', 200],
    ['x20', 20],
    ['×２０', 20],
    ['* 3', 3],
    ['20.00', 20],
    ['20pcs', 20],
    ['999999', 999_999],
    ['1000000', undefined],
    ['0', undefined],
    ['-5', undefined],
    ['1.5', undefined],
    ['1e3', undefined],
    ['0x10', undefined],
    ['十', undefined],
    ['', undefined],
    ['20 30', undefined],
    ['1,00', undefined],
    ['=1+1', undefined],
    ['NaN', undefined],
  ])('%o is parsed as %o', (text, quantity) => expect(parseOrderQuantity(text)).toBe(quantity))
})

describe('pasted rows', () => {
  test.each<[string, string, string[][]]>([
    [
      'cells of a spreadsheet',
      'KT-U84-22\t20\nKT-U85-22\t30',
      [
        ['KT-U84-22', '20'],
        ['KT-U85-22', '30'],
      ],
    ],
    [
      'commas',
      'KT-U84-22,20\nKT-U85-22，３０',
      [
        ['KT-U84-22', '20'],
        ['KT-U85-22', '30'],
      ],
    ],
    [
      'blanks',
      'KT-U84-22 20\nkt  u85   22  5',
      [
        ['KT-U84-22', '20'],
        ['kt u85 22', '5'],
      ],
    ],
    [
      'a chat',
      'U84 x20\nU85×3支\nU92*4',
      [
        ['U84', '20'],
        ['U85', '3支'],
        ['U92', '4'],
      ],
    ],
    ['a number with thousands behind a blank', 'DIESEL-0 1,000', [['DIESEL-0', '1,000']]],
    ['a part number alone', 'KT-U84-22', [['KT-U84-22', '']]],
    [
      'Windows line ends and a last empty line',
      'A1\t2\r\nB2\t3\r\n',
      [
        ['A1', '2'],
        ['B2', '3'],
      ],
    ],
    ['heads in Chinese, in another order', '数量\t名称\t商品编码\n20\t截齿\tKT-U84-22', [['KT-U84-22', '20']]],
    ['heads with stars and units', '*商品编码\t*数量（支）\nKT-U84-22\t20', [['KT-U84-22', '20']]],
    ['English heads', 'Part No.,Qty\nKT-U84-22,20', [['KT-U84-22', '20']]],
    ['a title above the heads', '六月采购计划\n\n物料编码\t数量\nM-1\t6', [['M-1', '6']]],
    [
      'both numbers: ours goes first, theirs where ours is missing',
      '物料编码\t商品编码\t数量\nM-1\tKT-1\t6\nM-2\t\t7',
      [
        ['KT-1', '6'],
        ['M-2', '7'],
      ],
    ],
    [
      'a counted first column',
      '1\tKT-1\t6\n2\tKT-2\t7',
      [
        ['KT-1', '6'],
        ['KT-2', '7'],
      ],
    ],
    ['a name between', 'KT-1\tU84 采煤截齿\t6', [['KT-1', '6']]],
    [
      'the head of part numbers alone',
      '编码\nKT-1\nKT-2',
      [
        ['KT-1', ''],
        ['KT-2', ''],
      ],
    ],
    [
      'text kept as text by a spreadsheet',
      '="00123"\t5\n\'00124\t6',
      [
        ['00123', '5'],
        ['00124', '6'],
      ],
    ],
    ['a quantity that cannot be read', 'KT-1\t两箱半', [['KT-1', '两箱半']]],
    ['no part number', '\t5', [['5', '']]],
  ])('%s', (_, text, rows) => expect(pairs(text)).toEqual(rows))

  test('a list without part numbers asks for its names, and further columns are read by their headings', () => {
    const table = parseQuickOrderText(
      '序号\t品名\t规格型号\t单位\t数量\t期望单价（元）\t备注\n1\t采煤截齿\tU84\t支\t20\t35.5\t急用\n2\t齿座\t\t个\t4\t\t',
    )
    expect(table.rows.map(({ rowNo, code, quantity }) => [rowNo, code, quantity])).toEqual([
      [2, 'U84', '20'],
      [3, '齿座', '4'],
    ])
    expect([...table.details]).toEqual([
      [2, { name: '采煤截齿', spec: 'U84', unit: '支', wishedPrice: '35.5', note: '急用' }],
      [3, { name: '齿座', spec: '', unit: '个', wishedPrice: '', note: '' }],
    ])
    expect(parseQuickOrderText('KT-1\t6').details.size).toBe(0)
  })

  test('rows keep their line numbers, empty lines are counted, and none is lost', () => {
    const { rows, blank, beyond } = parseQuickOrderText('商品编码\t数量\n\nA1\t2\n   \n\t\nB2\t3\n')
    expect(rows.map(({ rowNo }) => rowNo)).toEqual([3, 6])
    expect([blank, beyond]).toEqual([3, 0])
  })

  test('a row above one that looks like a heading is kept as a row, and so is the heading', () => {
    expect(parseQuickOrderText('KT-1\t6\n编码\t数量\nKT-2\t7').rows.map(({ code }) => code)).toEqual(['KT-1', '编码', 'KT-2'])
  })

  test('rows beyond the limit are counted', () => {
    const lines = Array.from({ length: QUICK_ORDER_ROWS_MAX + 7 }, (_, at) => `KT-${at}\t1`)
    const { rows, beyond } = parseQuickOrderText(lines.join('\n'))
    expect([rows.length, beyond]).toEqual([QUICK_ORDER_ROWS_MAX, 7])
  })

  test('a formula is read as plain text', () => {
    expect(pairs('=HYPERLINK("http://x","y")\t=1+1')).toEqual([['=HYPERLINK("http://x","y")', '=1+1']])
  })

  test('rows and empty lines of any pasted text add up to its lines, and every value stands in the text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.string({ unit: 'grapheme', maxLength: 12 }), { minLength: 1, maxLength: 4 }), { maxLength: 30 }),
        (table) => {
          const { rows, blank, beyond } = parseQuickOrderTable(table)
          expect(beyond).toBe(0)
          expect(rows.length + blank).toBeLessThanOrEqual(table.length)
          expect(rows.every(({ code, quantity }) => [...code].length <= 60 && [...quantity].length <= 20)).toBe(true)
        },
      ),
      { numRuns: 500 },
    )
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        for (const { code, quantity } of parseQuickOrderText(text).rows) expect(code.isWellFormed() && quantity.isWellFormed()).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})
