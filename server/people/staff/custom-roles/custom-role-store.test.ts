import { expect, test } from 'vitest'
import { lockStaff } from '#server/people/staff/staff-store.ts'
import { createColleagues } from '#server/platform/testing/colleagues.ts'
import { runTwoCallsInLockOrder } from '#server/platform/testing/lock-order.ts'
import { openMall } from '#server/platform/testing/mall.ts'
import { refreshCustomCodes, setCustomRolesOfStaff } from './custom-role-store.ts'

const mall = await openMall()
const { works, makesRole, gives } = await createColleagues(mall)

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
