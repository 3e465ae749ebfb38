// Reads and writes the table `sales_target`.
import { sql } from 'kysely'
import { type SalesTargetFigures, type SalesTargetRow, TARGET_MONTHS_AHEAD_MAX } from '#contract/operations/sales-targets/api.ts'
import { type Fen, fen, formatMoney } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { addMonths, toShanghaiDay, toShanghaiMonth } from '#contract/platform/core/shanghai.ts'
import { readSalesTotalsStatus } from '#server/operations/reports/public.ts'
import { listPossibleAndCurrentAccountManagers } from '#server/people/account-managers/public.ts'
import { listActiveStaffIdsWithPermission, listStaffNamesById } from '#server/people/staff/public.ts'
import { awaitAllAndThrowFirstError, type Db, runOnOneConnection, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { RowSlice } from '#server/platform/core/paging.ts'
import {
  buildRowVersionSubquery,
  formatRowEdit,
  lockOutEditorsAndRequireRowVersion,
  recordRowEdit,
} from '#server/platform/core/row-edits.ts'
import { readReachedSalesOfAccountManagers } from './reached.ts'

/** What an account manager is to reach in a month. Zero: no target. */
interface SalesTarget {
  sales: Fen
  newCompanies: number
}

const NO_TARGET = { sales: fen(0), newCompanies: 0, rowVersion: 0 }
const toRowKey = (month: string, staffId: string) => `${month} ${staffId}`

async function listTargetsOfMonth(db: Db, month: string): Promise<Map<string, SalesTarget & { rowVersion: number }>> {
  const rows = await db
    .selectFrom('sales_target')
    .select(['staff_id', 'sales_fen', 'new_companies'])
    .select(buildRowVersionSubquery('salesTarget', sql`month || ' ' || staff_id`).as('rowVersion'))
    .where('month', '=', month)
    .execute()
  return new Map(
    rows.map(({ staff_id, sales_fen, new_companies, rowVersion }) => [
      staff_id,
      { sales: fen(sales_fen), newCompanies: new_companies, rowVersion },
    ]),
  )
}

/**
 * Lists a page of the account managers with their targets of a month and what they have reached, those with most sales first. `staffId`: who
 * asks; only sales of the shops that he keeps count.
 */
export async function listSalesTargetsWithProgress(
  db: Db,
  moment: Moment,
  { month, staffId, limit, offset }: { month: string; staffId: string } & RowSlice,
): Promise<{ dataList: SalesTargetRow[]; total: number } & SalesTargetFigures> {
  const [{ reached, shopIds }, targets, listed, people, { asOf }] = await runOnOneConnection(db, (connection) =>
    awaitAllAndThrowFirstError(
      readReachedSalesOfAccountManagers(connection, { month, today: toShanghaiDay(moment.now), askedBy: staffId }),
      listTargetsOfMonth(connection, month),
      listPossibleAndCurrentAccountManagers(connection),
      listStaffNamesById(connection),
      readSalesTotalsStatus(connection),
    ),
  )
  const managers = new Map(listed.map((manager) => [manager.staffId, manager]))
  const rows = [...new Set([...managers.keys(), ...targets.keys(), ...reached.keys()])].map((id): SalesTargetRow => {
    const { sales, newCompanies, rowVersion } = targets.get(id) ?? NO_TARGET
    const has = reached.get(id) ?? { net: fen(0), newCompanies: 0 }
    return {
      staffId: id,
      name: people.get(id) ?? '',
      active: managers.get(id)?.active ?? false,
      month,
      salesTarget: sales,
      net: has.net,
      newCompaniesTarget: newCompanies,
      newCompanies: has.newCompanies,
      rowVersion,
    }
  })
  rows.sort((a, b) => b.net - a.net || a.name.localeCompare(b.name, 'zh') || (a.staffId < b.staffId ? -1 : 1))
  return { dataList: rows.slice(offset, offset + limit), total: rows.length, asOf, limitedToShops: shopIds !== null }
}

/** Finds the target of an account manager for a month; undefined: none is set. */
export async function findSalesTarget(db: Db, month: string, staffId: string): Promise<SalesTarget | undefined> {
  const row = await db
    .selectFrom('sales_target')
    .select(['sales_fen', 'new_companies'])
    .where('month', '=', month)
    .where('staff_id', '=', staffId)
    .executeTakeFirst()
  if (!row || (row.sales_fen === 0 && row.new_companies === 0)) return undefined
  return { sales: fen(row.sales_fen), newCompanies: row.new_companies }
}

const labels = { sales: '销售额目标', newCompanies: '新客户目标' }
const describe = ({ sales, newCompanies }: SalesTarget) => ({ sales: formatMoney(sales), newCompanies })

/**
 * Sets the target of an account manager for this month or one to come. Refuses ACCOUNT_MANAGER_ROLE, SALES_TARGET_MONTH, ROW_CHANGED.
 */
export async function setSalesTarget(
  tx: Tx,
  moment: Moment,
  {
    staffId,
    month,
    sales,
    newCompanies,
    rowVersion,
    setBy,
  }: SalesTarget & { staffId: string; month: string; rowVersion: number; setBy: string },
): Promise<void> {
  const thisMonth = toShanghaiMonth(moment.now)
  if (month < thisMonth || month > addMonths(thisMonth, TARGET_MONTHS_AHEAD_MAX)) refuse('SALES_TARGET_MONTH', { field: 'month' })
  if (!(await listActiveStaffIdsWithPermission(tx, 'enterpriseCare')).includes(staffId))
    refuse('ACCOUNT_MANAGER_ROLE', { field: 'staffId' })
  const row = { kind: 'salesTarget', key: toRowKey(month, staffId) } as const
  await lockOutEditorsAndRequireRowVersion(tx, { ...row, seen: rowVersion })
  const before = (await findSalesTarget(tx, month, staffId)) ?? NO_TARGET
  const target = { sales_fen: sales, new_companies: newCompanies, set_by: setBy, set_at: moment.now }
  await tx
    .insertInto('sales_target')
    .values({ staff_id: staffId, month, ...target })
    .onConflict((conflict) => conflict.columns(['month', 'staff_id']).doUpdateSet(target))
    .execute()
  await recordRowEdit(tx, moment, {
    ...row,
    staffId: setBy,
    what: formatRowEdit(labels, describe(before), describe({ sales, newCompanies })),
  })
}
