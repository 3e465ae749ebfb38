import { describe, expect, test } from 'vitest'
import { UnknownBankStatementColumns } from '#contract/billing/bank/format-api.ts'
import { openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { toBlob } from '#server/platform/testing/uploads.ts'

const mall = await openMall()
const finance = await mall.staff('finance')
const { consoleBank: bank, consoleBankFormat: formats } = finance.api
const ACCOUNT = '4000020200000000000'

const upload = (csv: string) =>
  bank.importStatement({ fileName: '村镇银行.csv' }, { file: toBlob(Buffer.from(csv), 'application/octet-stream') })
const refusal = (call: Promise<unknown>): Promise<{ reason: string; message: string; detail: unknown }> =>
  call.then(
    () => expect.fail('was not refused'),
    (error) => error,
  )

/** A statement as a bank exports it that nobody knows: none of its headings is known, and facts stand above them. */
const unknownBank = (rows: readonly string[], account = ACCOUNT) =>
  [
    '单位活期明细,,,,,,,',
    '开户网点,岩锋村镇银行,户主,岩锋工品,打印柜员,小王,,',
    '记账 时点,办理时刻,柜员号,进账数,出账数,来款单位,来款户头,我方户头,事由,补充说明',
    ...rows.map((row) => `${row.split('|')[0]},${account},${row.split('|')[1]}`),
    '合计,,,100.00,,,,,,',
  ].join('\r\n')

const first = [
  '2026-11-17,08:48:24,VB-000001,"12,345.60",,深圳市甲矿业有限公司,6222020200001234567|货款,YF12 第一批',
  '20261117,09:10:00,VB-000002,,500.00,某供应商,755|付款,',
  '2026-11-17,10:00:01,VB-000003,8.00,,乙,6222020200001234568|货款,',
]
const columns = { day: 0, time: 1, reference: 2, credit: 3, payerName: 5, payerAccount: 6, ownAccount: 7, remarks: [8, 9] }
const headings = ['记账时点', '办理时刻', '柜员号', '进账数', '出账数', '来款单位', '来款户头', '我方户头', '事由', '补充说明']

test('a statement of an unknown bank is refused with its headings, mapped once, and then imported without asking', async () => {
  const refused = await refusal(upload(unknownBank(first)))
  expect(refused.reason).toBe('BANK_COLUMNS_UNKNOWN')
  expect(refused.message).toBe('未找到列：交易日期、流水号、收入金额；请对应列后再导入')
  const found = UnknownBankStatementColumns.parse(refused.detail)
  expect(found.headings).toEqual(headings)
  expect(found.examples[0]).toEqual(['2026-11-17', '20261117', '合计'])
  expect(found.examples[3]).toEqual(['12,345.60', '8.00', '100.00'])
  expect(found.known).toEqual({ remarks: [] })

  const { id } = await formats.save({ name: '岩锋村镇银行 网银导出', headings: found.headings, columns })
  expect(await upload(unknownBank(first))).toMatchObject({ added: 2, skipped: 2, refused: 0, unknownColumns: [] })
  const [line] = (await bank.lines({ keyword: 'VB-000001' })).dataList
  expect(line).toMatchObject({
    day: '2026-11-17',
    tradedAt: new Date('2026-11-17T08:48:24+08:00'),
    amount: yuanTextToFen('12345.60'),
    payerName: '深圳市甲矿业有限公司',
    payerAccount: '****4567',
    remark: '货款 YF12 第一批',
  })
  expect(await upload(unknownBank(['2026-11-18,08:00:00,VB-000004,9.00,,丙,6222|货款,']))).toMatchObject({ added: 1, refused: 0 })
  const other = await refusal(upload(unknownBank(first, '6222020200009999999')))
  expect(other.message).toMatch(/尾号 9999 的账户，不是收款账户/)

  expect(await formats.list({})).toMatchObject([{ id, name: '岩锋村镇银行 网银导出', headings, columns }])
  await formats.end({ id })
  expect(await formats.list({})).toEqual([])
  expect((await refusal(upload(unknownBank(first)))).reason).toBe('BANK_COLUMNS_UNKNOWN')
  expect((await refusal(formats.end({ id }))).reason).toBe('BANK_FORMAT_NOT_FOUND')
})

test('columns that are known already are proposed, each once', async () => {
  const csv = '交易时间,汇款人,收入金额,摘要,编号\n2026-11-17 08:00:00,甲,5.00,货款,K-00001\n'
  const { detail } = await refusal(upload(csv))
  expect(UnknownBankStatementColumns.parse(detail)).toEqual({
    missing: ['流水号'],
    headings: ['交易时间', '汇款人', '收入金额', '摘要', '编号'],
    examples: [['2026-11-17 08:00:00'], ['甲'], ['5.00'], ['货款'], ['K-00001']],
    known: { day: 0, credit: 2, remarks: [3] },
  })
})

test('facts above the headings are not taken for them, though they are more', async () => {
  const facts = '起始时点,20261101,终止时点,20261117,币别,人民币,户类,活期'
  const { detail } = await refusal(upload(`明细清单\n${facts}\n办理日,柜员号,进账数,来款单位\n2026-11-17,VF-00001,5.00,甲\n`))
  expect(UnknownBankStatementColumns.parse(detail).headings).toEqual(['办理日', '柜员号', '进账数', '来款单位'])
})

test('amount and direction are read by a format, and it precedes what is known of the same headings', async () => {
  const heads = ['交易日期', '流水号', '收入金额', '往来', '收入']
  const csv = `${heads.join(',')}\n2026-11-17,PREC-0001,1.00,贷,7.00\n2026-11-17,PREC-0002,1.00,借,7.00\n`
  await formats.save({ name: '金额和方向', headings: heads, columns: { day: 0, reference: 1, amount: 4, direction: 3, remarks: [] } })
  expect(await upload(csv)).toMatchObject({ added: 1, skipped: 1, amount: yuanTextToFen('7') })
})

describe('a format is refused', () => {
  const bad = [
    ['if a column is used twice', { ...columns, payerName: 3 }, 'BANK_FORMAT_COLUMNS “进账数”只能用一次，现在是收入金额和对方户名'],
    ['if a remark is used twice', { ...columns, remarks: [8, 8] }, 'BANK_FORMAT_COLUMNS “事由”只能用一次，现在是摘要附言和摘要附言'],
    ['without an amount', { ...columns, credit: undefined }, 'BANK_FORMAT_COLUMNS 请选择收入金额，或同时选择交易金额和借贷标志'],
    [
      'with an amount alone',
      { ...columns, credit: undefined, amount: 3 },
      'BANK_FORMAT_COLUMNS 请选择收入金额，或同时选择交易金额和借贷标志',
    ],
    ['with two sources of the amount', { ...columns, amount: 4 }, 'BANK_FORMAT_COLUMNS 已选择收入金额，就不要再选择交易金额和借贷标志'],
    ['if a column is not there', { ...columns, remarks: [10] }, 'BANK_FORMAT_COLUMNS 所选的列不在表头中'],
  ] as const
  test.each(bad)('%s', async (_, mapped, text) => {
    const { reason, message } = await refusal(
      formats.save({ name: '有误', headings, columns: { ...mapped, remarks: [...mapped.remarks] } }),
    )
    expect(`${reason} ${message}`).toBe(text)
  })

  test('if its name or its headings are those of another one, however they are written', async () => {
    await formats.save({ name: '甲行', headings: ['甲一', '甲二', '甲三'], columns: { day: 0, reference: 1, credit: 2, remarks: [] } })
    const again = { name: '乙行', headings: ['甲 一', '甲二：', '甲三', ''], columns: { day: 0, reference: 1, credit: 2, remarks: [] } }
    expect((await refusal(formats.save(again))).reason).toBe('BANK_FORMAT_KNOWN')
    const named = { ...again, name: '甲行', headings: ['乙一', '乙二', '乙三'] }
    expect((await refusal(formats.save(named))).reason).toBe('BANK_FORMAT_NAME_TAKEN')
  })

  test('if there are a hundred already', async () => {
    const left = 100 - (await formats.list({})).length
    const numbered = (at: number) => ({
      name: `第 ${at} 种`,
      headings: [`日${at}`, `号${at}`, `钱${at}`],
      columns: { day: 0, reference: 1, credit: 2, remarks: [] },
    })
    await Promise.all(Array.from({ length: left }, (_, at) => formats.save(numbered(at))))
    expect((await refusal(formats.save(numbered(left)))).reason).toBe('BANK_FORMATS_FULL')
  })
})
