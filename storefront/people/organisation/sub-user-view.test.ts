import { expect, test } from 'vitest'
import { fen } from '#contract/platform/core/money.ts'
import {
  formatPurchaseLimits,
  parsePurchaseLimit,
  permissionGroups,
  subUserErrors,
  subUserStatusLabel,
  toSubUserDraft,
} from './sub-user-view.ts'

test('every permission code of the specification is in exactly one group', () => {
  expect(permissionGroups.map(({ group, codes }) => [group, codes.map(({ code }) => code)])).toEqual([
    ['商品', ['lookGoods', 'addCart', 'editCart', 'buyPay']],
    ['个人中心', ['cashAccount', 'lookOrder', 'applyLimit', 'addressSet']],
  ])
})

test('a purchase limit is empty, an amount, or invalid', () => {
  expect([
    parsePurchaseLimit(''),
    parsePurchaseLimit('5000'),
    parsePurchaseLimit('0.5'),
    parsePurchaseLimit('1.234'),
    parsePurchaseLimit('abc'),
    parsePurchaseLimit('100000000'),
  ]).toEqual([null, 500_000, 50, undefined, undefined, undefined])
})

test('errors are shown at their fields, and an existing sub-account needs no mobile number', () => {
  const blank = { ...toSubUserDraft(undefined), orderLimit: 'x' }
  expect(subUserErrors(blank, true)).toEqual({ mobile: '请输入手机号', name: '请输入姓名', orderLimit: '请输入正确的金额，最多两位小数' })
  expect(subUserErrors({ ...blank, name: '陈敏', orderLimit: '' }, false)).toEqual({})
})

test('a sub-account shows its status and purchase limits', () => {
  expect(subUserStatusLabel({ status: 1, acceptedAt: null, parentName: null })).toBe('待接受')
  expect(subUserStatusLabel({ status: 1, acceptedAt: null, parentName: '母公司' })).toBe('待授权')
  expect(subUserStatusLabel({ status: 0, acceptedAt: new Date(), parentName: null })).toBe('已停用')
  expect(formatPurchaseLimits({ orderLimit: null, monthLimit: null, monthUsed: fen(0) })).toBe('采购不限额')
  expect(formatPurchaseLimits({ orderLimit: fen(500_000), monthLimit: fen(2_000_000), monthUsed: fen(100) })).toBe(
    '单笔 ¥5,000.00，每月 ¥20,000.00（本月已用 ¥1.00）',
  )
})
