import { describe, expect, test } from 'vitest'
import { hasPermission, parsePermissionCodes, permissionCodes, staffRoleNames, toStaffPermissionHolder } from './permissions.ts'
import {
  computeStaffPermissionCodes,
  isPermissionForOwnRoles,
  isSensitivePermission,
  parseStaffPermissionCodes,
  staffPermissionCodes,
} from './staff-permissions.ts'

describe('a permission list', () => {
  test('that is null grants everything, as for a main account', () => {
    expect(parsePermissionCodes(null)).toEqual(permissionCodes)
    expect(hasPermission({ permCode: null }, 'buyPay')).toBe(true)
  })

  test('that is empty grants nothing', () => {
    expect(parsePermissionCodes('')).toEqual([])
    expect(permissionCodes.some((code) => hasPermission({ permCode: '' }, code))).toBe(false)
  })

  test('grants only the exact codes in it: no parts of words, wildcards or other spellings', () => {
    expect(parsePermissionCodes('buyPay,admin,*, addCart,buyPay')).toEqual(['buyPay'])
    for (const permCode of ['buyPayX', 'xbuyPay', 'buypay', '*', 'all', 'null', ' buyPay', 'addCart;buyPay']) {
      for (const needs of ['buyPay', ['buyPay'], 'guest or buyPay', { machine: ['buyPay'] }] as const)
        expect(hasPermission({ permCode }, needs), permCode).toBe(false)
    }
  })

  test('grants a requirement of several alternatives if it has any one of them', () => {
    const held = (permCode: string) => hasPermission({ permCode }, ['buyPay', 'addressSet'])
    expect([held('addressSet'), held('lookOrder')]).toEqual([true, false])
  })

  test('always grants an empty requirement', () => expect(hasPermission({ permCode: '' }, [])).toBe(true))
})

test('calls of the main account require its account type; permission codes do not suffice', () => {
  const all = permissionCodes.join(',')
  expect(hasPermission({ permCode: null, accountType: 1 }, 'main')).toBe(true)
  expect(
    [{ permCode: all, accountType: 2 }, { permCode: null }, toStaffPermissionHolder(staffRoleNames)].some((one) =>
      hasPermission(one, 'main'),
    ),
  ).toBe(false)
})

test('staff need the required permission from any of their roles, and it grants nothing that belongs to members', () => {
  const finance = toStaffPermissionHolder(['finance'])
  expect(hasPermission(finance, { staff: 'bankEdit' })).toBe(true)
  expect(hasPermission(finance, { staff: 'quotation' })).toBe(false)
  expect(hasPermission({ roles: [], codes: ['quotation'] }, { staff: 'quotation' })).toBe(true)
  expect([hasPermission(finance, 'staff'), hasPermission({ roles: [], codes: [] }, 'staff'), hasPermission(finance, 'guest')]).toEqual([
    true,
    true,
    true,
  ])
  for (const needs of ['login', 'main', 'lookOrder', ['lookOrder'], { machine: [] }, 'guest or lookGoods'] as const)
    expect(hasPermission(finance, needs)).toBe(needs === 'guest or lookGoods')
  for (const needs of ['staff', { staff: 'orderView' }, { staff: 'orderView', read: true }] as const)
    expect(hasPermission({ permCode: null, accountType: 1 }, needs)).toBe(false)
})

test('the auditor reads what any permission reads, and has none', () => {
  const auditor = toStaffPermissionHolder(['auditor'])
  expect(auditor.codes).toEqual([])
  expect(hasPermission(auditor, { staff: 'bankView', read: true })).toBe(true)
  expect(hasPermission(auditor, { staff: 'bankView' })).toBe(false)
})

test('a stored list of codes gives only codes that there are, in the order of the table', () => {
  expect(parseStaffPermissionCodes('comment,orderView,nothing,')).toEqual(['orderView', 'comment'])
  expect(computeStaffPermissionCodes(['marketing'], ['orderView'])).toEqual([
    'orderView',
    'enterpriseChoice',
    'shopView',
    'brandView',
    'couponView',
    'coupon',
    'banner',
    'announcement',
    'article',
    'salesReport',
    'couponReport',
  ])
})

test('what needs two people to be given is what the sensitive built-in roles have and no other', () => {
  const ordinary = computeStaffPermissionCodes(['support', 'warehouse', 'catalogue', 'marketing'])
  expect(ordinary.filter(isSensitivePermission)).toEqual([])
  expect(computeStaffPermissionCodes(['finance']).some(isSensitivePermission)).toBe(true)
  expect(computeStaffPermissionCodes(['reviewer']).some(isSensitivePermission)).toBe(true)
  expect(staffPermissionCodes.filter((code) => !isPermissionForOwnRoles(code))).toEqual(['sensitiveChangeDecide'])
})
