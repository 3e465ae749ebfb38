import { expect } from 'vitest'
import type { StatementDetail } from '#contract/money/statements/shapes.ts'
import { type Fen, negateFen, sum } from '#contract/platform/core/money.ts'

type Head = Omit<StatementDetail, 'lines'> & Partial<Pick<StatementDetail, 'lines'>>

const total = (rows: readonly { amount: Fen }[]): Fen => sum(rows.map(({ amount }) => amount))
const both = ({ toDebt, toWallet }: StatementDetail['monthOffset']): Fen => sum([toDebt, toWallet])

/** What the sums of a statement should be by its own lines and entries: each pair is a sum and what it is made of. */
function listSums(found: Head): Record<string, readonly [sum: Fen, parts: Fen]> {
  const of = (...kinds: Head['entries'][number]['kind'][]) => found.entries.filter(({ kind }) => kinds.includes(kind))
  const settledInterest = (kind: Head['interestEntries'][number]['kind']) =>
    total(found.interestEntries.filter((entry) => entry.kind === kind))
  const wallet = (entries: Head['entries']) => sum(entries.map(({ toWallet }) => toWallet))
  const interest = found.interestDays.map(({ amount, reversed, recharged }) => sum([amount, recharged, negateFen(reversed)]))
  return {
    账单金额: [found.total, sum([found.drawn, negateFen(both(found.monthOffset))])],
    本金: [
      found.total,
      sum([found.repaid, negateFen(found.toWallet), found.offset, found.writtenOffPrincipal, found.disputed, found.owed]),
    ],
    冲减与调整: [found.reduced, sum([found.offset, found.writtenOffPrincipal])],
    已还本金: [found.repaid, total(of('repay', 'bounce', 'undo'))],
    已冲减: [found.offset, total(of('offset', 'adjust'))],
    出账后冲减欠款: [found.laterOffset.toDebt, found.offset],
    出账后退回钱包: [found.laterOffset.toWallet, wallet(of('offset', 'adjust'))],
    当月冲减欠款: [found.monthOffset.toDebt, total(of('refund'))],
    当月退回钱包: [found.monthOffset.toWallet, wallet(of('refund'))],
    退回钱包: [found.toWallet, found.monthOffset.toWallet],
    已核销本金: [found.writtenOffPrincipal, total(of('writeOff'))],
    合计为零: [sum([]), total(of('redate', 'cover'))],
    逐日利息: [found.interest, sum(interest)],
    利息: [found.interest, sum([found.interestPaid, found.interestWaived, found.interestWrittenOff, found.interestUnpaid])],
    已还利息: [found.interestPaid, settledInterest('repay')],
    已减免利息: [found.interestWaived, settledInterest('waive')],
    已核销利息: [found.interestWrittenOff, settledInterest('writeOff')],
    核销: [found.writtenOff, sum([found.writtenOffPrincipal, found.writtenOffInterest])],
    核销后: [sum([found.recovered, found.forgiven]), total(found.claimEntries)],
    待追偿: [found.toRecover, sum([found.writtenOff, negateFen(found.recovered), negateFen(found.forgiven)])],
    ...(found.lines
      ? {
          本月赊销: [found.drawn, total(found.lines)] as const,
          明细已冲减: [sum(found.lines.map(({ refunded }) => refunded)), sum([both(found.monthOffset), both(found.laterOffset)])] as const,
        }
      : {}),
  }
}

/** Expects that the arithmetic of a statement closes: every sum of it ties to the lines and entries that it lists. Returns the statement. */
export function expectStatementSumsMatchLines<Found extends Head>(found: Found): Found {
  const sums = Object.entries(listSums(found))
  expect(Object.fromEntries(sums.map(([name, [amount]]) => [name, amount])), found.month).toEqual(
    Object.fromEntries(sums.map(([name, [, parts]]) => [name, parts])),
  )
  expect(Math.min(found.interestPaid, found.interestWaived, found.interestWrittenOff, found.interestUnpaid)).toBeGreaterThanOrEqual(0)
  return found
}
