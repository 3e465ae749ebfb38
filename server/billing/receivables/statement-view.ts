import {
  computeDueAmountsOfStatement,
  computeRepaidAmountOfStatement,
  computeStatementBalanceParts,
  computeStatementReductions,
  type StatementAmountsWithDueDays,
} from '#contract/money/statements/amounts.ts'
import type { RepaymentPart } from '#contract/money/statements/repayment.ts'
import { type Repayment, repaymentSources, type Statement, type StatementDetail } from '#contract/money/statements/shapes.ts'
import { formatClosedMonthStatusLabel } from '#contract/money/statements/statement-lifecycle.ts'
import { type Fen, fen } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { findTransfersById } from '#server/money/ledger/public.ts'
import {
  findStatement,
  listInterestDays,
  listStatementLines,
  type RepaymentRow,
  type StatementLineFilter,
  type StatementRow,
} from '#server/money/statements/public.ts'
import { findGoodsSummariesByParcel } from '#server/orders/fulfilment/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import { readStatementReductionEntries } from './statement-entries-view.ts'

/** The amounts of a month, in the same terms for all answers and documents. */
export function toStatementBalanceOutput(figures: StatementAmountsWithDueDays & { reducedFen: Fen; walletFen: Fen }) {
  const { disputedFen, disputedRepaidFen, owedFen } = computeStatementBalanceParts(figures)
  return {
    total: figures.totalFen,
    repaid: computeRepaidAmountOfStatement(figures),
    toWallet: figures.walletFen,
    reduced: figures.reducedFen,
    settled: figures.settledFen,
    disputed: disputedFen,
    disputedRepaid: disputedRepaidFen,
    owed: owedFen,
    dues: computeDueAmountsOfStatement(figures).map(({ day, amountFen }) => ({ day, amount: amountFen })),
    dueDay: figures.dueDay,
    onTimeDay: figures.onTimeDay ?? figures.dueDay,
  }
}

export const toStatementOutput = (row: StatementRow): Statement => ({
  month: row.month,
  state: row.state,
  label: formatClosedMonthStatusLabel(row.state, { ...computeStatementBalanceParts(row), ...row.claim }),
  ...toStatementBalanceOutput(row),
  ...computeStatementReductions(row),
  interest: row.interestFen,
  closedAt: row.closedAt,
  confirmedAt: row.confirmedAt,
  paidAt: row.paidAt,
})

type Line = StatementDetail['lines'][number]

/** Describes the lines of a month, or a page of them, with the goods of each drawdown. */
export async function readStatementLines(db: Db, filter: Omit<StatementLineFilter, 'id'>): Promise<Line[]> {
  const { enterpriseId } = filter
  const lines = await listStatementLines(db, filter)
  const draws = await findTransfersById(
    db,
    enterpriseId,
    lines.map(({ id }) => id),
  )
  const goods = await findGoodsSummariesByParcel(
    db,
    enterpriseId,
    [...draws.values()].map(({ document }) => document),
  )
  return lines.flatMap((line): Line[] => {
    const draw = draws.get(line.id)
    if (!draw) return []
    const sent = goods.get(draw.document)
    const { dispute: state, disputedAt: at, disputedFen: amount, grantedFen: granted, decidedAt, opinion, deferredDay: dueDay } = line
    return [
      {
        id: line.id,
        amount: line.amountFen,
        refunded: fen(line.refundedFen),
        at: draw.at,
        goodsName: draw.title,
        orderNo: sent?.orderNo ?? '',
        poNumber: sent?.poNumber ?? '',
        costCentre: sent?.costCentre ?? '',
        goods: sent?.lines ?? [],
        dispute:
          state === null || at === null
            ? null
            : {
                state,
                amount,
                granted,
                reason: line.disputeReason ?? '',
                units: line.disputedUnits,
                pictures: line.disputePictures ?? [],
                at,
                opinion,
                decidedAt,
                dueDay,
              },
      },
    ]
  })
}

/** Describes a month without its lines. Refuses STATEMENT_NOT_FOUND if it is not closed, or if nothing was drawn in it. */
export async function readStatementWithoutLines(db: Db, enterpriseId: string, month: string): Promise<Omit<StatementDetail, 'lines'>> {
  const row = (await findStatement(db, enterpriseId, month)) ?? refuse('STATEMENT_NOT_FOUND')
  const interest = await listInterestDays(db, enterpriseId, month)
  return {
    ...toStatementOutput(row),
    ...(await readStatementReductionEntries(db, row)),
    exactFromDay: row.exactFromDay,
    interestDays: interest.map(({ day, principalFen, rate, amountFen, reversedFen, rechargedFen }) => ({
      day,
      principal: principalFen,
      rate,
      amount: amountFen,
      reversed: reversedFen,
      recharged: rechargedFen,
    })),
    hash: row.hash.toString('hex'),
  }
}

/** Describes a month completely. Refuses the same as its head. */
export const readStatementDetail = async (db: Db, enterpriseId: string, month: string): Promise<StatementDetail> => ({
  ...(await readStatementWithoutLines(db, enterpriseId, month)),
  lines: await readStatementLines(db, { enterpriseId, month }),
})

export const toRepaymentPartOutput = (part: RepaymentPart): Repayment['parts'][number] => ({
  to: part.to,
  month: part.to === 'month' || part.to === 'badDebt' ? part.month : null,
  amount: part.amountFen,
})

export const toRepaymentOutput = ({ amountFen, parts, ...row }: RepaymentRow): Repayment => ({
  ...row,
  label: repaymentSources[row.source].label,
  amount: amountFen,
  parts: parts.map(toRepaymentPartOutput),
})
