import type { Tx } from '#server/platform/core/db.ts'
import { anyOfIdsSql } from '#server/platform/core/db.ts'
import { acrossEnterprises } from '#server/platform/core/tenant-guard.ts'

/**
 * Deletes what staff kept about companies that have closed: notes and follow-ups name people, and nobody looks after these companies any
 * more.
 */
export async function deleteStaffRecordsOfEnterprises(tx: Tx, enterpriseIds: readonly string[]): Promise<void> {
  const all = acrossEnterprises(tx, 'working in sets')
  const tables = ['follow_up', 'enterprise_note', 'tagged_enterprise', 'account_manager_change', 'account_manager'] as const
  for (const table of tables) await all.deleteFrom(table).where('enterprise_id', '=', anyOfIdsSql(enterpriseIds)).execute()
}
