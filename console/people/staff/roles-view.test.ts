import { expect, test } from 'vitest'
import { screens } from '#console/routes.ts'
import { canOpenMenuScreen, staffPermissionCodes } from '#contract/platform/core/staff-permissions.ts'
import { copyRole, formatPermissionsByGroup, groupPermissions, listRoleRows, toWhyNotChangeRole } from './roles-view.ts'

test('built-in roles come before those of the mall, which can be changed', () => {
  const custom = {
    roleId: '1',
    name: '夜班编辑',
    description: '',
    codes: ['article' as const],
    holders: [],
    createdAt: new Date(),
    endedAt: null,
  }
  const shown = listRoleRows([{ ...custom, rowVersion: 0 }])
  expect(shown.map(({ name }) => name)).toEqual(['客服', '审核', '仓储', '财务', '商品', '营销', '管理员', '审计员', '夜班编辑'])
  expect(shown.filter((role) => role.custom).map(({ name }) => name)).toEqual(['夜班编辑'])
  expect(shown.filter(({ readsAll }) => readsAll).map(({ name }) => name)).toEqual(['审计员'])
})

test('what a role permits is listed by group, and what only administrators have cannot be given', () => {
  expect(formatPermissionsByGroup(['comment', 'orderView', 'banner'])).toEqual(['订单：查看订单、评论管理', '营销：横幅'])
  const given = groupPermissions({ given: true }).flatMap(([, codes]) => codes)
  expect(groupPermissions().flatMap(([, codes]) => codes)).toEqual([...given, 'sensitiveChangeDecide'])
})

test('a copy of a role has what its author may give, and says what it leaves out', () => {
  const admin = listRoleRows([]).find(({ key }) => key === 'admin') ?? expect.fail()
  const own = ['orderView', 'sensitiveChangeDecide'] as const
  const { copy, left } = copyRole({ ...admin, name: '一二三四五六七八九十一二三四五六七八九十' }, own)
  expect(copy).toMatchObject({ codes: ['orderView'], name: '一二三四五六七八九十一二三四五六（副本）' })
  expect(left).toEqual(staffPermissionCodes.filter((code) => code !== 'orderView'))
})

test('a role is not changed by who has it, nor by who lacks some of it', () => {
  const [role] = listRoleRows([]).filter(({ key }) => key === 'marketing')
  const author = { codes: staffPermissionCodes, customRoles: [] }
  if (!role) return expect.fail()
  expect(toWhyNotChangeRole(role, author)).toBeUndefined()
  expect(toWhyNotChangeRole(role, { ...author, customRoles: [{ roleId: 'marketing' }] })).toBe('自己的角色由另一位管理员修改')
  const codes = staffPermissionCodes.filter((code) => code !== 'banner')
  expect(toWhyNotChangeRole(role, { ...author, codes })).toBe('其中有您自己没有的权限：横幅')
})

test('a permission counts as opening a screen exactly if a screen of the menu names it', () => {
  const named = screens.flatMap((screen) => {
    const { needs } = screen.call
    return 'icon' in screen && typeof needs === 'object' && 'staff' in needs ? [needs.staff] : []
  })
  expect(staffPermissionCodes.filter((code) => canOpenMenuScreen([code]))).toEqual(
    staffPermissionCodes.filter((code) => named.includes(code)),
  )
})
