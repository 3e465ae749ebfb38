import { describe, expect, test } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { parseShanghaiDayAndTime } from '#server/adapters/spreadsheets/public.ts'
import { openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { toBlob } from '#server/platform/testing/uploads.ts'
import { detectBankStatementColumns } from './statement-columns.ts'

const mall = await openMall()
const finance = await mall.staff('finance')
const bank = finance.api.consoleBank
const ACCOUNT = '4000020200000000000'

const upload = (bytes: Uint8Array | string, fileName = '对账单.csv') =>
  bank.importStatement({ fileName }, { file: toBlob(typeof bytes === 'string' ? Buffer.from(bytes) : bytes, 'application/octet-stream') })
const lines = async (keyword: string) => (await bank.lines({ keyword, pageSize: 100 })).dataList
const reasonOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error) => `${error.reason} ${error.message}`,
  )

/** What banks export, as far as it is publicly known: their headings to the letter, in their order, with what stands above and below. */
const layouts: Record<string, { rows: string[][]; delimiter?: string }> = {
  招商银行: {
    rows: [
      ['账号', ACCOUNT, '账户名称', '岩锋工品'],
      [
        ...[
          '交易日',
          '交易时间',
          '起息日',
          '交易类型',
          '借方金额',
          '贷方金额',
          '余额',
          '摘要',
          '流水号',
          '流程实例号',
          '业务名称',
          '用途',
          '业务参考号',
        ],
        ...[
          '业务摘要',
          '其它摘要',
          '收(付)方分行名',
          '收(付)方名称',
          '收(付)方帐号',
          '收(付)方开户行行号',
          '收(付)方开户行名',
          '冲帐标志(*为冲帐，X为补帐)',
        ],
      ],
      [
        ...['20261117', '08:48:24', '20261117', '网银收款', '', '12,345.60', '99,999.00', '货款', 'CMB0000001', '', '', 'YF12 货款', ''],
        ...['', '', '', '深圳市甲矿业有限公司', '755912345610801', '', '', ''],
      ],
    ],
  },
  '招商银行（新版）': {
    rows: [
      ['交易日期', '借方（出账）', '贷方（入账）', '余额', '摘要', '收（付）方名称', '收（付）方账号', '交易类型', '交易流水号'],
      ['2026-11-17 08:48:24', '', '12,345.60', '1.00', 'YF12 货款', '深圳市甲矿业有限公司', '755912345610801', '转账汇款', 'CMB0000002'],
    ],
  },
  工商银行: {
    rows: [
      ['[HISTORYDETAIL]'],
      [
        ...[
          '凭证号',
          '本方账号',
          '对方账号',
          '交易时间',
          '借/贷',
          '借方发生额',
          '贷方发生额',
          '对方行号',
          '摘要',
          '用途',
          '对方单位名称',
          '余额',
        ],
        ...['个性化信息', '银行流水号'],
      ],
      [
        ...[
          '0',
          ACCOUNT,
          '755912345610801',
          '2026-11-17 08:48:24',
          '贷',
          '',
          '12,345.60',
          '102',
          '汇款',
          'YF12 货款',
          '深圳市甲矿业有限公司',
          '1.00',
        ],
        ...['', 'ICBC000001'],
      ],
    ],
  },
  建设银行: {
    rows: [
      [
        ...[
          '账号',
          '账户名称',
          '交易时间',
          '借方发生额（支取）',
          '贷方发生额（收入）',
          '余额',
          '币种',
          '对方户名',
          '对方账号',
          '对方开户机构',
        ],
        ...['记账日期', '摘要', '备注', '账户明细编号-交易流水号', '企业流水号', '凭证种类', '凭证号', '交易介质编号'],
      ],
      [
        ...[
          ACCOUNT,
          '岩锋工品',
          '20261117 08:48:24',
          '0.00',
          '12345.60',
          '1.00',
          '人民币元',
          '深圳市甲矿业有限公司',
          '755912345610801',
          '招商银行',
        ],
        ...['20261117', '电子汇入', 'YF12 货款', '103-CCB000001', '', '', '', ''],
      ],
    ],
  },
  中国银行: {
    delimiter: '|',
    rows: [
      ['查询账号[ Inquirer account number ]', ACCOUNT],
      ['总笔数[ Total number ]', '2'],
      ['查询时间范围[ Time Range ]', '20261101-20261117'],
      [
        ...['交易类型[ Transaction Type ]', '业务类型[ Business type ]', '付款人开户行号[ Account holding bank number of payer ]'],
        ...['付款人开户行名[ Payer account bank ]', '付款人账号[ Debit Account No. ]', "付款人名称[ Payer's Name ]"],
        ...['收款人开户行行号[ Account holding bank number of beneficiary ]', '收款人开户行名[ Beneficiary account bank ]'],
        ...[
          "收款人账号[ Payee's Account Number ]",
          "收款人名称[ Payee's Name ]",
          '交易日期[ Transaction Date ]',
          '交易时间[ Transaction time ]',
        ],
        ...['交易货币[ Trade Currency ]', '交易金额[ Trade Amount ]', '交易后余额[ After-transaction balance ]', '起息日期[ Value Date ]'],
        ...[
          '汇率[ Exchange rate ]',
          '交易流水号[ Transaction reference number ]',
          '摘要[ Reference ]',
          '用途[ Purpose ]',
          '交易附言[ Remark ]',
        ],
      ],
      [
        ...[
          '来账',
          '汇款',
          '308',
          '招商银行',
          '755912345610801',
          '深圳市甲矿业有限公司',
          '104',
          '中国银行',
          ACCOUNT,
          '岩锋工品',
          '20261117',
          '084824',
        ],
        ...['CNY', '12345.60', '1.00', '20261117', '', 'BOC0000001', '货款', '', 'YF12 货款'],
      ],
      [
        ...['往账', '汇款', '104', '中国银行', ACCOUNT, '岩锋工品', '308', '招商银行', '755', '某供应商', '20261117', '094824'],
        ...['CNY', '-500.00', '1.00', '20261117', '', 'BOC0000002', '付款', '', ''],
      ],
    ],
  },
  农业银行: {
    rows: [
      ['账户明细'],
      ['账号：', ACCOUNT],
      ['交易时间', '收入金额', '支出金额', '账户余额', '交易行名', '对方省市', '对方账号', '对方户名', '交易用途', '日志号'],
      [
        '2026-11-17 08:48:24',
        '12,345.60',
        '',
        '1.00',
        '营业部',
        '广东',
        '755912345610801',
        '深圳市甲矿业有限公司',
        'YF12 货款',
        'ABC0000001',
      ],
      ['汇总收入金额', '12,345.60', '汇总支出金额', '0.00'],
    ],
  },
  平安银行: {
    rows: [
      ['交易日期', '账号', '借', '贷', '账户余额', '对方账户', '对方账户名称', '交易流水号', '摘要', '用途'],
      ['2026-11-17', ACCOUNT, '', '12345.60', '1.00', '755912345610801', '深圳市甲矿业有限公司', 'PAB0000001', '转账', 'YF12 货款'],
    ],
  },
  '平安银行（新版）': {
    rows: [
      ...[
        [
          '交易时间',
          '账号',
          '收入',
          '支出',
          '账户余额',
          '对方户名',
          '对方账号',
          '对方账号开户行',
          '摘要',
          '交易流水号',
          '核心唯一流水号',
          '交易用途',
          '币种',
        ],
      ],
      ...[
        [
          '2026-11-17 08:48:24',
          ACCOUNT,
          '12345.60',
          '',
          '1.00',
          '深圳市甲矿业有限公司',
          '755912345610801',
          '招商银行',
          '货款',
          'PAB0000002',
          'C1',
          'YF12',
          'CNY',
        ],
      ],
    ],
  },
}

/** Banks that say no more than the day. */
const DAY_ALONE = ['平安银行']

describe('a statement in the layout of a common bank is imported without changes', () => {
  test.each(Object.entries(layouts))('%s', async (name, { rows, delimiter = ',' }) => {
    const quoted = (cell: string) => (delimiter === ',' && cell.includes(',') ? `"${cell}"` : cell)
    const done = await upload(rows.map((row) => row.map(quoted).join(delimiter)).join('\r\n'))
    expect(done).toMatchObject({ added: 1, refused: 0, amount: yuanTextToFen('12345.60') })
    const added = done.rows.find(({ result }) => result === 'added')
    const line = await bank.line({ lineId: added?.lineId ?? '' })
    expect(line).toMatchObject({ day: '2026-11-17', payerName: '深圳市甲矿业有限公司', payerAccount: '****0801' })
    expect(line.remark).toContain('YF12')
    expect(line.tradedAt).toEqual(DAY_ALONE.includes(name) ? null : new Date('2026-11-17T08:48:24+08:00'))
  })

  test('is imported as a workbook with custom date and time formats', async () => {
    const row = [
      { value: new Date('2026-11-17T00:00:00Z'), type: Date, format: 'yyyy-mm-dd' },
      { value: new Date('1899-12-30T08:48:24Z'), type: Date, format: 'hh:mm:ss' },
      ...['XLSTIME1', '12,345.60', '甲'].map((value) => ({ value })),
    ]
    const heads = ['交易日', '交易时间', '流水号', '贷方金额', '收(付)方名称'].map((value) => ({ value }))
    const bytes = (await writeXlsxFile([heads, row] as never).toBuffer()) as Buffer
    await upload(bytes, '对账单.xlsx')
    expect(await lines('XLSTIME1')).toMatchObject([{ day: '2026-11-17', tradedAt: new Date('2026-11-17T08:48:24+08:00') }])
  })
})

describe('recognising the columns', () => {
  const placesOf = (heads: string[]) => {
    const found = detectBankStatementColumns([heads])
    return 'missing' in found
      ? found.missing
      : Object.fromEntries(Object.entries(found.columns.places).map(([column, at]) => [column, heads[at]]))
  }
  test.each<[string, string[], Record<string, string>]>([
    [
      'one named exactly so, before one that only means it',
      ['交易日期', '交易流水号', '流水号', '贷方金额', '收入金额'],
      { reference: '流水号', credit: '收入金额' },
    ],
    [
      'one named exactly so, before one with something in brackets',
      ['日期', '流水号（对方）', '流水号', '收入（元）', '收入'],
      { reference: '流水号', credit: '收入' },
    ],
    [
      'one with something in brackets, where there is no other',
      ['日期（交易）', '流水号 *', '收入（元）'],
      { reference: '流水号 *', credit: '收入（元）' },
    ],
    [
      'the payer in brackets of either width',
      ['交易日', '流水号', '贷方金额', '收（付）方名称', '收(付)方帐号'],
      { payerName: '收（付）方名称', payerAccount: '收(付)方帐号' },
    ],
    ['a day that has a column of its own, and its time', ['交易时间', '交易日', '流水号', '收入'], { day: '交易日', time: '交易时间' }],
    ['a day that stands with its time alone', ['交易时间', '流水号', '收入'], { day: '交易时间', time: '交易时间' }],
  ])('%s', (_, heads, places) => expect(placesOf(heads)).toMatchObject(places))

  test('lists unknown columns, but not those that are known to be irrelevant', async () => {
    const csv = `交易日期,流水号,收入金额,余额,汇款人,客户备注说明,对方户名,,余额\n2026-11-17,UNKNOWN1,5.00,1,甲,乙,丙,丁,\n`
    expect((await upload(csv)).unknownColumns).toEqual(['汇款人', '客户备注说明'])
    expect((await upload('交易日期,流水号,收入金额,余额\n2026-11-17,UNKNOWN2,5.00,1\n')).unknownColumns).toEqual([])
  })

  test('refuses a row whose debit/credit flag is unknown instead of skipping it', async () => {
    const csv = '交易日期,流水号,交易金额,借贷标志\n2026-11-17,WAY0001,5.00,贷\n2026-11-17,WAY0002,6.00,转账\n2026-11-17,WAY0003,7.00,借\n'
    expect((await upload(csv)).rows.map(({ result, text }) => [result, text])).toEqual([
      ['added', '未知付款人 ¥5.00'],
      ['refused', '借贷标志“转账”无法识别'],
      ['skipped', '支出'],
    ])
  })

  test('refuses the whole statement if a column names another account', async () => {
    const csv = '账号,交易日期,流水号,收入金额\n6222020200001234567,2026-11-17,OTHER001,5.00\n'
    expect(await reasonOf(upload(csv))).toMatch(/尾号 4567 的账户，不是收款账户/)
  })
})

test.each<[string, string, string | null]>([
  ['2026-11-17', '08:48:24', '2026-11-17T08:48:24+08:00'],
  ['2026-11-17', '8:48', '2026-11-17T08:48:00+08:00'],
  ['2026-11-17', '084824', '2026-11-17T08:48:24+08:00'],
  ['2026-11-17', '2026-11-16 23:59:59', '2026-11-16T23:59:59+08:00'],
  ['2026-11-17', '20261116235959', '2026-11-16T23:59:59+08:00'],
  ['2026-11-17', '2026/11/17 08:48:24.123', '2026-11-17T08:48:24+08:00'],
  ['2026-11-17', '2026-11-17', null],
  ['2026-11-17', '20261117', null],
  ['2026-11-17', '25:00:00', null],
  ['2026-11-17', '', null],
  ['2026-11-17', '上午', null],
])('on %s, the time %s is read as the instant %s', (day, time, instant) =>
  expect(parseShanghaiDayAndTime(day, time)).toEqual(instant === null ? null : new Date(instant)),
)
