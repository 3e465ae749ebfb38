// Ledger operations on many companies at once, for jobs. The number of SQL statements does not depend on the number of companies.
import { sql } from 'kysely'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { columnsOfRecordsSql } from '#server/platform/core/record-columns.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import {
  computeLedgerEntryNumbersAndBalancesIntoMap,
  type LedgerEntry,
  type LedgerEntryNumberAndBalance,
  type LedgerTransfer,
  sumEntryAmounts,
  toLedgerEntries,
  toTransferRow,
} from './entries.ts'

/**
 * Locks the drawn balances of some companies. Everything that repays, charges, disputes or closes takes this lock first, so a company has
 * only one of these at a time. It is an update that changes nothing, because an update also locks in a distributed database.
 */
export async function lockDrawnBalancesOfEnterprises(tx: Tx, enterpriseIds: readonly string[]): Promise<void> {
  const ids = [...enterpriseIds].sort()
  await sql`update ledger_account set entries = entries where enterprise_id = any(${ids}::uuid[]) and name = 'creditDrawn'`.execute(
    withoutTenantGuard(tx, 'working in sets'),
  )
}

export interface EnterpriseTransfer extends LedgerTransfer {
  enterpriseId: string
}

/** Posts transfers of many companies that the caller has locked; otherwise like `postTransfersOfEnterprise`. */
export async function postTransfersOfLockedEnterprises(tx: Tx, moment: Moment, transfers: readonly EnterpriseTransfer[]): Promise<void> {
  const posted = transfers.filter(({ amountFen }) => amountFen !== 0)
  if (posted.length === 0) return
  const positions = await moveAccounts(tx, posted)
  const rows = posted.map(({ enterpriseId, ...transfer }, at) => toTransferRow(moment, enterpriseId, transfer, { at, positions }))
  const columns = columnsOfRecordsSql(rows)
  await sql`insert into ledger_transfer (${columns})
    select ${columns} from jsonb_populate_recordset(null::ledger_transfer, ${JSON.stringify(rows)}::jsonb)`.execute(
    withoutTenantGuard(tx, 'working in sets'),
  )
}

async function moveAccounts(tx: Tx, transfers: readonly EnterpriseTransfer[]): Promise<LedgerEntryNumberAndBalance> {
  const groups = new Map<string, { enterpriseId: string; own: LedgerEntry[] }>()
  for (const entry of toLedgerEntries(transfers)) {
    const enterpriseId = transfers[entry.transfer]?.enterpriseId ?? ''
    const key = `${enterpriseId} ${entry.name}`
    const group = groups.get(key) ?? { enterpriseId, own: [] }
    group.own.push(entry)
    groups.set(key, group)
  }
  const moves = [...groups.values()].map(({ enterpriseId, own }) => ({
    enterprise_id: enterpriseId,
    name: own[0]?.name,
    net: sumEntryAmounts(own),
    count: own.length,
  }))
  const { rows } = await sql<{ enterprise_id: string; name: string; balance_fen: number; entries: number }>`
    update ledger_account a set balance_fen = a.balance_fen + m.net, entries = a.entries + m.count
    from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) m(enterprise_id uuid, name text, net bigint, count bigint)
    where a.enterprise_id = m.enterprise_id and a.name = m.name
    returning a.enterprise_id, a.name, a.balance_fen, a.entries`.execute(withoutTenantGuard(tx, 'working in sets'))
  const positions: LedgerEntryNumberAndBalance = new Map()
  for (const row of rows) {
    const group = groups.get(`${row.enterprise_id} ${row.name}`)
    if (group) computeLedgerEntryNumbersAndBalancesIntoMap(positions, group.own, { balanceFen: row.balance_fen, entries: row.entries })
  }
  if (rows.length !== groups.size) throw new Error('a company without books')
  return positions
}
