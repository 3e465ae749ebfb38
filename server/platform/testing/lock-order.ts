import { expect } from 'vitest'
import type { Mall } from './mall.ts'

/** Resolves when this many statements of a mall wait for a lock. */
const waitingForLocks = (mall: Mall, count: number) =>
  expect
    .poll(
      async () => {
        const { rows } = await mall.pool.query<{ n: number }>(
          "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        )
        return rows[0]?.n ?? 0
      },
      { interval: 5 },
    )
    .toBeGreaterThanOrEqual(count)

/**
 * Runs two calls that need the same row in a fixed order: the row is locked, the first call queues for it, then the second, and then it is
 * unlocked. A row of a company is named with it, as every statement about such a row does. Returns both answers.
 */
export async function runTwoCallsInLockOrder<A, B>(
  mall: Mall,
  row: {
    table:
      | 'app_user'
      | 'staff'
      | 'custom_role'
      | 'bank_line'
      | 'sku_stock'
      | 'goods'
      | 'goods_search'
      | 'brand'
      | 'machine_model'
      | 'platform_key'
      | 'payment_password'
      | 'wave'
      | 'quotation'
      | 'order_proposal'
      | 'purchase_order'
    id: string
    enterpriseId?: string
  },
  calls: readonly [first: () => Promise<A>, second: () => Promise<B>],
): Promise<[A, B]> {
  const holder = await mall.pool.connect()
  try {
    await holder.query('begin')
    const keys: Partial<Record<typeof row.table, string>> = { sku_stock: 'sku_id', goods_search: 'goods_id', payment_password: 'user_id' }
    const key = keys[row.table] ?? 'id'
    const [ofCompany, company] = row.enterpriseId === undefined ? ['', []] : [' and enterprise_id = $2', [row.enterpriseId]]
    await holder.query(`select 1 from ${row.table} where ${key} = $1${ofCompany} for update`, [row.id, ...company])
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
