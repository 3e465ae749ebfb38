import { expect, test } from 'vitest'
import { fen } from '#contract/platform/core/money.ts'
import {
  computeUsedLimitPercent,
  formatMembershipPermissions,
  listOrderCountsByState,
  toActiveFrozenOrClosedStatus,
  toCreditGauge,
  toVerificationStatus,
} from './enterprise-view.ts'

const account = (base: number, temp: number, drawn: number, held: number) => ({
  creditBaseAmount: fen(base),
  creditTempAmount: fen(temp),
  creditWaitReturnAmount: fen(drawn),
  heldAmount: fen(held),
  usedAmount: fen(drawn + held),
})

test('the credit gauge shows the debt, the holds and the available limit', () =>
  expect(toCreditGauge(account(5_000, 1_000, 1_500, 600))).toEqual({ drawn: 25, held: 10, limit: 6_000, usable: 3_900, over: 0 }))

test('the gauge of an account above its limit is full and shows the excess', () =>
  expect(toCreditGauge(account(1_000, 0, 1_500, 500))).toEqual({ drawn: 75, held: 25, limit: 1_000, usable: 0, over: 1_000 }))

test('the gauge of an account without a limit is empty', () =>
  expect(toCreditGauge(account(0, 0, 0, 0))).toEqual({ drawn: 0, held: 0, limit: 0, usable: 0, over: 0 }))

test('rounded shares never add up to more than 100%', () => {
  const { drawn, held } = toCreditGauge(account(1_000, 0, 995, 5))
  expect(drawn + held).toBeLessThanOrEqual(100)
})

test('the used share of a limit is computed', () => {
  expect(computeUsedLimitPercent({ baseLimit: fen(50_000_000), used: fen(7_015_200) })).toBe(14)
  expect(computeUsedLimitPercent({ baseLimit: null, used: null })).toBeNull()
  expect(computeUsedLimitPercent({ baseLimit: fen(0), used: fen(0) })).toBeNull()
})

test('order states are listed in lifecycle order', () =>
  expect(
    listOrderCountsByState([
      { state: 'DONE', count: 2 },
      { state: 'WAIT_SEND', count: 1 },
      { state: 'SENT', count: 0 },
    ]),
  ).toEqual([
    { state: 'WAIT_SEND', label: '待发货', count: 1 },
    { state: 'DONE', label: '已完成', count: 2 },
  ]))

test('the verification status names the step in progress', () => {
  expect(toVerificationStatus({ authLevel: 0, authStatus: null })).toEqual({ label: '未认证', tone: 'over' })
  expect(toVerificationStatus({ authLevel: 1, authStatus: 3 })).toEqual({ label: '企业认证审核中', tone: 'wait' })
  expect(toVerificationStatus({ authLevel: 1, authStatus: 5 })).toEqual({ label: '企业认证未通过', tone: 'bad' })
  expect(toVerificationStatus({ authLevel: 3, authStatus: 7 })).toEqual({ label: '高级认证通过', tone: 'good' })
})

test('permission codes are shown as text', () => {
  expect(formatMembershipPermissions(null)).toBe('全部权限')
  expect(formatMembershipPermissions('')).toBe('无权限')
  expect(formatMembershipPermissions('lookGoods,addCart')).toBe('浏览商品、加入购物车')
})

test('an enterprise whose main account was closed is shown as closed, not as frozen', () => {
  expect(toActiveFrozenOrClosedStatus({ closedAt: new Date(0), status: 0 }).label).toBe('已注销')
  expect([toActiveFrozenOrClosedStatus({ closedAt: null, status: 0 }).label, toActiveFrozenOrClosedStatus({ status: 1 }).label]).toEqual([
    '已冻结',
    '正常',
  ])
})
