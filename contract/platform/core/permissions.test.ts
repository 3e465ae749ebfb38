import { describe, expect, test } from 'vitest'
import { hasPermission, parsePermissionCodes, permissionCodes, staffRoleNames } from './permissions.ts'

describe('a permission list', () => {
  test('that is null grants everything: it is a main account’s', () => {
    expect(parsePermissionCodes(null)).toEqual(permissionCodes)
    expect(hasPermission({ permCode: null }, 'buyPay')).toBe(true)
  })

  test('that is empty grants nothing, whatever is asked for', () => {
    expect(parsePermissionCodes('')).toEqual([])
    expect(permissionCodes.some((code) => hasPermission({ permCode: '' }, code))).toBe(false)
  })

  test('grants what it names and no more: neither parts of words, nor wildcards, nor other spellings', () => {
    expect(parsePermissionCodes('buyPay,admin,*, addCart,buyPay')).toEqual(['buyPay'])
    for (const permCode of ['buyPayX', 'xbuyPay', 'buypay', '*', 'all', 'null', ' buyPay', 'addCart;buyPay']) {
      for (const needs of ['buyPay', ['buyPay'], 'guest or buyPay', { machine: ['buyPay'] }] as const)
        expect(hasPermission({ permCode }, needs), permCode).toBe(false)
    }
  })

  test('of which one suffices is granted by any one', () => {
    const held = (permCode: string) => hasPermission({ permCode }, ['buyPay', 'addressSet'])
    expect([held('addressSet'), held('lookOrder')]).toEqual([true, false])
  })

  test('of none is always granted', () => expect(hasPermission({ permCode: '' }, [])).toBe(true))
})

test('what only the main account may do takes its account type, and not its codes', () => {
  const all = permissionCodes.join(',')
  expect(hasPermission({ permCode: null, accountType: 1 }, 'main')).toBe(true)
  expect([{ permCode: all, accountType: 2 }, { permCode: null }, { roles: staffRoleNames }].some((one) => hasPermission(one, 'main'))).toBe(
    false,
  )
})

test('staff hold their roles, of which one suffices, and nothing that members hold', () => {
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
