import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import type { StaffPermissionCode } from '#contract/platform/core/staff-permissions.ts'
import { findStaffBySessionToken, requireLockedActiveStaffSession } from '#server/people/staff/public.ts'
import { createColleagues, type TestStaffMember } from '#server/platform/testing/colleagues.ts'
import { openMall, TEST_USER_PASSWORD } from '#server/platform/testing/mall.ts'
import type { TestUser } from '#server/platform/testing/test-user.ts'

const mall = await openMall()
const { consoleCustomRole, consoleStaff } = contract

const { works, boss, chief, agrees, makesRole, versionOf, gives, roleNow, changed, asks } = await createColleagues(mall)
const modifies = async (by: TestUser, roleId: string, codes: StaffPermissionCode[]) =>
  by.post(consoleCustomRole.modify.path, await changed(roleId, codes))
const maySee = async (person: TestUser, path: string) => (await person.post(path, {})).code !== 403

describe('a role of the mall’s own', () => {
  test('permits exactly its codes, from the next call of who has it, besides his built-in roles', async () => {
    const editor = await works('warehouse')
    const { roleId, name } = await makesRole('comment', 'banner')
    expect(await maySee(editor, contract.consoleComment.list.path)).toBe(false)
    expect(await gives(editor, [roleId], ['warehouse'])).toMatchObject({ done: true })
    expect(await maySee(editor, contract.consoleComment.list.path)).toBe(true)
    expect(await maySee(editor, contract.consoleBanner.list.path)).toBe(true)
    expect(await maySee(editor, contract.consoleWave.list.path)).toBe(true)
    expect(await maySee(editor, contract.consoleAudit.list.path)).toBe(false)
    expect(await editor.api.staff.me({})).toMatchObject({ roles: ['warehouse'], customRoles: [{ roleId, name }] })
    expect(await roleNow(roleId)).toMatchObject({ holders: [editor.name], codes: ['comment', 'banner'] })
  })

  test('loses a permission at once, and gets one when a second person agrees', async () => {
    const editor = await works('warehouse')
    const { roleId } = await makesRole('comment', 'banner')
    await gives(editor, [roleId])
    expect((await modifies(boss, roleId, ['banner'])).data).toMatchObject({ done: true })
    expect(await maySee(editor, contract.consoleComment.list.path)).toBe(false)
    const asked = await asks(roleId, ['banner', 'article'])
    expect(asked.done).toBe(false)
    expect(await maySee(editor, contract.consoleArticle.list.path)).toBe(false)
    expect(await modifies(boss, roleId, ['banner'])).toMatchObject({ reason: 'CHANGE_PENDING' })
    expect(await boss.post(contract.consoleSensitiveChange.approve.path, { id: asked.changeId, pwd: TEST_USER_PASSWORD })).toMatchObject({
      reason: 'SECOND_PERSON_NEEDED',
    })
    expect((await agrees(asked)).code).toBe(200)
    expect(await maySee(editor, contract.consoleArticle.list.path)).toBe(true)
    const again = await asks(roleId, ['banner', 'article', 'coupon'])
    await chief.api.consoleSensitiveChange.reject({ id: again.changeId ?? '', reason: '不需要' })
    expect((await roleNow(roleId))?.codes).toEqual(['banner', 'article'])
  })

  test('with money or papers waits for a second person when it is given', async () => {
    const newcomer = await works('support')
    const { roleId } = await makesRole('bankView', 'bankEdit')
    const asked = await gives(newcomer, [roleId], ['support'])
    expect(asked.done).toBe(false)
    expect((await newcomer.api.staff.me({})).codes).not.toContain('bankEdit')
    expect((await agrees(asked)).code).toBe(200)
    expect((await newcomer.api.staff.me({})).codes).toContain('bankEdit')
    const account = { email: 'cash@staff.test', name: '出纳', roles: [], customRoleIds: [roleId] }
    expect(await boss.api.consoleStaff.add(account)).toMatchObject({ done: false })
  })

  test('stops a running write of a person whose permissions change meanwhile', async () => {
    const editor = await works('warehouse')
    const { roleId } = await makesRole('comment', 'banner')
    await gives(editor, [roleId])
    const before = await findStaffBySessionToken(mall.db, mall.moment(), editor.token)
    if (!before) throw new Error('He is logged in.')
    await modifies(boss, roleId, ['banner'])
    const writes = mall.runInTransaction(async (tx) => {
      await requireLockedActiveStaffSession(tx, before)
      await tx.selectFrom('staff').select('id').execute()
    })
    await expect(writes).rejects.toMatchObject({ reason: 'STAFF_ONLY' })
  })

  test('has a name of its own, ends when nobody has it, and is then given to nobody', async () => {
    const editor = await works('warehouse')
    const { roleId, name } = await makesRole('comment')
    for (const taken of [name, '财务'])
      expect(await boss.post(consoleCustomRole.add.path, { name: taken, description: '', codes: ['comment'] })).toMatchObject({
        reason: 'CUSTOM_ROLE_EXISTS',
        detail: { field: 'name' },
      })
    await gives(editor, [roleId])
    const end = { roleId, rowVersion: 0 }
    expect(await boss.post(consoleCustomRole.end.path, end)).toMatchObject({ reason: 'CUSTOM_ROLE_HELD', detail: { count: 1 } })
    await gives(editor, [], ['warehouse'])
    expect((await boss.post(consoleCustomRole.end.path, end)).code).toBe(200)
    expect(await boss.post(consoleCustomRole.end.path, end)).toMatchObject({ reason: 'CUSTOM_ROLE_NOT_FOUND' })
    const given = { staffId: editor.id, name: editor.name, roles: ['warehouse'], customRoleIds: [roleId], rowVersion: 2 }
    expect(await boss.post(consoleStaff.modify.path, given)).toMatchObject({ reason: 'CUSTOM_ROLE_NOT_FOUND' })
    expect((await roleNow(roleId))?.endedAt).not.toBeNull()
  })
})

describe('nobody gives more than he has', () => {
  /** Somebody who may manage staff and see orders, and is no administrator. */
  async function managesStaff(): Promise<TestStaffMember & { roleId: string }> {
    const manager = await works('support')
    const { roleId } = await makesRole('staffManage', 'orderView')
    expect((await agrees(await gives(manager, [roleId]))).code).toBe(200)
    return Object.assign(manager, { roleId })
  }

  test('in a role, or to a person', async () => {
    const manager = await managesStaff()
    const role = { name: '外包', description: '', codes: ['orderView', 'bankEdit'] }
    expect(await manager.post(consoleCustomRole.add.path, role)).toMatchObject({
      reason: 'BEYOND_OWN_PERMISSIONS',
      detail: { permissions: '到账认领与充值' },
    })
    expect((await manager.post(consoleCustomRole.add.path, { ...role, codes: ['orderView'] })).code).toBe(200)
    const account = { email: 'more@staff.test', name: '新人', roles: ['finance'] }
    for (const roles of [['finance'], ['admin'], ['auditor']])
      expect(await manager.post(consoleStaff.add.path, { ...account, roles })).toMatchObject({ reason: 'BEYOND_OWN_PERMISSIONS' })
    const { roleId } = await makesRole('orderView', 'bankEdit')
    expect(await modifies(manager, roleId, ['orderView'])).toMatchObject({ reason: 'BEYOND_OWN_PERMISSIONS' })
  })

  test('nor takes over an account that has more', async () => {
    const manager = await managesStaff()
    const other = await works('support')
    for (const { path } of [consoleStaff.resetPwd, consoleStaff.resetTotp])
      expect(await manager.post(path, { staffId: other.id })).toMatchObject({ reason: 'BEYOND_OWN_PERMISSIONS' })
    expect(await manager.post(consoleStaff.setStatus.path, { staffId: boss.id, status: 0 })).toMatchObject({
      reason: 'BEYOND_OWN_PERMISSIONS',
    })
  })

  test('nor changes a role that he has, or his own roles', async () => {
    const manager = await managesStaff()
    expect(await modifies(manager, manager.roleId, ['orderView'])).toMatchObject({ reason: 'OWN_ROLE' })
    const own = { staffId: manager.id, name: manager.name, roles: [], rowVersion: await versionOf(manager.id) }
    expect(await manager.post(consoleStaff.modify.path, { ...own, customRoleIds: [], roles: ['support'] })).toMatchObject({
      reason: 'OWN_ACCOUNT',
    })
  })

  test('nor is the approval of sensitive changes in any such role', async () =>
    expect(
      await boss.post(consoleCustomRole.add.path, { name: '同意', description: '', codes: ['orderView', 'sensitiveChangeDecide'] }),
    ).toMatchObject({
      code: 400,
      detail: { field: 'codes' },
    }))
})

test('an auditor has no other role, and everybody has one', async () => {
  const { roleId } = await makesRole('comment')
  const account = { email: 'none@staff.test', name: '无', roles: ['auditor'], customRoleIds: [roleId] }
  expect(await boss.post(consoleStaff.add.path, account)).toMatchObject({ code: 400, detail: { field: 'customRoleIds' } })
  expect(await boss.post(consoleStaff.add.path, { ...account, roles: [], customRoleIds: [] })).toMatchObject({
    code: 400,
    detail: { field: 'roles' },
  })
})

test('a role that opens no screen is refused', async () => {
  const role = { name: '空转', description: '', codes: ['shipment', 'orderNote'] }
  expect(await boss.post(consoleCustomRole.add.path, role)).toMatchObject({ code: 400, detail: { field: 'codes' } })
  expect(await boss.post(consoleCustomRole.add.path, { ...role, codes: ['shipment', 'orderView'] })).toMatchObject({ code: 200 })
})
