import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import type { StaffRole } from '#contract/platform/core/permissions.ts'
import type { StaffPermissionCode } from '#contract/platform/core/staff-permissions.ts'
import { createColleagues } from '#server/platform/testing/colleagues.ts'
import { openMall } from '#server/platform/testing/mall.ts'

// Who keeps certain shops gives nobody a shop more, neither by the shops themselves nor by an account that keeps all.
const mall = await openMall()
const { works, agrees, gives, makesRole, boss } = await createColleagues(mall)
const { consoleShop, consoleStaff } = contract
const [ownShop, otherShop] = [await mall.newShop('自己的店'), await mall.newShop('别人的店')]

const shopsOf = async (id: string) => (await boss.api.consoleShop.staff({})).find(({ staffId }) => staffId === id)
async function limits(id: string, ...shopIds: string[]) {
  await boss.api.consoleShop.setStaff({ staffId: id, shopIds, rowVersion: (await shopsOf(id))?.rowVersion ?? 0 })
}
/** Somebody with these permissions besides 客服 who keeps the own shop only. */
async function keeper(...codes: StaffPermissionCode[]) {
  const person = await works('support')
  const { roleId } = await makesRole(...codes, 'orderView')
  expect((await agrees(await gives(person, [roleId], ['support']))).code).toBe(200)
  await limits(person.id, ownShop)
  return person
}
const colleague = async (role: StaffRole, ...shopIds: string[]) => {
  const person = await works(role)
  if (shopIds.length > 0) await limits(person.id, ...shopIds)
  return person
}

test('nobody changes his own shops, and who keeps certain ones gives only these, to people who keep no others', async () => {
  const assigner = await keeper('shopStaff', 'shopView')
  const [limited, free, elsewhere] = [
    await colleague('support', ownShop),
    await colleague('support'),
    await colleague('support', otherShop),
  ]
  const sets = async (staffId: string, ...shopIds: string[]) =>
    assigner.post(consoleShop.setStaff.path, { staffId, shopIds, rowVersion: (await shopsOf(staffId))?.rowVersion })
  for (const shopIds of [[], [ownShop, otherShop]]) {
    expect(await sets(assigner.id, ...shopIds)).toMatchObject({ reason: 'OWN_ACCOUNT' })
    expect(await sets(assigner.id.toUpperCase(), ...shopIds)).not.toMatchObject({ code: 200 })
    expect(await sets(limited.id, ...shopIds)).toMatchObject({ reason: 'SHOP_NOT_YOURS' })
  }
  expect(await sets(limited.id, ownShop)).toMatchObject({ code: 200 })
  for (const { id } of [free, elsewhere]) expect(await sets(id, ownShop)).toMatchObject({ reason: 'BEYOND_OWN_PERMISSIONS' })
  expect([(await shopsOf(assigner.id))?.shopIds, (await shopsOf(free.id))?.shopIds]).toEqual([[ownShop], []])
})

test('an account that he makes keeps his shops, at once or when it takes effect', async () => {
  const manager = await keeper('staffManage', 'bankView', 'bankEdit')
  const made = await manager.api.consoleStaff.add({ email: 'one@staff.test', name: '甲', roles: ['support'] })
  expect((await shopsOf(made.staffId))?.shopIds).toEqual([ownShop])
  const { roleId } = await makesRole('bankView', 'bankEdit')
  const asked = await manager.api.consoleStaff.add({ email: 'two@staff.test', name: '乙', roles: [], customRoleIds: [roleId] })
  expect(asked.done).toBe(false)
  expect((await agrees(asked)).code).toBe(200)
  expect((await shopsOf(asked.staffId))?.shopIds).toEqual([ownShop])
})

test('he takes over, changes, logs out or disables no account that keeps more shops', async () => {
  const manager = await keeper('staffManage')
  const [free, limited] = [await colleague('support'), await colleague('support', ownShop)]
  const asks = (staffId: string) =>
    [
      [consoleStaff.resetPwd.path, { staffId }],
      [consoleStaff.resetTotp.path, { staffId }],
      [consoleStaff.endSessions.path, { staffId }],
      [consoleStaff.modify.path, { staffId, name: '改名', roles: ['support'], rowVersion: 0 }],
      [consoleStaff.setStatus.path, { staffId, status: 0 }],
    ] as const
  for (const [path, body] of asks(free.id)) expect(await manager.post(path, body)).toMatchObject({ reason: 'BEYOND_OWN_PERMISSIONS' })
  for (const [path, body] of asks(limited.id)) expect((await manager.post(path, body)).code, path).toBe(200)
})
