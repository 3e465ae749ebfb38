import { type Fen, maxFen, minFen, subtract, sum, toYuan, ZERO } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { dayOf, monthOf } from '#contract/platform/core/shanghai.ts'
import { findTransferByDocument, postTransfers, type Transfer, type TransferRow } from '#server/money/ledger/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { reverseInterest } from './charge-interest.ts'
import { type Debts, lockDebts } from './debt.ts'
import { listStatementEntries, type NewStatementEntry, recordReductions, type StatementEntryKind } from './statement-entries.ts'
import { listStatementLines } from './statement-rows.ts'

export interface DrawdownRefund {
  enterpriseId: string
  /** The refund's id. The same one again gives nothing back again. */
  document: string
  /** Of which parcels' drawdowns how much comes back. */
  parts: readonly { parcelId: string; amountFen: Fen }[]
  title: string
}

/** Where a refund went: off what was owed, and, as far as that had been repaid, into the wallet. */
export interface RefundSplit {
  offsetFen: Fen
  walletFen: Fen
}

/** What the entries of an open month leave of a drawdown, or a statement's line of it. */
async function leftOf(db: Db, enterpriseId: string, draw: TransferRow): Promise<Fen> {
  const month = monthOf(draw.at)
  const [line] = await listStatementLines(db, { enterpriseId, month, id: draw.id })
  if (line) return subtract(draw.amountFen, line.refundedFen)
  const before = (await listStatementEntries(db, enterpriseId, { month })).filter(({ drawId }) => drawId === draw.id)
  return subtract(draw.amountFen, sum(before.flatMap(({ amountFen, walletFen }) => [amountFen, walletFen])))
}

/** What can still come back of the drawdowns of some parcels: what was drawn, less what refunds and disputes have taken back of it. */
export async function getRefundableDrawdowns(db: Db, enterpriseId: string, parcelIds: readonly string[]): Promise<Map<string, Fen>> {
  const left = new Map<string, Fen>()
  for (const document of parcelIds) {
    const draw = await findTransferByDocument(db, enterpriseId, { kind: 'draw', document })
    if (draw) left.set(document, await leftOf(db, enterpriseId, draw))
  }
  return left
}

/** A drawdown, the month that it belongs to, what is left of it, and how much of that is owed still. */
interface Standing {
  month: string
  closed: boolean
  leftFen: Fen
  owedFen: Fen
}

async function standingOf(tx: Tx, enterpriseId: string, { draw, debts }: { draw: TransferRow; debts: Debts }): Promise<Standing> {
  const month = monthOf(draw.at)
  const leftFen = await leftOf(tx, enterpriseId, draw)
  const [line] = await listStatementLines(tx, { enterpriseId, month, id: draw.id })
  if (!line) return { month, closed: false, leftFen, owedFen: debts.open.find((one) => one.month === month)?.owedFen ?? ZERO }
  const owing = debts.months.find((one) => one.month === month)
  if (!owing) return { month, closed: true, leftFen, owedFen: ZERO }
  // What others are in dispute for is not to be spent on this one.
  const others = subtract(owing.disputedFen, line.dispute === 'OPEN' ? leftFen : ZERO)
  return { month, closed: true, leftFen, owedFen: maxFen(ZERO, subtract(subtract(owing.totalFen, owing.settledFen), others)) }
}

/** How a drawdown comes back: `kind` for a closed month, and the account that gives. */
export interface DrawdownReversal {
  enterpriseId: string
  draw: TransferRow
  amountFen: Fen
  document: string
  seq: number
  title: string
  kind: Extract<StatementEntryKind, 'offset' | 'adjust'>
}

/** Takes a part of one drawdown back: off its own month's rest first, and what is more than that into the wallet. Refuses DRAWDOWN_REFUNDED. */
export async function reverseDrawdown(tx: Tx, moment: Moment, debts: Debts, given: DrawdownReversal): Promise<RefundSplit> {
  const { enterpriseId, draw, amountFen, document, seq, title } = given
  const { month, closed, leftFen, owedFen } = await standingOf(tx, enterpriseId, { draw, debts })
  if (amountFen > leftFen) refuse('DRAWDOWN_REFUNDED', { left: toYuan(leftFen) })
  const offsetFen = minFen(amountFen, owedFen)
  const walletFen = subtract(amountFen, offsetFen)
  const transfers: Transfer[] = [
    { kind: given.kind === 'adjust' ? 'adjust' : 'refundToCredit', amountFen: offsetFen, document, seq, title },
    { kind: 'refundToWallet', amountFen: walletFen, document, seq, title },
  ]
  await postTransfers(tx, moment, { enterpriseId, transfers })
  // What should never have been drawn counts from the day that it was.
  const valueDay = given.kind === 'adjust' ? dayOf(draw.at) : dayOf(moment.now)
  const entry: NewStatementEntry = {
    month,
    kind: closed ? given.kind : 'refund',
    amountFen: offsetFen,
    walletFen,
    drawId: draw.id,
    document,
    valueDay,
  }
  await recordReductions(tx, moment, enterpriseId, [entry])
  if (given.kind === 'adjust') await reverseInterest(tx, moment, { enterpriseId, fromDay: valueDay, document })
  return { offsetFen, walletFen }
}

/**
 * 退款冲减: refunds of what was drawn. Within the drawdown's own month it lowers what the month will owe; later it offsets what is unpaid of
 * that month's statement, overdue or not; only what is more than that goes to the wallet (domain §6). Refuses DRAWDOWN_NOT_FOUND, and
 * DRAWDOWN_REFUNDED for more than is left of a drawdown.
 */
export async function refundDrawdowns(
  tx: Tx,
  moment: Moment,
  { enterpriseId, document, parts, title }: DrawdownRefund,
): Promise<RefundSplit> {
  let debts = await lockDebts(tx, moment, enterpriseId)
  const before = await listStatementEntries(tx, enterpriseId, { documents: [document] })
  const given: RefundSplit[] = before.map(({ amountFen, walletFen }) => ({ offsetFen: amountFen, walletFen }))
  if (before.length === 0) {
    for (const [seq, { parcelId, amountFen }] of parts.entries()) {
      const draw = (await findTransferByDocument(tx, enterpriseId, { kind: 'draw', document: parcelId })) ?? refuse('DRAWDOWN_NOT_FOUND')
      given.push(await reverseDrawdown(tx, moment, debts, { enterpriseId, draw, amountFen, document, seq, title, kind: 'offset' }))
      debts = await lockDebts(tx, moment, enterpriseId)
    }
  }
  return { offsetFen: sum(given.map((one) => one.offsetFen)), walletFen: sum(given.map((one) => one.walletFen)) }
}
