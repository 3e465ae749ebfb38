// Reads and writes the table `staff_shop`: the shops that a person keeps, whose rights end where they end. Shops themselves are above this module.
import { sql } from 'kysely'
import { refuse } from '#contract/platform/core/refusals.ts'
import { lockStaff, type StaffPerson } from '#server/people/staff/staff-store.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'

/**
 * Whether a person keeps certain shops, and one of some others keeps all, or one that he does not. Administrators keep all shops, and so
 * does whoever has no rows.
 */
async function hasAnyShopBeyondOwn(db: Db, byId: string, staffIds: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ beyond: boolean }>`
    with kept as (
      select staff.id, staff_shop.shop_id from staff join staff_shop on staff_shop.staff_id = staff.id
      where staff.id = any(array[${byId}::uuid] || ${[...staffIds]}::uuid[]) and not 'admin' = any(string_to_array(staff.roles, ',')))
    select exists (select from kept where id = ${byId}) and exists (select from unnest(${[...staffIds]}::uuid[]) person (id)
      where not exists (select from kept where kept.id = person.id)
        or exists (select from kept other where other.id = person.id
          and not exists (select from kept own where own.id = ${byId} and own.shop_id = other.shop_id))) as beyond`.execute(db)
  return rows[0]?.beyond === true
}

const WHO_CAN = '请由负责这些店铺或全部店铺的同事处理'

/** Refuses BEYOND_OWN_PERMISSIONS if a person keeps a shop that the caller, who keeps certain ones, does not. */
export async function requireWithinOwnShops(db: Db, byId: string, staffId: string): Promise<void> {
  if (await hasAnyShopBeyondOwn(db, byId, [staffId]))
    refuse('BEYOND_OWN_PERMISSIONS', { msg: `该员工负责的店铺中有您不负责的，${WHO_CAN}` })
}

/** The same for all who have a role. */
export async function requireHoldersWithinOwnShops(db: Db, byId: string, staffIds: readonly string[]): Promise<void> {
  if (await hasAnyShopBeyondOwn(db, byId, staffIds))
    refuse('BEYOND_OWN_PERMISSIONS', { msg: `使用这个角色的员工负责的店铺中有您不负责的，${WHO_CAN}` })
}

/** Locks the account of somebody else who keeps no shop that the caller does not. Refuses OWN_ACCOUNT, STAFF_NOT_FOUND, BEYOND_OWN_PERMISSIONS. */
export async function requireLockedStaffWithinOwnShops(tx: Tx, byId: string, staffId: string): Promise<StaffPerson> {
  const person = (await lockStaff(tx, staffId)) ?? refuse('STAFF_NOT_FOUND')
  if (person.id === byId) refuse('OWN_ACCOUNT')
  await requireWithinOwnShops(tx, byId, person.id)
  return person
}

/** Replaces the shops that a person keeps; none: he keeps all. The caller has checked that they exist and who may give them. */
export async function replaceShopsOfStaff(tx: Tx, staffId: string, shopIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('staff_shop').where('staff_id', '=', staffId).execute()
  const rows = shopIds.map((shopId) => ({ staff_id: staffId, shop_id: shopId }))
  if (rows.length > 0) await tx.insertInto('staff_shop').values(rows).execute()
}
