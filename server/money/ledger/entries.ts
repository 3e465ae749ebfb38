import {
  type BuyerLedgerAccount,
  isBuyerLedgerAccount,
  type LedgerAccountName,
  type TransferKind,
  transferKinds,
} from '#contract/money/ledger/transfer-kinds.ts'
import { type Fen, fen } from '#contract/platform/core/money.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import type { Moment } from '#server/platform/core/moment.ts'

/** A movement of money. Its kind determines the two accounts. Kind, document and seq together make it unique, so that it happens once. */
export interface LedgerTransfer {
  kind: TransferKind
  amountFen: Fen
  /** Its cause: the order, the parcel, the refund, the bank line. */
  document: string
  seq?: number
  /** The text in the buyer's records. */
  title: string
  /** The value date for interest and statements. Default: the day of posting. */
  valueDay?: string
  /** For a hold: the used amount after it, and the limit that it was checked against. */
  usedAfterFen?: Fen
  limitFen?: Fen
}

/** The effect of a transfer on one buyer-side account. */
export interface LedgerEntry {
  transfer: number
  side: 'from' | 'to'
  name: BuyerLedgerAccount
  amount: number
}

export function toLedgerEntries(transfers: readonly LedgerTransfer[]): LedgerEntry[] {
  const side = (transfer: number, which: 'from' | 'to', name: LedgerAccountName, amount: number): LedgerEntry[] =>
    isBuyerLedgerAccount(name) ? [{ transfer, side: which, name, amount }] : []
  return transfers.flatMap(({ kind, amountFen }, at) => [
    ...side(at, 'from', transferKinds[kind].from, -amountFen),
    ...side(at, 'to', transferKinds[kind].to, amountFen),
  ])
}

export const sumEntryAmounts = (entries: readonly LedgerEntry[]): number => entries.reduce((total, { amount }) => total + amount, 0)

/** The number of each transfer in an account, and the account's balance after it; by transfer and side. */
export type LedgerEntryNumberAndBalance = Map<string, { entry: number; afterFen: Fen }>

/** Computes the numbers and balances of some entries from the account's state after the last of them. */
export function computeLedgerEntryNumbersAndBalancesIntoMap(
  positions: LedgerEntryNumberAndBalance,
  entries: readonly LedgerEntry[],
  after: { balanceFen: number; entries: number },
): void {
  let balance = after.balanceFen - sumEntryAmounts(entries)
  for (const [at, { transfer, side, amount }] of entries.entries()) {
    balance += amount
    positions.set(`${transfer}:${side}`, { entry: after.entries - entries.length + at + 1, afterFen: fen(balance) })
  }
}

/** The row of a transfer. `at` is its index among the transfers whose positions are known. */
export function toTransferRow(
  moment: Moment,
  enterpriseId: string,
  transfer: LedgerTransfer,
  { at, positions }: { at: number; positions: LedgerEntryNumberAndBalance },
) {
  const [from, to] = [positions.get(`${at}:from`), positions.get(`${at}:to`)]
  const { from: from_account, to: to_account } = transferKinds[transfer.kind]
  return {
    enterprise_id: enterpriseId,
    id: moment.newId(),
    from_account,
    to_account,
    amount_fen: transfer.amountFen,
    kind: transfer.kind,
    document: transfer.document,
    seq: transfer.seq ?? 0,
    title: transfer.title,
    at: moment.now,
    value_day: transfer.valueDay ?? toShanghaiDay(moment.now),
    from_entry: from?.entry ?? null,
    from_after_fen: from?.afterFen ?? null,
    to_entry: to?.entry ?? null,
    to_after_fen: to?.afterFen ?? null,
    used_after_fen: transfer.usedAfterFen ?? null,
    limit_fen: transfer.limitFen ?? null,
  }
}
