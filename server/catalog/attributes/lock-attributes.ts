import { sql } from 'kysely'
import type { Tx } from '#server/platform/core/db.ts'

/**
 * Locks all attributes and sets until the transaction ends. A change of an attribute takes the lock exclusively; a transaction that checks
 * and then writes values of goods takes it shared. So no attribute changes between the check and the write. The lock is taken before any
 * lock of an attribute, a set or goods.
 */
export async function lockAllAttributesAndSets(tx: Tx, purpose: 'change' | 'use'): Promise<void> {
  const key = sql`hashtextextended('attributes', 0)`
  await (purpose === 'change' ? sql`select pg_advisory_xact_lock(${key})` : sql`select pg_advisory_xact_lock_shared(${key})`).execute(tx)
}
