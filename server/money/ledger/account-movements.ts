// What moved accounts of a company in a period, and what they were before and after it.
import { sql } from 'kysely'
import { type BuyerLedgerAccount, type TransferKind, transferKinds } from '#contract/money/ledger/transfer-kinds.ts'
import { type Fen, fen, subtractFen, ZERO_FEN } from '#contract/platform/core/money.ts'
import { type Db, runInSnapshot } from '#server/platform/core/db.ts'
import { readLedgerBalancesOfEnterprise } from './transfers.ts'

/** A transfer as it moved one account. */
export interface AccountMovement {
  account: BuyerLedgerAccount
  kind: TransferKind
  title: string
  document: string
  at: Date
  /** Positive: the balance of the account grew. */
  changeFen: Fen
}

export interface AccountMovementsFilter {
  enterpriseId: string
  accounts: readonly BuyerLedgerAccount[]
  /** From this instant on, until before that one. */
  from: Date
  until: Date
  /** How many movements are read at most. */
  limit: number
}

export interface AccountMovementsAndBalances {
  /** By account, before the first and after the last movement of the period. */
  opening: Map<BuyerLedgerAccount, Fen>
  closing: Map<BuyerLedgerAccount, Fen>
  /** Account after account, each in the order of its entries. */
  movements: AccountMovement[]
}

/** The kinds of transfers that move one of some accounts. With them the index by company, kind and time finds the transfers. */
const kindsOf = (accounts: readonly BuyerLedgerAccount[]): string[] =>
  Object.entries(transferKinds)
    .filter(([, { from, to }]) => accounts.some((name) => name === from || name === to))
    .map(([kind]) => kind)

/** Transfers of a company from an instant on, once for each account that they move. */
const movedSql = ({ enterpriseId, accounts, from }: Pick<AccountMovementsFilter, 'enterpriseId' | 'accounts' | 'from'>) => sql`
  select a.name as account, t.kind, t.title, t.document, t.at,
    case when t.to_account = a.name then t.amount_fen else -t.amount_fen end as change,
    case when t.to_account = a.name then t.to_entry else t.from_entry end as entry
  from ledger_transfer t join unnest(${[...accounts]}::text[]) a(name) on a.name in (t.from_account, t.to_account)
  where t.enterprise_id = ${enterpriseId} and t.kind = any(${kindsOf(accounts)}::text[]) and t.at >= ${from}::timestamptz`

const sumBy = (rows: readonly { account: BuyerLedgerAccount; fen: number }[]) => new Map(rows.map((row) => [row.account, fen(row.fen)]))

/**
 * Reads what moved some accounts of a company in a period by the time of posting, and their balances before and after. The balances follow from
 * those of now and everything since, so a long history is not read. All in one snapshot.
 */
export const readAccountMovementsAndBalances = (db: Db, filter: AccountMovementsFilter): Promise<AccountMovementsAndBalances> =>
  runInSnapshot(db, async (snapshot) => {
    const { enterpriseId, accounts, from, until, limit } = filter
    const now = await readLedgerBalancesOfEnterprise(snapshot, enterpriseId)
    const since = async (at: Date) =>
      sumBy(
        (
          await sql<{ account: BuyerLedgerAccount; fen: number }>`
            select m.account, sum(m.change)::bigint as fen from (${movedSql({ enterpriseId, accounts, from: at })}) m group by m.account`.execute(
            snapshot,
          )
        ).rows,
      )
    const [later, all] = [await since(until), await since(from)]
    const before = (moved: Map<BuyerLedgerAccount, Fen>) =>
      new Map(accounts.map((name) => [name, subtractFen(now[name], moved.get(name) ?? ZERO_FEN)]))
    const { rows } = await sql<Omit<AccountMovement, 'changeFen'> & { change: number }>`
      select m.account, m.kind, m.title, m.document, m.at, m.change from (${movedSql(filter)}) m
      where m.at < ${until}::timestamptz order by array_position(${[...accounts]}::text[], m.account), m.entry limit ${limit}`.execute(
      snapshot,
    )
    return {
      opening: before(all),
      closing: before(later),
      movements: rows.map(({ change, ...row }) => ({ ...row, changeFen: fen(change) })),
    }
  })
