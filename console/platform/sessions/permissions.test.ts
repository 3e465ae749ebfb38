import { expect, test } from 'vitest'
import { consoleQueue } from '#contract/operations/queue/api.ts'
import { consoleFulfilment } from '#contract/orders/fulfilment/api.ts'
import { order } from '#contract/orders/orders/api.ts'
import { describePermission, formatAllowedRoles } from './permissions.ts'

test('who may make a call is said by the contract', () => {
  expect(formatAllowedRoles(consoleFulfilment.ship)).toBe('仓储、管理员')
  expect(formatAllowedRoles(consoleQueue.list)).toBe('全部人员')
  expect(formatAllowedRoles(order.list)).toBe('')
})

test('one of the roles suffices, and nobody of the staff makes a call of members', () => {
  expect(describePermission({ roles: ['warehouse'] }, consoleFulfilment.ship)).toEqual({ allowed: true, reason: undefined })
  expect(describePermission({ roles: [] }, consoleQueue.list).allowed).toBe(true)
  expect(describePermission({ roles: ['admin'] }, order.list).allowed).toBe(false)
})

test('who may not is told who may', () =>
  expect(describePermission({ roles: ['finance'] }, consoleFulfilment.ship)).toEqual({
    allowed: false,
    reason: '该操作由仓储、管理员处理',
  }))
