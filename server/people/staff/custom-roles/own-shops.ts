// Reads the table `staff_shop` of the module of shops, which is above this one: who keeps certain shops acts only on people who keep no others.
import { sql } from 'kysely'
import { refuse } from '#contract/platform/core/refusals.ts'
import { lockStaff, type StaffPerson } from '#server/people/staff/staff-store.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'

/**
 * Refuses BEYOND_OWN_PERMISSIONS if a person keeps certain shops, and another one keeps all, or one that he does not. Administrators keep
 * all shops, and so does whoever has no rows.
 */
export async function requireWithinOwnShops(db: Db, byId: string, staffId: string): Promise<void> {
  const { rows } = await sql<{ beyond: boolean }>`
    with kept as (
      select staff.id, staff_shop.shop_id from staff join staff_shop on staff_shop.staff_id = staff.id
      where staff.id in (${byId}, ${staffId}) and not 'admin' = any(string_to_array(staff.roles, ',')))
    select exists (select from kept where id = ${byId}) and (not exists (select from kept where id = ${staffId})
      or exists (select from kept other where other.id = ${staffId}
        and not exists (select from kept own where own.id = ${byId} and own.shop_id = other.shop_id))) as beyond`.execute(db)
  if (rows[0]?.beyond) refuse('BEYOND_OWN_PERMISSIONS', { msg: '该员工负责的店铺比您多，请由负责全部店铺的同事处理' })
}

/** Locks the account of somebody else who keeps no shop that the caller does not. Refuses OWN_ACCOUNT, STAFF_NOT_FOUND, BEYOND_OWN_PERMISSIONS. */
export async function requireLockedStaffWithinOwnShops(tx: Tx, byId: string, staffId: string): Promise<StaffPerson> {
  const person = (await lockStaff(tx, staffId)) ?? refuse('STAFF_NOT_FOUND')
  if (person.id === byId) refuse('OWN_ACCOUNT')
  await requireWithinOwnShops(tx, byId, person.id)
  return person
}
