import { describe, expect, test } from 'vitest'
import { hasPermission, parsePermissionCodes, permissionCodes, staffRoleNames } from './permissions.ts'

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
  expect([{ permCode: all, accountType: 2 }, { permCode: null }, { roles: staffRoleNames }].some((one) => hasPermission(one, 'main'))).toBe(
    false,
  )
})

test('staff need one of the required roles, and roles grant nothing that belongs to members', () => {
  const finance = { roles: ['finance'] } as const
  expect(hasPermission(finance, { staff: ['finance', 'admin'] })).toBe(true)
  expect(hasPermission(finance, { staff: ['support', 'admin'] })).toBe(false)
  expect([hasPermission(finance, 'staff'), hasPermission({ roles: [] }, 'staff'), hasPermission(finance, 'guest')]).toEqual([
    true,
    true,
    true,
  ])
  for (const needs of ['login', 'main', 'lookOrder', ['lookOrder'], { machine: [] }, 'guest or lookGoods'] as const)
    expect(hasPermission(finance, needs)).toBe(needs === 'guest or lookGoods')
  for (const needs of ['staff', { staff: [] }, { staff: ['admin'] }] as const)
    expect(hasPermission({ permCode: null, accountType: 1 }, needs)).toBe(false)
})
