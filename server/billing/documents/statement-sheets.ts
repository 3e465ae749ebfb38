import { formatDeferredDues } from '#contract/money/statements/amounts.ts'
import type { StatementDetail } from '#contract/money/statements/shapes.ts'
import type { CellValue, ColumnHeader, Sheet } from '#server/adapters/spreadsheets/public.ts'
import type { Party } from './parties.ts'
import { formatStatementLineGoods, formatStatementLineRemarks } from './statement-texts.ts'

const text = (title: string, width: number): ColumnHeader => ({ title, width, kind: 'text' })
const money = (title: string): ColumnHeader => ({ title, width: 14, kind: 'money' })
const instant = (title: string): ColumnHeader => ({ title, width: 20, kind: 'instant' })
const day = (title: string): ColumnHeader => ({ title, width: 12, kind: 'day' })

/** The sums of the month: each with its heading. */
const summaryCells = (statement: StatementDetail, buyer: Party, seller: Party): [ColumnHeader, CellValue][] => [
  [text('账单月份', 10), statement.month],
  [text('购货单位', 30), buyer.name],
  [text('购货单位信用代码', 22), buyer.creditCode],
  [text('供货单位', 22), seller.name],
  [text('供货单位信用代码', 22), seller.creditCode],
  [text('状态', 12), statement.label],
  [money('账单金额'), statement.total],
  [money('已还金额'), statement.repaid],
  [money('退回钱包'), statement.toWallet],
  [money('冲减与调整'), statement.reduced],
  [money('已核销（含利息）'), statement.writtenOff],
  [money('核销后收回'), statement.recovered],
  [money('免于追偿'), statement.forgiven],
  [money('待追偿'), statement.toRecover],
  [money('异议中未还'), statement.disputed],
  [money('待还金额'), statement.owed],
  [money('异议中已还'), statement.disputedRepaid],
  [money('逾期利息'), statement.interest],
  [day('还款日'), statement.dueDay],
  [day('按时还款最后一日'), statement.onTimeDay],
  [text('延期还款', 24), formatDeferredDues(statement)],
  [instant('出账时间'), statement.closedAt],
  [instant('对账时间'), statement.confirmedAt],
]

function summary(statement: StatementDetail, buyer: Party, seller: Party): Sheet {
  const cells = summaryCells(statement, buyer, seller)
  return { name: '账单', columns: cells.map(([column]) => column), rows: [cells.map(([, value]) => value)] }
}

const details = (statement: StatementDetail): Sheet => ({
  name: '赊销明细',
  columns: [
    ...[{ title: '序号', width: 8, kind: 'count' } as const, instant('发货时间'), text('订单编号', 22)],
    ...[text('采购单号', 20), text('成本中心', 20), text('商品', 48), text('物料编码', 20), text('数量', 14)],
    ...[money('金额'), money('已冲减'), text('备注', 24)],
  ],
  rows: statement.lines.map((line, at) => {
    const { names, codes, quantities } = formatStatementLineGoods(line)
    return [
      ...[at + 1, line.at, line.orderNo, line.poNumber, line.costCentre, names, codes, quantities],
      ...[line.amount, line.refunded, formatStatementLineRemarks(line, statement)],
    ]
  }),
})

const settled = ({ entries }: StatementDetail): Sheet => ({
  name: '还款与冲减',
  columns: [instant('入账时间'), text('类型', 16), day('入账日期'), money('金额'), money('另退回钱包')],
  rows: entries.map(({ at, label, valueDay, amount, toWallet }) => [at, label, valueDay, amount, toWallet]),
})

const interest = ({ interestDays }: StatementDetail): Sheet => ({
  name: '逾期利息',
  columns: [
    day('日期'),
    money('计息本金'),
    { title: '日利率（万分之）', width: 16, kind: 'count' },
    money('利息'),
    money('冲回'),
    money('补收'),
  ],
  rows: interestDays.map((one) => [one.day, one.principal, one.rate, one.amount, one.reversed, one.recharged]),
})

/** The sheet with the data of the hash, line by line, so that anybody can compute the hash again. */
const proof = ({ lines, hash }: StatementDetail): Sheet => ({
  name: '校验',
  columns: [text('流水号', 40), { title: '金额（分）', width: 16, kind: 'count' }, text('校验码（SHA-256）', 68)],
  rows: lines.map(({ id, amount }, at) => [id, amount, at === 0 ? hash : null]),
})

/** The statement of a month as a workbook: sums, lines, reductions, interest, and the data of its hash. */
export const buildStatementSheets = (statement: StatementDetail, { buyer, seller }: { buyer: Party; seller: Party }): Sheet[] => [
  summary(statement, buyer, seller),
  details(statement),
  settled(statement),
  interest(statement),
  proof(statement),
]
