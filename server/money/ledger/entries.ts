import {
  type AccountName,
  type BuyerAccount,
  isBuyerAccount,
  type TransferKind,
  transferKinds,
} from '#contract/money/ledger/transfer-kinds.ts'
import { type Fen, fen } from '#contract/platform/core/money.ts'
import { dayOf } from '#contract/platform/core/shanghai.ts'
import type { Moment } from '#server/platform/core/moment.ts'

/** A movement of money. Its kind says from where to where; kind, document and seq say that it happens once. */
export interface Transfer {
  kind: TransferKind
  amountFen: Fen
  /** What caused it: the order, the parcel, the refund, the bank line. */
  document: string
  seq?: number
  /** What the buyer reads in his records. */
  title: string
  /** The day that counts for interest and statements; the day it is posted unless a bank says otherwise. */
  valueDay?: string
  /** Of a hold: what is used after it, and the limit that it was checked against. */
  usedAfterFen?: Fen
  limitFen?: Fen
}

/** What one side of a transfer does to a buyer-side account. */
export interface Entry {
  transfer: number
  side: 'from' | 'to'
  name: BuyerAccount
  amount: number
}

export function entriesOf(transfers: readonly Transfer[]): Entry[] {
  const side = (transfer: number, which: 'from' | 'to', name: AccountName, amount: number): Entry[] =>
    isBuyerAccount(name) ? [{ transfer, side: which, name, amount }] : []
  return transfers.flatMap(({ kind, amountFen }, at) => [
    ...side(at, 'from', transferKinds[kind].from, -amountFen),
    ...side(at, 'to', transferKinds[kind].to, amountFen),
  ])
}

export const sumEntryAmounts = (entries: readonly Entry[]): number => entries.reduce((total, { amount }) => total + amount, 0)

/** A transfer's place in an account, and the account's balance after it; by transfer and side. */
export type EntryPositions = Map<string, { entry: number; afterFen: Fen }>

/** Where some entries stand in their account, told from what it holds and counts after the last of them. */
export function recordEntryPositions(
  places: EntryPositions,
  entries: readonly Entry[],
  after: { balanceFen: number; entries: number },
): void {
  let balance = after.balanceFen - sumEntryAmounts(entries)
  for (const [at, { transfer, side, amount }] of entries.entries()) {
    balance += amount
    places.set(`${transfer}:${side}`, { entry: after.entries - entries.length + at + 1, afterFen: fen(balance) })
  }
}

/** A transfer as its row; `at` is its number among those whose places are known. */
export function toTransferRow(
  moment: Moment,
  enterpriseId: string,
  transfer: Transfer,
  { at, places }: { at: number; places: EntryPositions },
) {
  const [from, to] = [places.get(`${at}:from`), places.get(`${at}:to`)]
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
    value_day: transfer.valueDay ?? dayOf(moment.now),
    from_entry: from?.entry ?? null,
    from_after_fen: from?.afterFen ?? null,
    to_entry: to?.entry ?? null,
    to_after_fen: to?.afterFen ?? null,
    used_after_fen: transfer.usedAfterFen ?? null,
    limit_fen: transfer.limitFen ?? null,
  }
}
