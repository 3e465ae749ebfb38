import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { createColleagues } from '#server/platform/testing/colleagues.ts'
import { openMall } from '#server/platform/testing/mall.ts'

// What waits for a second person is what he looked at: roles with a waiting change, and those who asked for one.
const mall = await openMall()
const { works, boss, chief, agrees, makesRole, versionOf, gives, asks } = await createColleagues(mall)
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

test('what is added to a role ties its author to those who have it only if it is sensitive', async () => {
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
