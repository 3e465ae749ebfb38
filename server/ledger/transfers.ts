// The only file that touches the tables `ledger_account` and `ledger_transfer`: the books.
import { sql } from 'kysely'
import {
  type AccountName,
  type BuyerAccount,
  buyerAccounts,
  isBuyerAccount,
  type TransferKind,
  transferKinds,
} from '../../contract/ledger/transfer-kinds.ts'
import { keysOf } from '../../contract/lifecycle.ts'
import { type Fen, fen, ZERO } from '../../contract/money.ts'
import { dayOf } from '../../contract/shanghai.ts'
import type { Db, Tx } from '../platform/db.ts'
import type { Moment } from '../platform/moment.ts'

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

/** The four accounts of a company, all at zero. */
export async function openBooks(tx: Tx, enterpriseId: string): Promise<void> {
  const rows = keysOf(buyerAccounts).map((name) => ({ enterprise_id: enterpriseId, name, balance_fen: ZERO, entries: 0 }))
  await tx.insertInto('ledger_account').values(rows).execute()
}

export type Balances = Record<BuyerAccount, Fen>

/** All four balances of a company. Owed amounts are negative: owed = −balance. */
export async function readBalances(db: Db, enterpriseId: string): Promise<Balances> {
  const rows = await db.selectFrom('ledger_account').select(['name', 'balance_fen']).where('enterprise_id', '=', enterpriseId).execute()
  const balances: Balances = { wallet: ZERO, creditHeld: ZERO, creditDrawn: ZERO, interest: ZERO }
  for (const { name, balance_fen } of rows) balances[name] = balance_fen
  return balances
}

/** What one side of a transfer does to a buyer-side account. */
interface Entry {
  transfer: number
  side: 'from' | 'to'
  name: BuyerAccount
  amount: number
}

function entriesOf(transfers: readonly Transfer[]): Entry[] {
  const side = (transfer: number, which: 'from' | 'to', name: AccountName, amount: number): Entry[] =>
    isBuyerAccount(name) ? [{ transfer, side: which, name, amount }] : []
  return transfers.flatMap(({ kind, amountFen }, at) => [
    ...side(at, 'from', transferKinds[kind].from, -amountFen),
    ...side(at, 'to', transferKinds[kind].to, amountFen),
  ])
}

/** A transfer's place in an account, and the account's balance after it. */
interface Place {
  entry: number
  afterFen: Fen
}
type Places = Map<string, Place>

/** Moves the accounts, in the order that everybody locks them in, and tells where each transfer stands in them. */
async function moveAccounts(tx: Tx, enterpriseId: string, transfers: readonly Transfer[]): Promise<Places> {
  const entries = entriesOf(transfers)
  const places: Places = new Map()
  for (const name of [...new Set(entries.map((entry) => entry.name))].sort()) {
    const own = entries.filter((entry) => entry.name === name)
    const net = own.reduce((total, { amount }) => total + amount, 0)
    const { balance_fen, entries: last } = await tx
      .updateTable('ledger_account')
      .set({ balance_fen: sql<Fen>`balance_fen + ${net}`, entries: sql<number>`entries + ${own.length}` })
      .where('enterprise_id', '=', enterpriseId)
      .where('name', '=', name)
      .returning(['balance_fen', 'entries'])
      .executeTakeFirstOrThrow()
    let balance = balance_fen - net
    for (const [at, { transfer, side, amount }] of own.entries()) {
      balance += amount
      places.set(`${transfer}:${side}`, { entry: last - own.length + at + 1, afterFen: fen(balance) })
    }
  }
  return places
}

/**
 * Posts transfers of one company: the balances that they move, and their rows, each with its place in the accounts. A wallet or a hold
 * that would fall below zero breaks a CHECK; whoever spends from one looks under its lock first. The same (kind, document, seq)
 * twice is a unique violation.
 */
export async function postTransfers(
  tx: Tx,
  moment: Moment,
  { enterpriseId, transfers }: { enterpriseId: string; transfers: readonly Transfer[] },
): Promise<void> {
  const posted = transfers.filter(({ amountFen }) => amountFen !== 0)
  if (posted.length === 0) return
  const places = await moveAccounts(tx, enterpriseId, posted)
  const rows = posted.map((transfer, at) => {
    const [from, to] = [places.get(`${at}:from`), places.get(`${at}:to`)]
    return {
      ...{
        enterprise_id: enterpriseId,
        id: moment.newId(),
        from_account: transferKinds[transfer.kind].from,
        to_account: transferKinds[transfer.kind].to,
      },
      ...{
        amount_fen: transfer.amountFen,
        kind: transfer.kind,
        document: transfer.document,
        seq: transfer.seq ?? 0,
        title: transfer.title,
      },
      ...{ at: moment.now, value_day: transfer.valueDay ?? dayOf(moment.now) },
      ...{ from_entry: from?.entry ?? null, from_after_fen: from?.afterFen ?? null },
      ...{ to_entry: to?.entry ?? null, to_after_fen: to?.afterFen ?? null },
      ...{ used_after_fen: transfer.usedAfterFen ?? null, limit_fen: transfer.limitFen ?? null },
    }
  })
  await tx.insertInto('ledger_transfer').values(rows).execute()
}

/** Locks one account and returns its balance. */
export async function lockBalance(tx: Tx, enterpriseId: string, name: BuyerAccount): Promise<Fen> {
  const row = await tx
    .selectFrom('ledger_account')
    .select('balance_fen')
    .where('enterprise_id', '=', enterpriseId)
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return row.balance_fen
}
