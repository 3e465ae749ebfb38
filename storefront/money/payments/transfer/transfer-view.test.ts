import { expect, test } from 'vitest'
import { buyerBankTransferLifecycle } from '#contract/billing/bank/voucher-lifecycle.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { fen } from '#contract/platform/core/money.ts'
import { formatRemittance, parseTransferLookup, toRemittanceFields, transferSubjectLink, voucherPagePathsByState } from './transfer-view.ts'

const ID = '01a1fc9d-f591-7013-a263-0707dcd05cf0'
const ORDER = '202611211908307126'

test('a transfer is looked up by its id, by order number, or as the newest in the states of the page', () => {
  expect(parseTransferLookup('/my_order_payment_evidence2', { paymentId: ID, orderNo: ORDER })).toEqual({ paymentId: ID })
  expect(parseTransferLookup('/my_order_transfer_info', { orderNo: ORDER })).toEqual({ orderNo: ORDER })
  expect(parseTransferLookup('/my_order_payment_evidence_error', { paymentId: 'x', orderNo: '1' })).toEqual({ states: ['REJECTED'] })
  expect(parseTransferLookup('/my_order_payment_evidence', {})).toEqual({ states: ['AWAITING', 'REJECTED'] })
})

test('every transfer state has a page that looks for that state', () => {
  for (const state of keysOf(buyerBankTransferLifecycle.states).filter((one) => one !== 'CLOSED'))
    expect(parseTransferLookup(voucherPagePathsByState[state], {})).toMatchObject({ states: expect.arrayContaining([state]) })
})

test('copied bank details fit a bank form: no spaces in the number, no symbols in the amount', () => {
  const account = { accountName: '深圳岩锋', bankName: '招商银行', accountNo: '755912345678901', bankCode: '308584000013' }
  const facts = toRemittanceFields({ account, amount: fen(123_456_789), remarkCode: 'YF7K2M9Q' })
  expect(facts.map(({ shown }) => shown)).toEqual([
    ...['深圳岩锋', '7559 1234 5678 901', '招商银行', '308584000013', '¥1,234,567.89', 'YF7K2M9Q'],
  ])
  expect(formatRemittance(facts)).toBe(
    '收款户名：深圳岩锋\n收款账号：755912345678901\n开户银行：招商银行\n联行号：308584000013\n转账金额：1234567.89\n转账附言（识别码）：YF7K2M9Q',
  )
})

test('one order links to its page, several to the list, other purposes to their records', () => {
  const order = { orderNo: ORDER, payable: fen(100) }
  expect(transferSubjectLink({ purpose: 'trade', orders: [order] })).toMatchObject({ to: '/my_order_detail', search: { orderNo: ORDER } })
  expect(transferSubjectLink({ purpose: 'trade', orders: [order, order] }).to).toBe('/my_order')
  expect(transferSubjectLink({ purpose: 'topUp', orders: [] }).to).toBe('/cash_account_charge_log')
  expect(transferSubjectLink({ purpose: 'repay', orders: [] }).to).toBe('/credit_account_repayment_log')
})
