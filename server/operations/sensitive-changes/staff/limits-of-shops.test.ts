import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import type { StaffRole } from '#contract/platform/core/permissions.ts'
import type { StaffPermissionCode } from '#contract/platform/core/staff-permissions.ts'
import { createColleagues } from '#server/platform/testing/colleagues.ts'
import { openMall } from '#server/platform/testing/mall.ts'

// Who keeps certain shops gives nobody a shop more, neither by the shops themselves nor by an account that keeps all.
const mall = await openMall()
const { works, agrees, gives, makesRole, changed, boss } = await createColleagues(mall)
const { consoleCustomRole, consoleShop, consoleStaff } = contract
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

test('nobody changes his own shops, and who keeps certain ones gives only these, to people with no more', async () => {
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
  const cashier = await colleague('finance', ownShop)
  expect(await sets(cashier.id, ownShop)).toMatchObject({ reason: 'BEYOND_OWN_PERMISSIONS' })
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

test('the second person sees which shops a new account will keep, and it keeps these or does not come to be', async () => {
  const manager = await keeper('staffManage', 'bankView', 'bankEdit')
  const { roleId } = await makesRole('bankView', 'bankEdit')
  const asks = (by: typeof manager, email: string) => by.api.consoleStaff.add({ email, name: '丙', roles: [], customRoleIds: [roleId] })
  const shown = async (changeId: string | null) =>
    (await boss.api.consoleSensitiveChange.list({ state: 'PENDING' })).dataList.find(({ id }) => id === changeId)?.changes
  const asked = await asks(manager, 'three@staff.test')
  expect(await shown(asked.changeId)).toContainEqual({ name: 'shops', label: '负责店铺', from: null, to: '自己的店' })
  await limits(manager.id, otherShop)
  expect(await agrees(asked)).toMatchObject({ reason: 'SENSITIVE_CHANGE_LAPSED' })
  await limits(manager.id)
  expect((await agrees(asked)).code).toBe(200)
  expect((await shopsOf(asked.staffId))?.shopIds).toEqual([ownShop])
  const ofAll = await asks(manager, 'four@staff.test')
  expect(await shown(ofAll.changeId)).toContainEqual({ name: 'shops', label: '负责店铺', from: null, to: '全部' })
  await limits(manager.id, ownShop)
  expect(await agrees(ofAll)).toMatchObject({ reason: 'SENSITIVE_CHANGE_LAPSED' })
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

test('he changes no role that somebody with more shops has, neither at once nor when it takes effect', async () => {
  const manager = await keeper('staffManage')
  const [free, limited] = [await colleague('support'), await colleague('support', ownShop)]
  const [ofFree, ofLimited] = [await makesRole('comment', 'article'), await makesRole('comment', 'article')]
  await gives(free, [ofFree.roleId], ['support'])
  await gives(limited, [ofLimited.roleId], ['support'])
  const sets = async ({ roleId }: { roleId: string }, ...codes: StaffPermissionCode[]) =>
    manager.post(consoleCustomRole.modify.path, await changed(roleId, codes))
  for (const codes of [['comment'], ['comment', 'article', 'banner']] as const)
    expect(await sets(ofFree, ...codes)).toMatchObject({ reason: 'BEYOND_OWN_PERMISSIONS' })
  expect(await sets(ofLimited, 'comment')).toMatchObject({ data: { done: true } })
  const { data } = await sets(ofLimited, 'comment', 'banner')
  expect(data).toMatchObject({ done: false })
  await limits(limited.id)
  expect(await agrees(data as { changeId: string })).toMatchObject({ reason: 'BEYOND_OWN_PERMISSIONS' })
  await limits(limited.id, ownShop)
  expect((await agrees(data as { changeId: string })).code).toBe(200)
})
