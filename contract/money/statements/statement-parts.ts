import { type Fen, formatMoney, subtractFen, sum } from '#contract/platform/core/money.ts'
import { interestEntryKinds, type StatementDetail } from './shapes.ts'

/** An amount of a statement with its heading. */
export type StatementPart = readonly [label: string, amount: Fen]

type Amounts = Pick<StatementDetail, 'repaid' | 'toWallet' | 'offset' | 'writtenOffPrincipal' | 'disputed' | 'owed'>

/** 本金: what the total of a month has become. Its parts add up to it; what went back to the wallet counts negative. */
export const listPrincipalParts = ({ repaid, toWallet, offset, writtenOffPrincipal, disputed, owed }: Amounts): StatementPart[] => [
  ['已还本金', repaid],
  ...(toWallet > 0 ? [['退回钱包', toWallet] as const] : []),
  ['已冲减', offset],
  ...(writtenOffPrincipal > 0 ? [['已核销本金', writtenOffPrincipal] as const] : []),
  ['异议中未还', disputed],
  ['待还本金', owed],
]

/** 冲减与核销 as one amount: what lowered the principal of a month without a repayment. Narrow tables show it in place of its three parts. */
export const computeLoweredPrincipal = ({ offset, writtenOffPrincipal, toWallet }: Omit<Amounts, 'repaid' | 'disputed' | 'owed'>): Fen =>
  subtractFen(sum([offset, writtenOffPrincipal]), toWallet)

/** 利息: what the overdue interest of a month has become. Its parts add up to it. */
export const listInterestParts = (
  statement: Pick<StatementDetail, 'interestPaid' | 'interestWaived' | 'interestWrittenOff' | 'interestUnpaid'>,
): StatementPart[] => [
  [interestEntryKinds.repay.label, statement.interestPaid],
  [interestEntryKinds.waive.label, statement.interestWaived],
  [interestEntryKinds.writeOff.label, statement.interestWrittenOff],
  ['未付利息', statement.interestUnpaid],
]

/** How the parts of a month add up to its total, in words. */
export const formatStatementEquation = (statement: Amounts): string =>
  `账单金额 = ${listPrincipalParts(statement)
    .map(([label]) => label)
    .join(' + ')
    .replace('+ 退回钱包', '− 退回钱包')}`

/** 已冲减 of a month with where it went, in words; '' if nothing was offset. */
export function formatStatementOffsets({ monthOffset, laterOffset }: Pick<StatementDetail, 'monthOffset' | 'laterOffset'>): string {
  const parts = (
    [
      ['当月退款', monthOffset],
      ['出账后冲减', laterOffset],
    ] as const
  ).flatMap(([label, { toDebt, toWallet }]) => {
    const all = sum([toDebt, toWallet])
    return all === 0 ? [] : [`${label} ${formatMoney(all)}（冲减欠款 ${formatMoney(toDebt)}，退回钱包 ${formatMoney(toWallet)}）`]
  })
  const total = sum([monthOffset.toDebt, monthOffset.toWallet, laterOffset.toDebt, laterOffset.toWallet])
  return parts.length === 0 ? '' : `明细已冲减合计 ${formatMoney(total)}：${parts.join('，')}`
}

type Entry = Pick<StatementDetail['entries'][number], 'kind' | 'amount' | 'toWallet'>

/** 去向: where the money of an entry went. */
export function formatStatementEntryDestination({ kind, amount, toWallet }: Entry): string {
  if (kind === 'repay') return '归还本金'
  if (kind === 'writeOff') return '转待追偿'
  if (kind === 'bounce' || kind === 'undo') return '恢复欠款'
  if (kind === 'redate' || kind === 'cover') return '合计为零'
  return [...(amount > 0 ? ['冲减欠款'] : []), ...(toWallet > 0 ? ['退回钱包'] : [])].join('、')
}

const UUID_TAIL = 12

/** The number of a document as papers and screens print it: that of a refund, or the end of an id, which Excel and the API show in full. */
export const formatShortDocumentNumber = (document: string): string =>
  document.startsWith('TK') ? document : document.slice(-UUID_TAIL).toUpperCase()
