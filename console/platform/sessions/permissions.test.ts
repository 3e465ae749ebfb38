import { expect, test } from 'vitest'
import { consoleWorkQueueEndpoints } from '#contract/operations/queue/api.ts'
import { consoleFulfilmentEndpoints } from '#contract/orders/fulfilment/api.ts'
import { orderEndpoints } from '#contract/orders/orders/api.ts'
import { toStaffPermissionHolder } from '#contract/platform/core/permissions.ts'
import { checkPermission, formatAllowedRoles } from './permissions.ts'

test('the roles that may make a call come from the contract', () => {
  expect(formatAllowedRoles(consoleFulfilmentEndpoints.ship)).toBe('仓储、管理员')
  expect(formatAllowedRoles(consoleWorkQueueEndpoints.list)).toBe('全部人员')
  expect(formatAllowedRoles(orderEndpoints.list)).toBe('')
})

test('one of the roles is enough, and staff cannot make calls of members', () => {
  expect(checkPermission(toStaffPermissionHolder(['warehouse']), consoleFulfilmentEndpoints.ship)).toEqual({
    allowed: true,
    reason: undefined,
  })
  expect(checkPermission(toStaffPermissionHolder([]), consoleWorkQueueEndpoints.list).allowed).toBe(true)
  expect(checkPermission(toStaffPermissionHolder(['admin']), orderEndpoints.list).allowed).toBe(false)
})

test('a missing permission names the roles that have it', () =>
  expect(checkPermission(toStaffPermissionHolder(['finance']), consoleFulfilmentEndpoints.ship)).toEqual({
    allowed: false,
    reason: '该操作由仓储、管理员处理',
  }))
