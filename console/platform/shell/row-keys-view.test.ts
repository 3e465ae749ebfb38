import { expect, test } from 'vitest'
import { computeNextRowIndex, findRowRecordLinkIndex } from './row-keys-view.ts'

const below = new Set(['/order', '/pick_list'])

test('the link of a row is the one to a screen below its list, wherever it is in the row', () => {
  expect(findRowRecordLinkIndex(['#/enterprise?enterpriseId=1', '#/order?orderNo=2'], below)).toBe(1)
  expect(findRowRecordLinkIndex(['#/enterprise?enterpriseId=1', '#/orders'], below)).toBe(0)
  expect(findRowRecordLinkIndex([], below)).toBe(-1)
})

test('the selection moves through the rows and stops at both ends', () => {
  expect([computeNextRowIndex(-1, 1, 3), computeNextRowIndex(0, 1, 3), computeNextRowIndex(2, 1, 3)]).toEqual([0, 1, 2])
  expect([computeNextRowIndex(-1, -1, 3), computeNextRowIndex(2, -1, 3), computeNextRowIndex(0, -1, 3)]).toEqual([2, 1, 0])
})
