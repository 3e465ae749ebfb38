import { expect, test } from 'vitest'
import { consoleQueue } from '#contract/operations/queue/api.ts'
import { consoleFulfilment } from '#contract/orders/fulfilment/api.ts'
import { order } from '#contract/orders/orders/api.ts'
import { formatRoles, hasRequiredRole, permissionDenial, requiredRoles } from './permissions.ts'

test('the roles of a call are those of the contract', () => {
  expect(requiredRoles(consoleFulfilment.ship)).toEqual(['warehouse', 'admin'])
  expect(requiredRoles(consoleQueue.list)).toBeNull()
  expect(requiredRoles(order.list)).toEqual([])
})

test('one of the roles suffices, and nobody holds a role of an empty list', () => {
  expect(hasRequiredRole(['finance'], ['finance', 'admin'])).toBe(true)
  expect(hasRequiredRole(['support'], ['finance', 'admin'])).toBe(false)
  expect(hasRequiredRole([], null)).toBe(true)
  expect(hasRequiredRole(['admin'], [])).toBe(false)
})

test('who may not is told who may', () => {
  expect(permissionDenial(['finance'], consoleFulfilment.ship)).toBe('该操作由仓储、管理员处理')
  expect(permissionDenial(['warehouse'], consoleFulfilment.ship)).toBeUndefined()
  expect(formatRoles(null)).toBe('全部人员')
})
