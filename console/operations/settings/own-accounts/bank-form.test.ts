import { expect, test } from 'vitest'
import { fen } from '#contract/platform/core/money.ts'
import { type BankFormValues, showOtherAccount, toBankFormValues, toBankSettings } from './bank-form.ts'

const shown = { accountName: '岩锋', bankName: '工商银行', accountNo: '4000020200000000000', bankCode: '102584000000' }
const other = {
  accountName: '岩锋',
  bankName: '招商银行',
  accountNo: '755912345678901',
  bankCode: '308584000013',
  shortName: '招商',
  enabled: false,
}
const values: BankFormValues = { ...shown, shortName: '工行', secondAbove: '50000.00', others: [other] }

test('another account becomes the one that buyers see, and the one that they saw stays, in use', () => {
  const swapped = showOtherAccount(values, 0)
  expect(swapped).toEqual({
    accountName: '岩锋',
    bankName: '招商银行',
    accountNo: '755912345678901',
    bankCode: '308584000013',
    shortName: '招商',
    secondAbove: '50000.00',
    others: [{ ...shown, shortName: '工行', enabled: true }],
  })
  expect(showOtherAccount(values, 1)).toBe(values)
})

test('what is saved is what was read, and a short name that is left empty is left out', () => {
  const stored = { ...shown, shortName: '工行', others: [other], secondAbove: fen(5_000_000) }
  expect(toBankSettings(toBankFormValues(stored))).toEqual(stored)
  expect(toBankSettings({ ...values, shortName: ' ' }).shortName).toBeUndefined()
})
