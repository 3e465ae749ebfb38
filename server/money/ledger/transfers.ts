// Posts transfers to the tables `ledger_account` and `ledger_transfer`; bulk-transfers.ts does so for many companies at once.
import { sql } from 'kysely'
import { type BuyerLedgerAccount, buyerLedgerAccounts } from '#contract/money/ledger/transfer-kinds.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { type Fen, ZERO_FEN } from '#contract/platform/core/money.ts'
import { compileInsertOnce, compileOnce } from '#server/platform/core/compiled-once.ts'
import { anyOfIdsSql, awaitAllAndThrowFirstError, type Db, sendWithNextStatement, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import {
  computeLedgerEntryNumbersAndBalancesIntoMap,
  type LedgerEntryNumberAndBalance,
  type LedgerTransfer,
  sumEntryAmounts,
  toLedgerEntries,
  toTransferRow,
} from './entries.ts'

/** Creates the four accounts of a company with zero balances. */
export async function createLedgerAccountsOfEnterprise(tx: Tx, enterpriseId: string): Promise<void> {
  const rows = keysOf(buyerLedgerAccounts).map((name) => ({ enterprise_id: enterpriseId, name, balance_fen: ZERO_FEN, entries: 0 }))
  await tx.insertInto('ledger_account').values(rows).execute()
}

export type LedgerBalances = Record<BuyerLedgerAccount, Fen>

/** The interest balance of a company, as SQL, for a statement that reads it together with what else is owed. */
export const interestBalanceFenSql = (enterpriseId: string) =>
  sql<Fen>`(select a.balance_fen from ledger_account a where a.enterprise_id = ${enterpriseId} and a.name = 'interest')`

/** A row of `ledgerBalanceRowsSql`. */
export interface LedgerBalanceRow {
  kind: BuyerLedgerAccount
  fen: Fen
}

/** The balances of a company as a select of `kind` and `fen`, for a statement that reads them together with other facts. */
export const ledgerBalanceRowsSql = (enterpriseId: string) =>
  sql<LedgerBalanceRow>`select a.name as kind, a.balance_fen as fen from ledger_account a where a.enterprise_id = ${enterpriseId}`

const selectBalances = compileOnce((_db, { enterpriseId }: { enterpriseId: string }) => ledgerBalanceRowsSql(enterpriseId))

/** Returns the four balances of a company from its rows. Owed amounts are negative: owed = −balance. */
export function toLedgerBalances(rows: readonly LedgerBalanceRow[]): LedgerBalances {
  const balances: LedgerBalances = { wallet: ZERO_FEN, creditHeld: ZERO_FEN, creditDrawn: ZERO_FEN, interest: ZERO_FEN }
  for (const { kind, fen } of rows) balances[kind] = fen
  return balances
}

/** Reads all four balances of a company. */
export async function readLedgerBalancesOfEnterprise(db: Db, enterpriseId: string): Promise<LedgerBalances> {
  return toLedgerBalances(await selectBalances(db, { enterpriseId }).execute())
}

/** Returns the balances of some companies in fen, by company; of one without accounts 0. */
export async function readLedgerBalancesOfEnterprises(db: Db, enterpriseIds: readonly string[]): Promise<Map<string, LedgerBalances>> {
  const rows = await db
    .selectFrom('ledger_account')
    .select(['enterprise_id', 'name', 'balance_fen'])
    .where('enterprise_id', '=', anyOfIdsSql(enterpriseIds))
    .execute()
  const balances = new Map<string, LedgerBalances>(
    enterpriseIds.map((id) => [id, { wallet: ZERO_FEN, creditHeld: ZERO_FEN, creditDrawn: ZERO_FEN, interest: ZERO_FEN }]),
  )
  for (const { enterprise_id, name, balance_fen } of rows) {
    const own = balances.get(enterprise_id)
    if (own) own[name] = balance_fen
  }
  return balances
}

interface AccountMove {
  enterpriseId: string
  name: BuyerLedgerAccount
  amountFen: number
  count: number
}

const updateAccount = compileOnce((tx, { enterpriseId, name, amountFen, count }: AccountMove) =>
  tx
    .updateTable('ledger_account')
    .set({ balance_fen: sql<Fen>`balance_fen + ${amountFen}`, entries: sql<number>`entries + ${count}` })
    .where('enterprise_id', '=', enterpriseId)
    .where('name', '=', name)
    .returning(['balance_fen', 'entries']),
)

/** Moves the accounts in the common lock order, and returns the position of each transfer in them. */
async function moveAccounts(tx: Tx, enterpriseId: string, transfers: readonly LedgerTransfer[]): Promise<LedgerEntryNumberAndBalance> {
  const entries = toLedgerEntries(transfers)
  const names = [...new Set(entries.map((entry) => entry.name))].sort()
  const byAccount = names.map((name) => ({ name, own: entries.filter((entry) => entry.name === name) }))
  // The statements are sent together and run one after the other, so the order of the locks stays.
  const moved = await awaitAllAndThrowFirstError(
    ...byAccount.map(({ name, own }) =>
      updateAccount(tx, { enterpriseId, name, amountFen: sumEntryAmounts(own), count: own.length }).executeTakeFirstOrThrow(),
    ),
  )
  const positions: LedgerEntryNumberAndBalance = new Map()
  for (const [at, { balance_fen, entries: last }] of moved.entries())
    computeLedgerEntryNumbersAndBalancesIntoMap(positions, byAccount[at]?.own ?? [], { balanceFen: balance_fen, entries: last })
  return positions
}

interface PostedTransfers {
  enterpriseId: string
  transfers: readonly LedgerTransfer[]
  completed?: Promise<readonly LedgerTransfer[]>
}

const withAmount = (transfers: readonly LedgerTransfer[]): LedgerTransfer[] => transfers.filter(({ amountFen }) => amountFen !== 0)

const insertTransferRows = compileInsertOnce((tx) => tx.insertInto('ledger_transfer'))

/**
 * Posts transfers of one company: updates the balances and inserts the rows, each with its positions in the accounts. A negative wallet or
 * hold violates a CHECK, so callers who spend must check the balance under its lock first. The rows are sent with the next statement of the
 * transaction, or with its commit: the same (kind, document, seq) twice is a unique violation there. `completed`: the same transfers with
 * what a check sent before finds out for them; the accounts are moved meanwhile, and its refusal is thrown.
 */
export async function postTransfersOfEnterprise(
  tx: Tx,
  moment: Moment,
  { enterpriseId, transfers, completed = Promise.resolve(transfers) }: PostedTransfers,
): Promise<void> {
  const [complete, positions] = await awaitAllAndThrowFirstError(completed, moveAccounts(tx, enterpriseId, withAmount(transfers)))
  const rows = withAmount(complete).map((transfer, at) => toTransferRow(moment, enterpriseId, transfer, { at, positions }))
  if (rows.length === 0) return
  await sendWithNextStatement(tx, insertTransferRows(tx, rows))
}

/** Locks one account and returns its balance. */
export async function lockAndReadLedgerBalance(tx: Tx, enterpriseId: string, name: BuyerLedgerAccount): Promise<Fen> {
  const row = await tx
    .selectFrom('ledger_account')
    .select('balance_fen')
    .where('enterprise_id', '=', enterpriseId)
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return row.balance_fen
}
