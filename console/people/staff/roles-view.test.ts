import { expect, test } from 'vitest'
import { formatPermissionsByGroup, groupPermissions, listRoleRows } from './roles-view.ts'

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
