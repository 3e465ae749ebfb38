import { describe, expect, test } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { contract } from '#contract/api.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { parseCellAmount, parseDay, stripNumberWrappersFromCellText } from '#server/adapters/spreadsheets/public.ts'
import { openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { toBlob } from '#server/platform/testing/uploads.ts'

const mall = await openMall()
const finance = await mall.staff('finance')
const bank = finance.api.consoleBank

const upload = (bytes: Uint8Array | string, fileName = '对账单.csv') =>
  bank.importStatement({ fileName }, { file: toBlob(typeof bytes === 'string' ? Buffer.from(bytes) : bytes, 'application/octet-stream') })
const refusal = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'done',
    (error) => `${error.reason} ${error.message}`,
  )
const counts = ({ added, known, skipped, refused }: Awaited<ReturnType<typeof upload>>) => ({ added, known, skipped, refused })
const lines = async (keyword: string) => (await bank.lines({ keyword, pageSize: 100 })).dataList

/** Bytes of GBK: the runtime reads it and does not write it, so the letters are looked up. */
const gbk = (() => {
  const decoder = new TextDecoder('gb18030')
  const codes = new Map<string, number[]>()
  for (let lead = 0x81; lead <= 0xfe; lead++)
    for (let trail = 0x40; trail <= 0xfe; trail++) if (trail !== 0x7f) codes.set(decoder.decode(Uint8Array.of(lead, trail)), [lead, trail])
  return (text: string) =>
    Buffer.from([...text].flatMap((letter) => (letter < '\u0080' ? [letter.charCodeAt(0)] : (codes.get(letter) ?? [0x3f]))))
})()

describe('a bank statement as banks export it', () => {
  test('in GBK with quotes, line breaks, a preamble, thousands separators and totals gives a result per row', async () => {
    const csv = gbk(
      [
        '中国工商银行账户明细清单,,,,,,',
        '账号：4000020200000000000,户名：岩锋工品,,,,,',
        '',
        '交易日期,交易流水号,借方发生额,贷方发生额,对方户名,对方账号,"摘要"',
        '2026-11-17,"GBK0001",,"12,345.60","深圳""岩锋""矿业（集团）有限公司","6222 0202 0000 9999","货款\nYF0123456789"',
        '20261117,GBK0002\t,,0.01,王五,,',
        '2026/11/17,GBK0003,500.00,,某供应商,,支付',
        '2026-13-45,GBK0004,,5.00,甲,,',
        '2026-11-19,GBK0005,,5.00,甲,,明天的',
        '2026-11-17,,,5.00,甲,,没有流水号',
        '2026-11-17,GBK0006,,五元,甲,,',
        '2026-11-17,GBK0006,,1.234,甲,,',
        '2026-11-17,GBK0001,,"12,345.60",同一行,,',
        '2026-11-17,GBK0002,,0.02,金额不同,,',
        '2026-11-17,GBK0007,,-8.00,冲正,,',
        '合计,,500.00,"12,355.61",,,',
        '',
      ].join('\r\n'),
    )
    const done = await upload(csv)
    expect(done.rows.map(({ row, result, text }) => [row, result, text])).toEqual([
      [5, 'added', '深圳"岩锋"矿业(集团)有限公司 ¥12,345.60'],
      [6, 'added', '王五 ¥0.01'],
      [7, 'skipped', '支出或无收入金额'],
      [8, 'refused', '交易日期“2026-13-45”无法识别'],
      [9, 'refused', '交易日期 2026-11-19 晚于今天'],
      [10, 'refused', '缺少流水号'],
      [11, 'refused', '收入金额“五元”无法识别'],
      [12, 'refused', '收入金额“1.234”无法识别'],
      [13, 'skipped', '与第 5 行重复'],
      [14, 'refused', '与第 6 行的流水号相同而内容不同，请核对'],
      [15, 'skipped', '冲正，请人工处理'],
      [16, 'skipped', '合计行'],
    ])
    expect(done).toMatchObject({ added: 2, known: 0, skipped: 4, refused: 6, amount: yuanTextToFen('12345.61'), by: 'finance' })
    expect(await lines('岩锋')).toMatchObject([
      {
        reference: 'GBK0001',
        day: '2026-11-17',
        payerAccount: '****9999',
        remark: '货款 YF0123456789',
        source: 'statement',
        rest: 1_234_560,
      },
    ])
    const again = await upload(csv)
    expect(counts(again)).toEqual({ added: 0, known: 2, skipped: 4, refused: 6 })
    expect(again.amount).toBe(0)
    expect((await bank.imports({})).dataList.map(({ added, known }) => [added, known]).sort()).toEqual([
      [0, 2],
      [2, 0],
    ])
    const [{ fileName = '' } = {}] = (await bank.imports({})).dataList
    const day = toShanghaiDay(mall.clock.now)
    const counted = async (filter: Parameters<typeof bank.imports>[0]) => (await bank.imports(filter)).total
    expect(await counted({ keyword: fileName.slice(1, 4), dateFrom: day, dateTo: day })).toBe(2)
    expect([
      await counted({ keyword: '没有的文件' }),
      await counted({ accountNo: '99999999' }),
      await counted({ dateTo: '2026-01-01' }),
    ]).toEqual([0, 0, 0])
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('is read in UTF-8 with BOM, one amount with a direction, and another column order', async () => {
    const csv =
      '\ufeff借贷标志,交易金额,付款人名称,银行流水号,记账日期,用途\n贷,"¥1,000.00",周八,UTF0001,2026年11月8日,货款\n借,5,,UTF0002,2026-11-08,\nC,0,,UTF0003,2026-11-08,\n'
    const done = await upload(csv)
    expect(done.rows.map(({ result, text }) => [result, text])).toEqual([
      ['added', '周八 ¥1,000.00'],
      ['skipped', '支出'],
      ['skipped', '无收入金额'],
    ])
    expect(await lines('UTF0001')).toMatchObject([{ day: '2026-11-08', amount: 100_000 }])
  })

  test('is read as XLSX with numbers as text and date cells; formulas stay text', async () => {
    const heading = ['交易日期', '流水号', '收入金额', '对方户名', '备注'].map((value) => ({ value }))
    const rows = [
      heading,
      [
        { value: new Date('2026-11-17T00:00:00Z'), type: Date, format: 'yyyy-mm-dd' },
        { value: '00012345678901234567' },
        { value: '1,234.50' },
        { value: '甲公司' },
        { value: '' },
      ],
      [
        { value: '2026-11-17' },
        { value: 'XLS0002' },
        { value: 8.1, type: Number },
        { value: '乙公司' },
        { value: '=HYPERLINK("http://evil")' },
      ],
      [
        { value: '2026-11-17' },
        { value: 123456789012, type: Number },
        { value: '2+3', type: 'Formula' as const },
        { value: '丙公司' },
        { value: '' },
      ],
      [{ value: '2026-11-17' }, { value: 1.5e21, type: Number }, { value: '5' }, { value: '丁公司' }, { value: '' }],
    ]
    const bytes = await (await writeXlsxFile(rows as never)).toBuffer()
    const done = await upload(bytes as Buffer, '对账单.xlsx')
    expect(done.rows.map(({ result }) => result)).toEqual(['added', 'added', 'skipped', 'refused'])
    expect(done.rows[3]?.text).toBe('流水号已被表格软件改成科学计数，请重新导出')
    expect((await lines('00012345678901234567'))[0]).toMatchObject({ amount: 123_450, day: '2026-11-17' })
    expect((await lines('XLS0002'))[0]).toMatchObject({ amount: 810, remark: '=HYPERLINK("http://evil")' })
  })

  test('with 5,000 rows imported twice concurrently adds each line once within seconds', async () => {
    const heading = '交易日期,流水号,对方户名,收入金额\n'
    const row = (at: number) => `2026-11-17,BULK${String(at).padStart(6, '0')},公司${at % 97},${(at % 900) + 1}.07\n`
    const csv = heading + Array.from({ length: 5_000 }, (_, at) => row(at)).join('')
    const begun = performance.now()
    const done = await Promise.all([upload(csv), upload(csv)])
    console.info(`import: 2 × 5,000 rows in ${Math.round(performance.now() - begun)} ms`)
    expect(done.map(({ added }) => added).sort()).toEqual([0, 5_000])
    expect(done.map(({ added, known }) => added + known)).toEqual([5_000, 5_000])
    expect((await bank.lines({ keyword: 'BULK', open: true })).total).toBe(5_000)
    expect(await mall.findInvariantBreaches()).toEqual({})
  })
})

describe('a file that is not a bank statement is refused as a whole', () => {
  const columns = '交易日期,流水号,收入金额,对方户名\n'
  test.each<[string, Uint8Array | string, RegExp]>([
    ['a picture', Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 0, 0), /BANK_FILE_UNREADABLE/],
    ['an empty file', ' ', /BANK_FILE_UNREADABLE/],
    ['a zip that is no workbook', Uint8Array.of(0x50, 0x4b, 3, 4, 1, 2, 3, 4), /BANK_FILE_UNREADABLE/],
    ['a list without money', '交易日期,流水号\n2026-11-17,A1\n', /未找到列：收入金额/],
    [
      'a statement of another account',
      `中国工商银行客户交易明细\n账号：6222020200001234567\n${columns}2026-11-17,ZZ01,5,甲\n`,
      /属于中国工商银行尾号 4567 的账户，不是收款账户/,
    ],
    [
      'one whose last digits are those of ours',
      `账号：6222020200010000000\n${columns}2026-11-17,ZZ01,5,甲\n`,
      /属于尾号 10000000 的账户，不是收款账户（.+，尾号 00000000）/,
    ],
    ['too many rows', columns + '2026-11-17,A1,5,甲\n'.repeat(20_001), /BANK_FILE_TOO_LARGE/],
    ['too many bytes', columns + ' '.repeat(5 * 1024 * 1024), /BANK_FILE_TOO_LARGE/],
  ])('%s', async (_, file, why) => {
    const before = (await bank.imports({})).total
    expect(await refusal(upload(file))).toMatch(why)
    expect((await bank.imports({})).total).toBe(before)
  })

  test('a row whose reference exists with another amount or other typed data is reported and changes nothing', async () => {
    const typed = { reference: 'TYPED77', day: '2026-11-17', amount: yuanTextToFen('10'), payerName: '甲' }
    const { lineId } = await bank.record(typed)
    expect(await refusal(bank.record(typed))).toMatch(/BANK_REFERENCE_USED/)
    const differs = await upload(`${columns}2026-11-17,TYPED77,11.00,乙\n`)
    expect(differs.rows[0]).toMatchObject({ result: 'refused', lineId, text: expect.stringContaining('¥10.00') })
    expect(await bank.line({ lineId })).toMatchObject({ source: 'typed', payerName: '甲', amount: 1_000 })
    expect((await upload(`${columns}2026-11-16,TYPED77,10.00,乙\n`)).rows[0]?.result).toBe('known')
    expect(await bank.line({ lineId })).toMatchObject({ source: 'statement', payerName: '乙' })
    expect(await refusal(bank.voidLine({ lineId, reason: '错' }))).toMatch(/BANK_LINE_CHANGED/)
    const { lineId: wrong } = await bank.record({ ...typed, reference: 'TYPED78' })
    await bank.voidLine({ lineId: wrong, reason: '登记有误' })
    expect(await refusal(bank.line({ lineId: wrong }))).toMatch(/BANK_LINE_NOT_FOUND/)
    expect((await upload(`${columns}2026-11-17,TYPED78,12.00,乙\n`)).rows[0]?.result).toBe('added')
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('only finance may import', async () => {
    const support = await mall.staff('support')
    const csv = toBlob(Buffer.from(`${columns}2026-11-17,AA01,5,甲\n`), 'text/csv')
    expect(await refusal(support.api.consoleBank.importStatement({ fileName: 'a.csv' }, { file: csv }))).toMatch(/STAFF_ONLY/)
    expect(contract.consoleBank.importStatement.needs).toEqual({ staff: 'bankEdit' })
  })
})

describe('cell parsing', () => {
  test.each([
    ['2026-11-17', '2026-11-17'],
    ['2026/1/7 08:30:00', '2026-01-07'],
    ['20261117093000', '2026-11-17'],
    ['2026年2月9日', '2026-02-09'],
    ['2026-02-30', undefined],
    ['17/11/2026', undefined],
    ['', undefined],
  ])('%s is read as the day %s', (text, day) => expect(parseDay(text)).toBe(day))

  test.each([
    ['1,234.50', 123_450],
    ['￥88', 8_800],
    ['+5.10元', 510],
    ['8.100', 810],
    ['1234.5000000000001', 123_450],
    ['', 0],
    ['-', 0],
    ['1.005', undefined],
    ['1e3', undefined],
    ['=1+1', undefined],
    ['NaN', undefined],
  ])('%s is read as %s fen', (text, amount) => expect(parseCellAmount(text)).toBe(amount))

  test.each([
    ['="6222020"', '6222020'],
    ["'0012", '0012'],
    ['  ＡＢＣ\t', 'ABC'],
  ])('%s is read as the text %s', (text, read) => expect(stripNumberWrappersFromCellText(text)).toBe(read))
})
