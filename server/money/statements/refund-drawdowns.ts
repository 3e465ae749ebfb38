import { type Fen, maxFen, minFen, subtractFen, sum, toYuan, ZERO_FEN } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { toShanghaiDay, toShanghaiMonth } from '#contract/platform/core/shanghai.ts'
import { findTransferByDocument, type LedgerTransfer, postTransfersOfEnterprise, type TransferRow } from '#server/money/ledger/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { type EnterpriseDebtByMonths, lockAndReadDebtsUpToDate } from './debt.ts'
import { reverseInterestOfLoweredDebt } from './repay.ts'
import {
  listStatementEntriesByMonthOrDocument,
  type NewStatementEntry,
  recordReductionsAndUpdateStates,
  type StatementEntryKind,
} from './statement-entries.ts'
import { computeDisputedRestFen, listStatementLines, type StatementLine } from './statement-rows.ts'

export interface DrawdownRefundInput {
  enterpriseId: string
  /** The refund's id. The same id twice refunds nothing the second time. */
  document: string
  /** How much is refunded of the drawdown of each parcel. */
  parts: readonly { parcelId: string; amountFen: Fen }[]
  title: string
}

/** How a refund was split: a reduction of the debt, and, as far as that was repaid, the wallet. */
export interface RefundSplit {
  offsetFen: Fen
  walletFen: Fen
}

/** The rest of a drawdown, and its statement line if its month is closed. */
async function readRest(
  db: Db,
  enterpriseId: string,
  draw: TransferRow,
  month = toShanghaiMonth(draw.at),
): Promise<{ leftFen: Fen; line?: StatementLine }> {
  const [line] = await listStatementLines(db, { enterpriseId, month, id: draw.id })
  if (line) return { leftFen: subtractFen(draw.amountFen, line.refundedFen), line }
  const before = (await listStatementEntriesByMonthOrDocument(db, enterpriseId, { month })).filter(({ drawId }) => drawId === draw.id)
  return { leftFen: subtractFen(draw.amountFen, sum(before.flatMap(({ amountFen, walletFen }) => [amountFen, walletFen]))) }
}

/** The refundable rest of the drawdowns of some parcels: the drawn amount minus refunds and disputes. */
export async function readRefundableDrawdownFenByParcelId(
  db: Db,
  enterpriseId: string,
  parcelIds: readonly string[],
): Promise<Map<string, Fen>> {
  const left = new Map<string, Fen>()
  for (const document of parcelIds) {
    const draw = await findTransferByDocument(db, enterpriseId, { kind: 'draw', document })
    if (draw) left.set(document, (await readRest(db, enterpriseId, draw)).leftFen)
  }
  return left
}

/** A drawdown with its month, its rest, and the part of the rest that is still owed. */
interface DrawdownStatus {
  month: string
  closed: boolean
  leftFen: Fen
  owedFen: Fen
}

async function readDrawdownStatus(
  tx: Tx,
  enterpriseId: string,
  {
    draw,
    debts,
    kind,
    month = toShanghaiMonth(draw.at),
  }: Pick<ReverseDrawdownInput, 'draw' | 'month' | 'kind'> & { debts: EnterpriseDebtByMonths },
): Promise<DrawdownStatus> {
  const { leftFen, line } = await readRest(tx, enterpriseId, draw, month)
  if (!line) return { month, closed: false, leftFen, owedFen: debts.open.find((one) => one.month === month)?.owedFen ?? ZERO_FEN }
  const owing = debts.months.find((one) => one.month === month)
  if (!owing) return { month, closed: true, leftFen, owedFen: ZERO_FEN }
  // The unpaid amount that other disputes need must not be used for this one. An adjustment is what the decision of a dispute grants; the
  // dispute was open when the debts were read.
  const own = line.dispute === 'OPEN' || kind === 'adjust' ? computeDisputedRestFen(line) : ZERO_FEN
  const others = subtractFen(owing.disputedFen, own)
  return { month, closed: true, leftFen, owedFen: maxFen(ZERO_FEN, subtractFen(subtractFen(owing.totalFen, owing.settledFen), others)) }
}

/** How a drawdown is reversed: `kind` for a closed month, and the account that gives the money. */
export interface ReverseDrawdownInput {
  enterpriseId: string
  draw: TransferRow
  /** The month of its statement. Default: that of its posting. A drawdown that was moved in as an open statement is in an earlier month. */
  month?: string | undefined
  amountFen: Fen
  document: string
  seq: number
  title: string
  kind: Extract<StatementEntryKind, 'offset' | 'adjust'>
}

/** A drawdown that should not exist is reversed from its own day on. */
const getFirstDayOfReversal = (moment: Moment, { kind, draw }: Pick<ReverseDrawdownInput, 'kind' | 'draw'>): string =>
  toShanghaiDay(kind === 'adjust' ? draw.at : moment.now)

/** Posts what a reversal takes off the debt and what goes to the wallet, and records it. */
async function postReversal(tx: Tx, moment: Moment, debts: EnterpriseDebtByMonths, reversal: ReverseDrawdownInput): Promise<RefundSplit> {
  const { enterpriseId, draw, amountFen, document, seq, title } = reversal
  const { month, closed, leftFen, owedFen } = await readDrawdownStatus(tx, enterpriseId, { ...reversal, debts })
  if (amountFen > leftFen) refuse('DRAWDOWN_REFUNDED', { left: toYuan(leftFen) })
  const offsetFen = minFen(amountFen, owedFen)
  const walletFen = subtractFen(amountFen, offsetFen)
  const transfers: LedgerTransfer[] = [
    { kind: reversal.kind === 'adjust' ? 'adjust' : 'refundToCredit', amountFen: offsetFen, document, seq, title },
    { kind: 'refundToWallet', amountFen: walletFen, document, seq, title },
  ]
  await postTransfersOfEnterprise(tx, moment, { enterpriseId, transfers })
  const entry: NewStatementEntry = {
    month,
    kind: closed ? reversal.kind : 'refund',
    amountFen: offsetFen,
    walletFen,
    drawId: draw.id,
    document,
    valueDay: getFirstDayOfReversal(moment, reversal),
  }
  await recordReductionsAndUpdateStates(tx, moment, enterpriseId, [entry])
  return { offsetFen, walletFen }
}

/**
 * Reverses a part of one drawdown: it reduces the debt of its own month first, and the rest goes to the wallet, and on to
 * written-off claims. Refuses DRAWDOWN_REFUNDED.
 */
export async function reverseDrawdown(
  tx: Tx,
  moment: Moment,
  debts: EnterpriseDebtByMonths,
  reversal: ReverseDrawdownInput,
): Promise<void> {
  const { enterpriseId, document } = reversal
  const { walletFen: arrivedFen } = await postReversal(tx, moment, debts, reversal)
  const fromDay = getFirstDayOfReversal(moment, reversal)
  await reverseInterestOfLoweredDebt(tx, moment, debts, { enterpriseId, fromDay, document, arrivedFen })
}

/**
 * 退款冲减: refunds of drawdowns. Within the drawdown's own month a refund lowers the month's total. Later it offsets the unpaid part of that
 * month's statement, overdue or not, and only the rest goes to the wallet (domain §6). Refuses DRAWDOWN_NOT_FOUND, and DRAWDOWN_REFUNDED if
 * it exceeds the rest of a drawdown.
 */
export async function offsetRefundsAgainstDrawdowns(
  tx: Tx,
  moment: Moment,
  { enterpriseId, document, parts, title }: DrawdownRefundInput,
): Promise<RefundSplit> {
  let debts = await lockAndReadDebtsUpToDate(tx, moment, enterpriseId)
  const before = await listStatementEntriesByMonthOrDocument(tx, enterpriseId, { documents: [document] })
  const given: RefundSplit[] = before.map(({ amountFen, walletFen }) => ({ offsetFen: amountFen, walletFen }))
  if (before.length === 0) {
    for (const [seq, { parcelId, amountFen }] of parts.entries()) {
      const draw = (await findTransferByDocument(tx, enterpriseId, { kind: 'draw', document: parcelId })) ?? refuse('DRAWDOWN_NOT_FOUND')
      given.push(await postReversal(tx, moment, debts, { enterpriseId, draw, amountFen, document, seq, title, kind: 'offset' }))
      debts = await lockAndReadDebtsUpToDate(tx, moment, enterpriseId)
    }
    const arrivedFen = sum(given.map(({ walletFen }) => walletFen))
    await reverseInterestOfLoweredDebt(tx, moment, debts, { enterpriseId, fromDay: toShanghaiDay(moment.now), document, arrivedFen })
  }
  return { offsetFen: sum(given.map((one) => one.offsetFen)), walletFen: sum(given.map((one) => one.walletFen)) }
}
