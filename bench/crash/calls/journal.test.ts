import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { deniesWhatWasDone, isCallDone, openCrashJournal } from './journal.ts'
import { isRefusalExpected } from './refusals.ts'

const refused = JSON.stringify({ code: 409, msg: '', success: false, data: null, reason: 'ORDER_ACTION_NOT_ALLOWED' })

test('that it was done before is believed of a call without a key, after an attempt that was not heard, and of no other', () => {
  const journal = openCrashJournal()
  const ship = { enterpriseId: 'company', path: '/console-api/api/fulfilment/ship', body: { orderNo: 'no1' } }
  const pay = Object.assign({}, ship, { path: '/order-api/api/order/pay-by-credit', key: 'key' })
  const numbers = [ship, ship, pay].map((request) => journal.ask(request))
  for (const n of [numbers[0], numbers[2]]) journal.noteUnclear(n ?? 0, 'cut')
  for (const n of numbers) journal.answer(n, refused)
  const { calls } = journal.read()
  expect(calls.map((call) => [call.unclearAttempts > 0, isCallDone(call), deniesWhatWasDone(call)])).toEqual([
    [true, true, false],
    [false, false, true],
    [true, false, false],
  ])
  journal.remove()
  expect(existsSync(journal.file)).toBe(false)
})

test('a call ends with what its path allows, or with what it expects itself', () => {
  expect(isRefusalExpected('/order-api/api/order/pay-by-wallet', 'WALLET_SHORT')).toBe(true)
  expect(isRefusalExpected('/order-api/api/order/pay-by-wallet', 'CREDIT_SHORT')).toBe(false)
  expect(isRefusalExpected('/order-api/api/order/submit', 'ORDER_CHANGED')).toBe(false)
  expect(isRefusalExpected('/order-api/api/order/submit', 'ORDER_CHANGED', ['ORDER_CHANGED'])).toBe(true)
  expect(isRefusalExpected('/order-api/api/order/list', undefined)).toBe(false)
})
