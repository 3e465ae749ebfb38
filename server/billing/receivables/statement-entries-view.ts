import { badDebtEntryKinds } from '#contract/money/bad-debts/bad-debt-lifecycle.ts'
import type { consoleStatementEndpoints } from '#contract/money/statements/console-api.ts'
import { type InterestEntryKind, repaymentSources, type StatementDetail, statementEntryKinds } from '#contract/money/statements/shapes.ts'
import type { OutputOf } from '#contract/platform/core/endpoint.ts'
import { type Fen, fen, subtractFen, sum } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { listBadDebtEntries } from '#server/money/bad-debts/public.ts'
import { findTransfersById } from '#server/money/ledger/public.ts'
import { findRefundNumbers } from '#server/money/payments/public.ts'
import {
  findRepaymentSources,
  listInterestSettlementsOfMonth,
  listStatementEntriesByMonthOrDocument,
  listStatementLines,
  type StatementRow,
} from '#server/money/statements/public.ts'
import { findGoodsSummariesByParcel } from '#server/orders/fulfilment/public.ts'
import { awaitAllAndThrowFirstError, type Db } from '#server/platform/core/db.ts'

type Entries = Awaited<ReturnType<typeof listStatementEntriesByMonthOrDocument>>

/** The orders of the drawdowns that entries are about, by the ids of the drawdowns. */
async function findOrderNosByDraw(db: Db, enterpriseId: string, entries: Entries): Promise<Map<string, string>> {
  const ids = [...new Set(entries.flatMap(({ drawId }) => drawId ?? []))]
  if (ids.length === 0) return new Map()
  const draws = [...(await findTransfersById(db, enterpriseId, ids)).values()]
  const goods = await findGoodsSummariesByParcel(
    db,
    enterpriseId,
    draws.map(({ document }) => document),
  )
  return new Map(draws.flatMap(({ id, document }) => (goods.has(document) ? [[id, goods.get(document)?.orderNo ?? '']] : [])))
}

/** What entries have offset of drawdowns: what lowered the debt, and what went to the wallet. */
const sumOffsets = (entries: Entries) => ({
  toDebt: sum(entries.map(({ amountFen }) => amountFen)),
  toWallet: sum(entries.map(({ walletFen }) => walletFen)),
})

async function describeEntries(db: Db, enterpriseId: string, entries: Entries): Promise<StatementDetail['entries']> {
  const documents = [...new Set(entries.map(({ document }) => document))]
  const [sources, refundNos, orderNos] = await awaitAllAndThrowFirstError(
    findRepaymentSources(db, enterpriseId, documents),
    findRefundNumbers(db, enterpriseId, documents),
    findOrderNosByDraw(db, enterpriseId, entries),
  )
  return entries.map(({ id, kind, amountFen, walletFen, document, drawId, valueDay, at }) => {
    const source = kind === 'repay' ? sources.get(document) : undefined
    return {
      id,
      kind,
      label: source === undefined ? statementEntryKinds[kind].label : repaymentSources[source].label,
      amount: amountFen,
      toWallet: walletFen,
      document: refundNos.get(document) ?? document,
      orderNo: drawId === null ? null : (orderNos.get(drawId) ?? null),
      valueDay,
      at,
    }
  })
}

/** Describes what has lowered one line of a month. Refuses STATEMENT_LINE_NOT_FOUND. */
export async function readReductionsOfStatementLine(
  db: Db,
  { enterpriseId, month, id }: { enterpriseId: string; month: string; id: string },
): Promise<OutputOf<typeof consoleStatementEndpoints.lineReductions>> {
  const [[line], entries] = await awaitAllAndThrowFirstError(
    listStatementLines(db, { enterpriseId, month, id }),
    listStatementEntriesByMonthOrDocument(db, enterpriseId, { month, drawId: id }),
  )
  if (!line) refuse('STATEMENT_LINE_NOT_FOUND')
  return {
    amount: line.amountFen,
    refunded: fen(line.refundedFen),
    disputedAt: line.disputedAt,
    entries: await describeEntries(db, enterpriseId, entries),
  }
}

type Settled = Pick<
  StatementDetail,
  | ('drawn' | 'monthOffset' | 'laterOffset' | 'entries' | 'claimEntries')
  | ('interestPaid' | 'interestWaived' | 'interestWrittenOff' | 'interestUnpaid' | 'interestEntries')
>

/** Describes what has lowered a month, its interest and what was written off of it: every entry, and the sums of them that papers show. */
export async function readStatementReductionEntries(
  db: Db,
  { enterpriseId, month, totalFen, interestFen }: StatementRow,
): Promise<Settled> {
  const [entries, interest, claims] = await awaitAllAndThrowFirstError(
    listStatementEntriesByMonthOrDocument(db, enterpriseId, { month }),
    listInterestSettlementsOfMonth(db, enterpriseId, month),
    listBadDebtEntries(db, { enterpriseId, month }),
  )
  const monthOffset = sumOffsets(entries.filter(({ kind }) => kind === 'refund'))
  const settled = (wanted: InterestEntryKind): Fen => sum(interest.filter(({ kind }) => kind === wanted).map(({ amountFen }) => amountFen))
  return {
    drawn: sum([totalFen, monthOffset.toDebt, monthOffset.toWallet]),
    monthOffset,
    laterOffset: sumOffsets(entries.filter(({ kind }) => kind === 'offset' || kind === 'adjust')),
    entries: await describeEntries(db, enterpriseId, entries),
    interestPaid: settled('repay'),
    interestWaived: settled('waive'),
    interestWrittenOff: settled('writeOff'),
    interestUnpaid: subtractFen(interestFen, sum(interest.map(({ amountFen }) => amountFen))),
    interestEntries: interest.map(({ amountFen, ...entry }) => ({ ...entry, amount: amountFen })),
    claimEntries: claims.map(({ id, kind, amountFen, document, valueDay, at }) => ({
      id,
      label: badDebtEntryKinds[kind].label,
      amount: amountFen,
      document,
      valueDay,
      at,
    })),
  }
}
