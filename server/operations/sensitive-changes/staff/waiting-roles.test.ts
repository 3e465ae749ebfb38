import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { createColleagues } from '#server/platform/testing/colleagues.ts'
import { openMall, TEST_USER_PASSWORD } from '#server/platform/testing/mall.ts'

// What waits for a second person is what he looked at: roles with a waiting change, and those who asked for one.
const mall = await openMall()
const { works, boss, chief, agrees, makesRole, versionOf, gives, changed, asks } = await createColleagues(mall)
const { consoleStaff, consoleSensitiveChange, consoleCustomRole } = contract
const codesOf = async (person: Awaited<ReturnType<typeof works>>) => (await person.api.staff.me({})).codes

describe('a role with a waiting change', () => {
  test('is given to nobody, neither in another spelling nor to a new account', async () => {
    const editor = await works('warehouse')
    const { roleId } = await makesRole('comment')
    const asked = await asks(roleId, ['comment', 'bankView', 'bankEdit'])
    const given = { staffId: editor.id, name: editor.name, roles: ['warehouse'], rowVersion: 0 }
    for (const id of [roleId, roleId.toUpperCase()]) {
      expect(await boss.post(consoleStaff.modify.path, { ...given, customRoleIds: [id] })).toMatchObject({ reason: 'CHANGE_PENDING' })
      const account = { email: 'wait@staff.test', name: '新人', roles: [], customRoleIds: [id] }
      expect(await boss.post(consoleStaff.add.path, account)).toMatchObject({ reason: 'CHANGE_PENDING' })
      const seen = { roleId: id, name: '改名', description: '', codes: ['comment'], rowVersion: 0 }
      expect(await boss.post(consoleCustomRole.modify.path, seen)).toMatchObject({ reason: 'CHANGE_PENDING' })
    }
    expect((await agrees(asked)).code).toBe(200)
    expect(await boss.post(consoleStaff.modify.path, { ...given, customRoleIds: [roleId] })).toMatchObject({ data: { done: false } })
  })

  test('is not given either by what was asked for before, and what was asked for gives no more than was seen then', async () => {
    const editor = await works('support')
    const { roleId } = await makesRole('ledgerView', 'ledgerEdit')
    const toPerson = await gives(editor, [roleId], ['support'])
    expect(toPerson.done).toBe(false)
    const toRole = await asks(roleId, ['ledgerView', 'ledgerEdit', 'bankView', 'bankEdit'])
    expect(await agrees(toPerson)).toMatchObject({ reason: 'CHANGE_PENDING' })
    expect((await agrees(toRole)).code).toBe(200)
    expect(await agrees(toPerson)).toMatchObject({ reason: 'SENSITIVE_CHANGE_LAPSED' })
    expect(await codesOf(editor)).not.toContain('bankEdit')
  })
})

test('a waiting change of a role is stored under a kind that the release before knows, whose list would fail on another', async () => {
  const { roleId } = await makesRole('comment')
  const { changeId } = await asks(roleId, ['comment', 'article'])
  const { kind } = await mall.db.selectFrom('sensitive_change').select('kind').where('subject_id', '=', roleId).executeTakeFirstOrThrow()
  expect(kind).toBe('staffRoles')
  const shown = (await chief.api.consoleSensitiveChange.list({ area: 'staff' })).dataList.find(({ id }) => id === changeId)
  expect(shown).toMatchObject({ kind: 'customRole', kindLabel: '修改自定义角色' })
})

test('a change that the release before has asked for names no role of the mall’s own, and the person keeps those he has', async () => {
  const editor = await works('support')
  const { roleId } = await makesRole('comment')
  await gives(editor, [roleId], ['support'])
  const asked = await gives(editor, [roleId], ['finance'])
  const withoutRoles = sql`payload - 'customRoleIds' - 'customCodes'`
  await sql`update sensitive_change set payload = ${withoutRoles} where id = ${asked.changeId}`.execute(mall.db)
  expect((await agrees(asked)).code).toBe(200)
  expect(await editor.api.staff.me({})).toMatchObject({ roles: ['finance'], customRoles: [{ roleId }] })
})

test('what is added to a role ties its author to those who have it only if it is sensitive, or decides as a second person', async () => {
  const editor = await works('finance')
  const { roleId } = await makesRole('comment')
  await gives(editor, [roleId], ['finance'])
  const touches = async () =>
    (await mall.db.selectFrom('staff_intervention').select('kind').where('staff_id', '=', editor.id).execute()).length
  const before = await touches()
  expect((await agrees(await asks(roleId, ['comment', 'article']))).code).toBe(200)
  expect(await touches()).toBe(before)
  expect((await agrees(await asks(roleId, ['comment', 'article', 'bankView', 'bankEdit']))).code).toBe(200)
  expect(await touches()).toBe(before + 1)
  const { roleId: counting } = await makesRole('stockCountView')
  await gives(editor, [roleId, counting], ['finance'])
  const then = await touches()
  expect((await agrees(await asks(counting, ['stockCountView', 'stockCountDecide']))).code).toBe(200)
  expect(await touches()).toBe(then + 1)
})

test('who asks for a change and may not see all changes sees his own, withdraws it, and learns what became of it', async () => {
  const manager = await works('support')
  const { roleId } = await makesRole('staffManage', 'orderView')
  expect((await agrees(await gives(manager, [roleId], ['support']))).code).toBe(200)
  const other = await works('support')
  const foreign = await boss.api.consoleStaff.resetPwd({ staffId: (await works('finance')).id })
  const asked = await manager.api.consoleStaff.resetTotp({ staffId: other.id })
  const seen = await manager.api.consoleSensitiveChange.list({ state: 'PENDING', area: 'staff' })
  expect(seen).toMatchObject({ total: 1, dataList: [{ id: asked.changeId, actions: ['withdraw'] }] })
  expect(await manager.post(consoleSensitiveChange.withdraw.path, { id: foreign.changeId })).toMatchObject({
    reason: 'SENSITIVE_CHANGE_NOT_FOUND',
  })
  await manager.api.consoleSensitiveChange.withdraw({ id: asked.changeId ?? '' })
  const again = await manager.api.consoleStaff.resetPwd({ staffId: other.id })
  await chief.api.consoleSensitiveChange.reject({ id: again.changeId ?? '', reason: '不必' })
  expect((await manager.api.consoleNotice.list({})).dataList.map(({ title }) => title)).toContain('已阻止：重设员工密码')
})

test('who may not change an account or a role is not told what waits for it, or that it was changed', async () => {
  const manager = await works('support')
  const { roleId } = await makesRole('staffManage', 'orderView')
  expect((await agrees(await gives(manager, [roleId], ['support']))).code).toBe(200)
  const [cashier, shelf] = [await works('finance'), await makesRole('goods')]
  await gives(cashier, [], ['finance', 'admin'])
  await asks(shelf.roleId, ['goods', 'catalog'])
  const asked = [
    [consoleStaff.modify.path, { staffId: cashier.id, name: '改名', roles: ['finance'] }],
    [consoleCustomRole.modify.path, { roleId: shelf.roleId, name: '改名', description: '', codes: ['goods'] }],
    [consoleCustomRole.end.path, { roleId: shelf.roleId }],
  ] as const
  for (const [path, body] of asked)
    for (const rowVersion of [0, 7])
      expect(await manager.post(path, { ...body, rowVersion }), path).toMatchObject({ reason: 'BEYOND_OWN_PERMISSIONS' })
})

test('nobody ends the sessions of somebody who has more than he has', async () => {
  const manager = await works('support')
  const { roleId } = await makesRole('staffManage', 'orderView')
  expect((await agrees(await gives(manager, [roleId], ['support']))).code).toBe(200)
  expect(await manager.post(consoleStaff.endSessions.path, { staffId: boss.id })).toMatchObject({ reason: 'BEYOND_OWN_PERMISSIONS' })
  const other = await works('support')
  expect(await manager.api.consoleStaff.endSessions({ staffId: other.id })).toEqual({ count: 1 })
  expect(await manager.api.consoleStaff.endSessions({ staffId: manager.id.toUpperCase() })).toEqual({ count: 0 })
  expect(await versionOf(other.id)).toBe(0)
})

test('who has a role is no second person for what is added to it', async () => {
  const holder = await works('admin')
  const { roleId } = await makesRole('comment')
  // Not by who asks for the change, because that would tie the two.
  const given = { staffId: holder.id, name: holder.name, roles: ['admin' as const], customRoleIds: [roleId], rowVersion: 0 }
  expect(await chief.api.consoleStaff.modify(given)).toMatchObject({ done: true })
  const { changeId } = await asks(roleId, ['comment', 'article'])
  const shown = (await holder.api.consoleSensitiveChange.list({ state: 'PENDING' })).dataList.find(({ id }) => id === changeId)
  expect(shown).toMatchObject({ actions: ['reject'], whyNotApprove: '不能同意关于自己角色的变更' })
  const approve = { id: changeId, pwd: TEST_USER_PASSWORD }
  expect(await holder.post(consoleSensitiveChange.approve.path, approve)).toMatchObject({ reason: 'OWN_ROLE' })
  expect((await agrees({ changeId })).code).toBe(200)
})

test('nobody changes a role of people who have more than he has, neither at once nor when it takes effect', async () => {
  const manager = await works('support')
  const { roleId } = await makesRole('staffManage', 'orderView')
  expect((await agrees(await gives(manager, [roleId], ['support']))).code).toBe(200)
  const colleague = await works('support')
  const [ofBoss, ofColleague] = [await makesRole('comment', 'article'), await makesRole('comment', 'article')]
  const another = await works('admin')
  await gives(another, [ofBoss.roleId], ['admin'])
  await gives(colleague, [ofColleague.roleId], ['support'])
  const sets = async (role: { roleId: string }, ...codes: ('comment' | 'article' | 'banner')[]) =>
    manager.post(consoleCustomRole.modify.path, await changed(role.roleId, codes))
  for (const codes of [['comment'], ['comment', 'article', 'banner']] as const)
    expect(await sets(ofBoss, ...codes)).toMatchObject({ reason: 'BEYOND_OWN_PERMISSIONS' })
  expect(await sets(ofColleague, 'comment')).toMatchObject({ data: { done: true } })
  const { data } = await sets(ofColleague, 'comment', 'banner')
  expect(data).toMatchObject({ done: false })
  expect((await agrees(await gives(colleague, [ofColleague.roleId], ['support', 'finance']))).code).toBe(200)
  expect(await agrees(data as { changeId: string })).toMatchObject({ reason: 'BEYOND_OWN_PERMISSIONS' })
})
