import { sql } from 'kysely'
import type { Tx } from '#server/platform/core/db.ts'

/**
 * Locks all attributes and sets until the transaction ends. Whoever changes one takes the lock alone; whoever checks values of goods and
 * then writes them takes it together with others like him. So no attribute changes between the check and the write. It is taken before
 * any lock of an attribute, a set or goods.
 */
export async function lockAttributes(tx: Tx, purpose: 'change' | 'use'): Promise<void> {
  const key = sql`hashtextextended('attributes', 0)`
  await (purpose === 'change' ? sql`select pg_advisory_xact_lock(${key})` : sql`select pg_advisory_xact_lock_shared(${key})`).execute(tx)
}
