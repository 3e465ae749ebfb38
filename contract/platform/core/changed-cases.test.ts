import { expect, test } from 'vitest'
import { refusals } from '#contract/platform/refusal-tables/all.ts'
import { isCaseChangedRefusal } from './changed-cases.ts'

test('a form stays open if its input was refused, and closes if its case has changed', () => {
  const about = [
    'INVOICE_TAX_CODES_UNCHANGED',
    'RED_CONFIRMATION_UNCHANGED',
    'AFTER_SALE_MESSAGES_FULL',
    'PARCEL_UNCHANGED',
    'BANK_LINE_SHORT',
  ]
  expect(about.filter((reason) => isCaseChangedRefusal(reason))).toEqual([])
  expect(['INVOICE_MOVED', 'AFTER_SALE_MOVED', 'PARCEL_RECEIVED'].every(isCaseChangedRefusal)).toBe(true)
})

test('what closes a form is a conflict, never an error of the input', () => {
  const closing = Object.entries(refusals).filter(([reason]) => isCaseChangedRefusal(reason))
  expect(closing.length).toBeGreaterThan(20)
  expect(closing.filter(([, { code }]) => code !== 409).map(([reason]) => reason)).toEqual([])
})
