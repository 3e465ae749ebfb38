// Reads the table `staff_shop` of people/staff: the shops that a staff member keeps. A staff member without rows keeps all shops.
import { sql } from 'kysely'
import type { StaffShops } from '#contract/catalog/shops/console-api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import type { StaffPermissionCode } from '#contract/platform/core/staff-permissions.ts'
import {
  listActiveStaffIdsWhoseWorkNeeds,
  listActiveStaffIdsWithPermission,
  parseRoles,
  replaceShopsOfStaff,
  requireLockedStaffWithinOwnPermissions,
} from '#server/people/staff/public.ts'
import { anyOfIdsSql, anyOfUnevenIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { buildRowVersionSubquery, lockOutEditorsAndRequireRowVersion, recordRowEdit } from '#server/platform/core/row-edits.ts'

/** More people than a mall has, so that the list needs no pages. */
const STAFF_MAX = 500

const isAdmin = sql<boolean>`'admin' = any(string_to_array(staff.roles, ','))`

/** Returns the ids of the shops that a staff member keeps; null: all. An administrator keeps all, even if rows exist from before. */
export async function findShopIdsStaffIsLimitedTo(db: Db, staffId: string): Promise<string[] | null> {
  const rows = await db
    .selectFrom('staff_shop')
    .innerJoin('staff', 'staff.id', 'staff_shop.staff_id')
    .select('staff_shop.shop_id')
    .where('staff_shop.staff_id', '=', staffId)
    .where((eb) => eb.not(isAdmin))
    .execute()
  return rows.length === 0 ? null : rows.map(({ shop_id }) => shop_id)
}

/** Whether a row belongs to one of some shops, by its shop column; null: any shop. */
export const isInShopsOrUnrestrictedSql = (column: string, shopIds: readonly string[] | null) =>
  shopIds === null ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = ${anyOfUnevenIdsSql(shopIds)}`

/** Whether a row belongs to some shops with all that it has in the column `shop_ids`; null: any shop. */
export const areAllInShopsOrUnrestrictedSql = (column: string, shopIds: readonly string[] | null) =>
  shopIds === null ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} <@ ${[...shopIds]}::uuid[]`

/** Lists the active people with a permission who keep a shop. */
export async function listStaffIdsOfShop(
  db: Db,
  { shopId, permission }: { shopId: string; permission: StaffPermissionCode },
): Promise<string[]> {
  const shopsByStaff = await listShopIdsOfStaff(db, await listActiveStaffIdsWithPermission(db, permission))
  return [...shopsByStaff].flatMap(([id, shopIds]) => (shopIds === null || shopIds.includes(shopId) ? [id] : []))
}

/** Lists the active people whose work needs one of some permissions, each with the shops that he keeps; null: all. */
export const listShopIdsOfStaffWhoseWorkNeeds = async (
  db: Db,
  codes: readonly StaffPermissionCode[],
): Promise<Map<string, string[] | null>> => listShopIdsOfStaff(db, await listActiveStaffIdsWhoseWorkNeeds(db, codes))

/** Lists the shops that some people keep, in one statement; null: all. */
export async function listShopIdsOfStaff(db: Db, ids: readonly string[]): Promise<Map<string, string[] | null>> {
  const rows = await db
    .selectFrom('staff_shop')
    .innerJoin('staff', 'staff.id', 'staff_shop.staff_id')
    .select(['staff.id', sql<string[]>`array_agg(staff_shop.shop_id)`.as('shopIds')])
    .where('staff.id', '=', anyOfIdsSql(ids))
    .where((eb) => eb.not(isAdmin))
    .groupBy('staff.id')
    .execute()
  const limited = new Map(rows.map(({ id, shopIds }) => [id, shopIds]))
  return new Map(ids.map((id) => [id, limited.get(id) ?? null]))
}

/** Lists the active staff who are no administrators, with their shops. */
export async function listStaffWithTheirShops(db: Db): Promise<StaffShops[]> {
  const rows = await db
    .selectFrom('staff')
    .select(['staff.id', 'staff.name', 'staff.roles', buildRowVersionSubquery('staffShops', 'staff.id').as('rowVersion')])
    .select(sql<string[]>`array(select shop_id from staff_shop where staff_id = staff.id order by shop_id)`.as('shopIds'))
    .where('staff.status', '=', 1)
    .where((eb) => eb.not(isAdmin))
    .orderBy('staff.name')
    .orderBy('staff.id')
    .limit(STAFF_MAX)
    .execute()
  return rows.map(({ id, name, roles, shopIds, rowVersion }) => ({ staffId: id, name, roles: parseRoles(roles), shopIds, rowVersion }))
}

async function findShopNames(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.selectFrom('shop').select(['id', 'name']).where('id', '=', anyOfIdsSql(ids)).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Refuses SHOP_NOT_YOURS if somebody who keeps certain shops gives others than these, or all. */
async function requireMayGiveShops(tx: Tx, by: string, shopIds: readonly string[]): Promise<void> {
  const own = await findShopIdsStaffIsLimitedTo(tx, by)
  if (own === null || (shopIds.length > 0 && shopIds.every((id) => own.includes(id)))) return
  refuse('SHOP_NOT_YOURS', { msg: '您只负责指定的店铺，只能指定其中的店铺', field: 'shopIds' })
}

/**
 * Replaces the shops that a staff member keeps. Nobody changes his own or those of somebody with a permission that he lacks, and whoever keeps
 * certain shops gives only these, to people who keep no others. Refuses OWN_ACCOUNT, STAFF_NOT_FOUND, BEYOND_OWN_PERMISSIONS, SHOP_NOT_YOURS, STAFF_KEEPS_ALL_SHOPS, SHOP_NOT_FOUND, ROW_CHANGED.
 */
export async function setShopsOfStaff(
  tx: Tx,
  moment: Moment,
  { staffId, shopIds, rowVersion, by }: { staffId: string; shopIds: readonly string[]; rowVersion: number; by: string },
): Promise<void> {
  const person = await requireLockedStaffWithinOwnPermissions(tx, by, staffId)
  if (person.roles.includes('admin')) refuse('STAFF_KEEPS_ALL_SHOPS')
  await requireMayGiveShops(tx, by, shopIds)
  const row = { kind: 'staffShops', key: staffId } as const
  await lockOutEditorsAndRequireRowVersion(tx, { ...row, seen: rowVersion })
  const names = await findShopNames(tx, shopIds)
  if (shopIds.some((id) => !names.has(id))) refuse('SHOP_NOT_FOUND', { field: 'shopIds' })
  await replaceShopsOfStaff(tx, staffId, [...names.keys()])
  await recordRowEdit(tx, moment, { ...row, staffId: by, what: `负责店铺 改为 ${[...names.values()].join('、') || '全部'}` })
}
