import { vi } from 'vitest'
import type { Mall } from './mall.ts'

/** Resolves when so many statements of a mall wait for a lock. */
const waitingForLocks = (mall: Mall, count: number) =>
  vi.waitUntil(
    async () => {
      const { rows } = await mall.pool.query<{ n: number }>(
        "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
      return (rows[0]?.n ?? 0) >= count
    },
    // Less than the three seconds after which a statement gives up waiting.
    { timeout: 2_500, interval: 5 },
  )

/**
 * Two calls that need one row, in a certain order: the row is held, the first call stands in line for it, then the second, and both go on once
 * it is let go. Returns both answers.
 */
export async function runInLockOrder<A, B>(
  mall: Mall,
  row: { table: 'app_user' | 'staff' | 'bank_line'; id: string },
  calls: readonly [first: () => Promise<A>, second: () => Promise<B>],
): Promise<[A, B]> {
  const holder = await mall.pool.connect()
  try {
    await holder.query('begin')
    await holder.query(`select 1 from ${row.table} where id = $1 for update`, [row.id])
    const first = calls[0]()
    await waitingForLocks(mall, 1)
    const second = calls[1]()
    await waitingForLocks(mall, 2)
    await holder.query('rollback')
    return [await first, await second]
  } finally {
    await holder.query('rollback')
    holder.release()
  }
}
