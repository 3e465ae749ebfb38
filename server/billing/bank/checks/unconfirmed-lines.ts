import { sql } from 'kysely'
import { type Fen, formatMoney } from '#contract/platform/core/money.ts'
import { formatShanghaiTime, getStartOfShanghaiDay, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { isUnconfirmedManualBankLineSql } from '#server/billing/bank/bank-line-store.ts'
import { listStaffNamesById } from '#server/people/staff/public.ts'
import { notifyStaff } from '#server/people/staff-notices/public.ts'
import { type Db, runInTransaction } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

/**
 * Notifies finance and administrators once a day of typed lines of earlier days that no statement has confirmed: number, sum, since when
 * and by whom. Returns whether there were any.
 */
export async function notifyStaffOfUnconfirmedBankLines(db: Db, moment: Moment): Promise<boolean> {
  const today = toShanghaiDay(moment.now)
  const rows = await db
    .selectFrom('bank_line')
    .select(['typed_by', db.fn.countAll<number>().as('count'), sql<Fen>`sum(amount_fen)::bigint`.as('amount')])
    .select(sql<Date>`min(at)`.as('oldest'))
    .where(isUnconfirmedManualBankLineSql)
    .where('at', '<', getStartOfShanghaiDay(today))
    .groupBy('typed_by')
    .orderBy('amount', 'desc')
    .execute()
  if (rows.length === 0) return false
  const people = await listStaffNamesById(db)
  const sums = rows.map(({ typed_by, count, amount }) => `${people.get(typed_by ?? '') ?? ''} ${count} 条 ${formatMoney(amount)}`)
  const oldest = new Date(Math.min(...rows.map((row) => row.oldest.getTime())))
  const count = rows.reduce((total, row) => total + row.count, 0)
  const content = `${sums.join('；')}。最早登记于 ${formatShanghaiTime(oldest).slice(0, 16)}。请导入对账单核对，登记有误的作废。`
  await runInTransaction(db, (tx) =>
    notifyStaff(tx, moment, {
      kind: 'work',
      to: { permission: 'bankEdit' },
      title: `${count} 条登记流水未经对账单确认`,
      content,
      screen: '/bank_lines?shown=typed',
      once: `typed lines ${today}`,
    }),
  )
  return true
}
