import { fen, ZERO } from '../../contract/money.ts'
import { refuse } from '../../contract/refusals.ts'
import { acceptanceLifecycle } from '../../contract/statements/acceptance-lifecycle.ts'
import { restOf } from '../../contract/statements/repayment.ts'
import {
  type AcceptanceBill,
  entryKinds,
  type Repayment,
  repaymentSources,
  type Statement,
  type StatementDetail,
} from '../../contract/statements/shapes.ts'
import { statementLifecycle } from '../../contract/statements/statement-lifecycle.ts'
import { goodsOfParcels } from '../fulfilment/public.ts'
import { findTransfers } from '../ledger/public.ts'
import type { Db } from '../platform/db.ts'
import {
  findStatement,
  type LineFilter,
  listEntries,
  listInterest,
  listStatementLines,
  type RepaymentRow,
  type StatementRow,
} from '../statements/public.ts'
import type { Acceptance } from './acceptances.ts'

export const statementFrom = (row: StatementRow): Statement => ({
  ...{ month: row.month, state: row.state, label: statementLifecycle.states[row.state].label, dueDay: row.dueDay },
  ...{ total: fen(row.totalFen), settled: fen(row.settledFen), disputed: fen(row.disputedFen), interest: fen(row.interestFen) },
  owed: row.state === 'PAID' ? ZERO : restOf(row),
  ...{ closedAt: row.closedAt, confirmedAt: row.confirmedAt, paidAt: row.paidAt },
})

type Line = StatementDetail['lines'][number]

/** The lines of a month, or a page of them, with the goods that they were drawn for. */
export async function describeLines(db: Db, filter: Omit<LineFilter, 'id'>): Promise<Line[]> {
  const { enterpriseId } = filter
  const lines = await listStatementLines(db, filter)
  const draws = await findTransfers(
    db,
    enterpriseId,
    lines.map(({ id }) => id),
  )
  const goods = await goodsOfParcels(
    db,
    enterpriseId,
    [...draws.values()].map(({ document }) => document),
  )
  return lines.flatMap((line): Line[] => {
    const draw = draws.get(line.id)
    if (!draw) return []
    const sent = goods.get(draw.document)
    const { dispute: state, disputedAt: at, decidedAt, opinion, deferredDay: dueDay } = line
    return [
      {
        ...{ id: line.id, amount: line.amountFen, refunded: fen(line.refundedFen), at: draw.at, goodsName: draw.title },
        ...{ orderNo: sent?.orderNo ?? '', poNumber: sent?.poNumber ?? '', costCentre: sent?.costCentre ?? '', goods: sent?.goods ?? [] },
        dispute: state === null || at === null ? null : { state, reason: line.disputeReason ?? '', at, opinion, decidedAt, dueDay },
      },
    ]
  })
}

/** One month without its lines. Refuses STATEMENT_NOT_FOUND: it is open, or nothing was drawn in it. */
export async function describeHead(db: Db, enterpriseId: string, month: string): Promise<Omit<StatementDetail, 'lines'>> {
  const row = (await findStatement(db, enterpriseId, month)) ?? refuse('STATEMENT_NOT_FOUND')
  const entries = await listEntries(db, enterpriseId, { month })
  const interest = await listInterest(db, enterpriseId, month)
  return {
    ...statementFrom(row),
    entries: entries.map(({ id, kind, amountFen, walletFen, valueDay, at }) => ({
      ...{ id, kind, label: entryKinds[kind].label, amount: amountFen, toWallet: walletFen, valueDay, at },
    })),
    interestDays: interest.map(({ day, principalFen, rate, amountFen, reversedFen }) => ({
      ...{ day, principal: principalFen, rate, amount: amountFen, reversed: reversedFen },
    })),
    hash: row.hash.toString('hex'),
  }
}

/** One month with all that makes it up. Refuses as its head does. */
export const describeStatement = async (db: Db, enterpriseId: string, month: string): Promise<StatementDetail> => ({
  ...(await describeHead(db, enterpriseId, month)),
  lines: await describeLines(db, { enterpriseId, month }),
})

export const repaymentFrom = ({ amountFen, parts, ...row }: RepaymentRow): Repayment => ({
  ...row,
  label: repaymentSources[row.source].label,
  amount: amountFen,
  parts: parts.map((part) => ({ to: part.to, month: part.to === 'month' ? part.month : null, amount: part.amountFen })),
})

export const acceptanceFrom = ({ amountFen, enterpriseId: _, ...bill }: Acceptance): AcceptanceBill => ({
  ...bill,
  amount: amountFen,
  label: acceptanceLifecycle.states[bill.state].label,
})
