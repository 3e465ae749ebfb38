import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { lockStaff } from '#server/people/staff/staff-store.ts'
import { createColleagues } from '#server/platform/testing/colleagues.ts'
import { runTwoCallsInLockOrder } from '#server/platform/testing/lock-order.ts'
import { openMall } from '#server/platform/testing/mall.ts'
import { refreshCustomCodes, setCustomRolesOfStaff } from './custom-role-store.ts'

const mall = await openMall()
const { works, boss, makesRole, gives, agrees, changed } = await createColleagues(mall)

test('what the own roles of a person permit is read after his row is locked, so a role that he loses meanwhile stays lost', async () => {
  const editor = await works('warehouse')
  const { roleId } = await makesRole('comment')
  await gives(editor, [roleId], ['warehouse'])
  await runTwoCallsInLockOrder(mall, { table: 'staff', id: editor.id }, [
    () =>
      mall.runInTransaction(async (tx) => {
        await lockStaff(tx, editor.id)
        await setCustomRolesOfStaff(tx, editor.id, [])
      }),
    () => mall.runInTransaction((tx) => refreshCustomCodes(tx, [editor.id])),
  ])
  expect((await editor.api.staff.me({})).codes).not.toContain('comment')
})

test('somebody gives a role that he has while it is changed, without a deadlock', async () => {
  const manager = await works('support')
  const [managing, shared] = [await makesRole('staffManage', 'orderView'), await makesRole('comment', 'article')]
  expect((await agrees(await gives(manager, [managing.roleId, shared.roleId], ['support']))).code).toBe(200)
  const change = await changed(shared.roleId, ['comment'])
  const account = { email: 'shared@staff.test', name: '新人', roles: [], customRoleIds: [shared.roleId] }
  const answers = await runTwoCallsInLockOrder(mall, { table: 'custom_role', id: shared.roleId }, [
    () => boss.post(contract.consoleCustomRole.modify.path, change),
    () => manager.post(contract.consoleStaff.add.path, account),
  ])
  expect(answers.map(({ code }) => code)).toEqual([200, 200])
})
