import { transferKinds } from '#contract/money/ledger/transfer-kinds.ts'
import type { WalletEntry } from '#contract/money/wallet/api.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { type Fen, formatMoney, subtractFen, sum } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { addMonths, getShanghaiMonthInterval, toShanghaiMonth } from '#contract/platform/core/shanghai.ts'
import { listTransfers, lockAndReadLedgerBalance, postTransfersOfEnterprise, sumTransfersByMonth } from '#server/money/ledger/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { RowSlice } from '#server/platform/core/paging.ts'

export interface WalletMovement {
  enterpriseId: string
  /** Its purpose: an order's id, and the number of the movement within it. */
  document: string
  seq?: number
  amountFen: Fen
  title: string
}

/** The message for an insufficient wallet. */
export const formatInsufficientWalletMessage = (neededFen: Fen, balanceFen: Fen): string =>
  `钱包余额 ${formatMoney(balanceFen)}，还差 ${formatMoney(subtractFen(neededFen, balanceFen))}；请先充值或改用其他支付方式`

/** Pays for the orders of a trade, all or none. It checks the balance under its lock, so simultaneous payments never overdraw it. */
export async function payOrdersFromWallet(
  tx: Tx,
  moment: Moment,
  { enterpriseId, moves }: { enterpriseId: string; moves: readonly WalletMovement[] },
): Promise<void> {
  const balance = await lockAndReadLedgerBalance(tx, enterpriseId, 'wallet')
  const needed = sum(moves.map(({ amountFen }) => amountFen))
  if (balance < needed) refuse('WALLET_SHORT', { msg: formatInsufficientWalletMessage(needed, balance) })
  await postTransfersOfEnterprise(tx, moment, { enterpriseId, transfers: moves.map((move) => ({ kind: 'payByWallet', ...move })) })
}

export async function postRefundToWallet(tx: Tx, moment: Moment, move: WalletMovement): Promise<void> {
  await postTransfersOfEnterprise(tx, moment, { enterpriseId: move.enterpriseId, transfers: [{ kind: 'refundToWallet', ...move }] })
}

/** 充值: puts arrived money into the wallet. The same document twice violates a key. */
export async function postWalletTopUp(
  tx: Tx,
  moment: Moment,
  { source, ...move }: WalletMovement & { source: 'gateway' | 'bank'; valueDay: string },
): Promise<void> {
  const kind = source === 'gateway' ? 'topUpByGateway' : 'topUpByBank'
  await postTransfersOfEnterprise(tx, moment, { enterpriseId: move.enterpriseId, transfers: [{ kind, ...move }] })
}

const MONTHS_SHOWN = 6
/** The kinds of transfers that fill the wallet, and those that reduce it. */
const receiving = keysOf(transferKinds).filter((kind) => transferKinds[kind].to === 'wallet')
const spending = keysOf(transferKinds).filter((kind) => transferKinds[kind].from === 'wallet')

export interface WalletEntryFilter {
  enterpriseId: string
  direction?: '+' | '-' | undefined
  from?: Date
  until?: Date
}

/** Lists a page of wallet movements, the newest first, with their number. */
export async function listWalletEntries(
  db: Db,
  { direction, ...filter }: WalletEntryFilter,
  page: RowSlice,
): Promise<{ entries: WalletEntry[]; total: number }> {
  const kinds = direction === '+' ? receiving : direction === '-' ? spending : [...receiving, ...spending]
  const { rows, total } = await listTransfers(db, { ...filter, kinds }, page)
  const entries = rows.map(({ id, kind, title, amountFen, at }) => {
    const sign = receiving.includes(kind) ? ('+' as const) : ('-' as const)
    return { id, title, sign, amount: amountFen, status: '已完成' as const, at }
  })
  return { entries, total }
}

/** The incoming and outgoing amounts of each of the last six months. */
export async function sumWalletMovementsOfLastSixMonths(
  db: Db,
  moment: Moment,
  enterpriseId: string,
): Promise<{ month: string; received: Fen; spent: Fen }[]> {
  const current = toShanghaiMonth(moment.now)
  const months = Array.from({ length: MONTHS_SHOWN }, (_, step) => addMonths(current, step - MONTHS_SHOWN + 1))
  const sums = await sumTransfersByMonth(db, {
    enterpriseId,
    kinds: [...receiving, ...spending],
    from: getShanghaiMonthInterval(months[0] ?? current).from,
  })
  const of = (month: string, kinds: readonly string[]): Fen =>
    sum(sums.filter((row) => row.month === month && kinds.includes(row.kind)).map(({ amountFen }) => amountFen))
  return months.map((month) => ({ month, received: of(month, receiving), spent: of(month, spending) }))
}
