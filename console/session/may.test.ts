import { expect, test } from 'vitest'
import { consoleFulfilment } from '../../contract/fulfilment/api.ts'
import { order } from '../../contract/ordering/api.ts'
import { consoleQueue } from '../../contract/staff/api.ts'
import { grantsRole, nameRoles, rolesFor, whyNot } from './may.ts'

test('the roles of a call are those of the contract', () => {
  expect(rolesFor(consoleFulfilment.ship)).toEqual(['warehouse', 'admin'])
  expect(rolesFor(consoleQueue.list)).toBeNull()
  expect(rolesFor(order.list)).toEqual([])
})

test('one of the roles suffices, and nobody holds a role of an empty list', () => {
  expect(grantsRole(['finance'], ['finance', 'admin'])).toBe(true)
  expect(grantsRole(['support'], ['finance', 'admin'])).toBe(false)
  expect(grantsRole([], null)).toBe(true)
  expect(grantsRole(['admin'], [])).toBe(false)
})

test('who may not is told who may', () => {
  expect(whyNot(['finance'], consoleFulfilment.ship)).toBe('该操作由仓储、管理员处理')
  expect(whyNot(['warehouse'], consoleFulfilment.ship)).toBeUndefined()
  expect(nameRoles(null)).toBe('全部人员')
})
