import { describe, expect, test } from 'vitest'
import { hasPermission, parsePermCode, permissionCodes } from './permissions.ts'

describe('a permission list', () => {
  test('that is null grants everything: it is a main account’s', () => {
    expect([...parsePermCode(null)]).toEqual(permissionCodes)
    expect(hasPermission(null, ['buyPay'])).toBe(true)
  })

  test('that is empty grants nothing, whatever is asked for', () => {
    expect(parsePermCode('').size).toBe(0)
    expect(permissionCodes.some((code) => hasPermission('', [code]))).toBe(false)
  })

  test('grants what it names and no more: neither parts of words, nor wildcards, nor other spellings', () => {
    expect([...parsePermCode('buyPay,admin,*, addCart,buyPay')]).toEqual(['buyPay'])
    for (const list of ['buyPayX', 'xbuyPay', 'buypay', '*', 'all', 'null', ' buyPay', 'addCart;buyPay']) {
      expect(hasPermission(list, ['buyPay']), list).toBe(false)
    }
  })

  test('of which one suffices is granted by any one', () => {
    expect([hasPermission('addressSet', ['buyPay', 'addressSet']), hasPermission('lookOrder', ['buyPay', 'addressSet'])]).toEqual([
      true,
      false,
    ])
  })

  test('of none is always granted', () => expect(hasPermission('', [])).toBe(true))
})
