import { formatAmountsDueLater } from '#contract/money/statements/amounts.ts'
import { formatInterestByDayNote } from '#contract/money/statements/interest.ts'
import type { StatementDetail } from '#contract/money/statements/shapes.ts'
import { formatStatementEntryDestination } from '#contract/money/statements/statement-parts.ts'
import { sum } from '#contract/platform/core/money.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import type { CellValue, ColumnHeader, Sheet } from '#server/adapters/spreadsheets/public.ts'
import type { Party } from '#server/billing/documents/parties.ts'
import { formatLedgerSeal, formatLedgerSealToCome } from '#server/billing/documents/proof.ts'
import type { LedgerSeal } from '#server/money/ledger-seals/public.ts'
import { formatStatementLineRemarks, listStatementLineGoods } from './statement-texts.ts'

const text = (title: string, width: number): ColumnHeader => ({ title, width, kind: 'text' })
const money = (title: string): ColumnHeader => ({ title, width: 14, kind: 'money' })
const count = (title: string, width: number): ColumnHeader => ({ title, width, kind: 'count' })
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
  [money('本月赊销'), statement.drawn],
  [money('当月退款'), sum([statement.monthOffset.toDebt, statement.monthOffset.toWallet])],
  [money('账单金额'), statement.total],
  [money('已还本金'), statement.repaid],
  [money('退回钱包'), statement.toWallet],
  [money('已冲减'), statement.offset],
  [money('已核销本金'), statement.writtenOffPrincipal],
  [money('异议中未还'), statement.disputed],
  [money('待还本金'), statement.owed],
  [money('异议中已还'), statement.disputedRepaid],
  [money('出账后退回钱包'), statement.laterOffset.toWallet],
  [money('逾期利息'), statement.interest],
  [money('已还利息'), statement.interestPaid],
  [money('已减免利息'), statement.interestWaived],
  [money('已核销利息'), statement.interestWrittenOff],
  [money('未付利息'), statement.interestUnpaid],
  [money('核销合计'), statement.writtenOff],
  [money('连同核销利息'), statement.writtenOffInterest],
  [money('核销后收回'), statement.recovered],
  [money('免于追偿'), statement.forgiven],
  [money('待追偿'), statement.toRecover],
  [day('还款日'), statement.dueDay],
  [day('按时还款最后一日'), statement.onTimeDay],
  [text('延期还款', 24), formatAmountsDueLater(statement)],
  [text('逾期利息说明', 24), formatInterestByDayNote(statement)],
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
    ...[count('序号', 8), instant('发货时间'), text('订单编号', 22)],
    ...[text('采购单号', 20), text('成本中心', 20), text('商品', 48), text('物料编码', 20), count('数量', 10), text('单位', 8)],
    ...[money('金额'), money('已冲减'), text('备注', 24)],
  ],
  rows: statement.lines.flatMap((line, at) =>
    listStatementLineGoods(line).map(({ name, materialCode, quantity, unit }, of) => [
      ...[at + 1, line.at, line.orderNo, line.poNumber, line.costCentre, name, materialCode, quantity, unit],
      // The amounts are those of the drawdown, and so stand beside its first goods only.
      ...(of === 0 ? [line.amount, line.refunded, formatStatementLineRemarks(line, statement)] : [null, null, null]),
    ]),
  ),
})

const documentHead = [instant('入账时间'), day('入账日期'), text('类型', 20), text('单据编号', 38)] as const

const settled = ({ entries }: StatementDetail): Sheet => ({
  name: '还款与冲减',
  columns: [...documentHead, text('订单编号', 22), text('去向', 20), money('金额'), money('另退回钱包')],
  rows: entries.map((entry) => [
    ...[entry.at, entry.valueDay, entry.label, entry.document, entry.orderNo, formatStatementEntryDestination(entry)],
    ...[entry.amount, entry.toWallet],
  ]),
})

const interestSettled = ({ interestEntries }: StatementDetail): Sheet => ({
  name: '利息结清',
  columns: [...documentHead, money('金额')],
  rows: interestEntries.map(({ at, valueDay, label, document, amount }) => [at, valueDay, label, document, amount]),
})

const claims = ({ claimEntries }: StatementDetail): Sheet => ({
  name: '核销后',
  columns: [...documentHead, money('金额')],
  rows: claimEntries.map(({ at, valueDay, label, document, amount }) => [at, valueDay, label, document, amount]),
})

const interest = ({ interestDays }: StatementDetail): Sheet => ({
  name: '逾期利息',
  columns: [day('日期'), money('计息本金'), count('日利率（万分之）', 16), money('利息'), money('冲回'), money('补收')],
  rows: interestDays.map((one) => [one.day, one.principal, one.rate, one.amount, one.reversed, one.recharged]),
})

/** The sheet with the data of the hash, line by line, so that anybody can compute the hash again. */
const proof = ({ lines, hash, closedAt }: StatementDetail, seal: LedgerSeal | undefined): Sheet => {
  const sealed = seal ? formatLedgerSeal(seal) : formatLedgerSealToCome(toShanghaiDay(closedAt))
  return {
    name: '校验',
    columns: [text('流水号', 40), { title: '金额（分）', width: 16, kind: 'count' }, text('校验码（SHA-256）', 68), text('账务封印', 90)],
    rows: lines.map(({ id, amount }, at) => [id, amount, ...(at === 0 ? [hash, sealed] : [null, null])]),
  }
}

/**
 * The statement of a month as a workbook: sums, lines, reductions, interest, the data of its hash, and the seal that its printed form shows.
 */
export const buildStatementSheets = (
  statement: StatementDetail,
  { buyer, seller, seal }: { buyer: Party; seller: Party; seal: LedgerSeal | undefined },
): Sheet[] => [
  summary(statement, buyer, seller),
  details(statement),
  settled(statement),
  interest(statement),
  interestSettled(statement),
  claims(statement),
  proof(statement, seal),
]
