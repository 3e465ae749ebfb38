import { expect, test } from 'vitest'
import { fen } from '#contract/platform/core/money.ts'
import type { FreightRow } from '#contract/sites/freight/freight.ts'
import {
  createFreightRowFormValues,
  formatFreightRowProvinces,
  formatFreightTerms,
  freightRowProvincesError,
  toFreightRow,
  toFreightRowFormValues,
} from './freight-view.ts'

const row: FreightRow = {
  provinces: ['65'],
  delivered: true,
  firstGrams: 10_500,
  firstFen: fen(1_000),
  nextGrams: 500,
  nextFen: fen(250),
  freeFromFen: fen(50_000),
}

test('a freight row survives the form round trip in kilograms and yuan', () => {
  expect(toFreightRowFormValues(row)).toMatchObject({
    firstKilograms: 10.5,
    first: '10.00',
    nextKilograms: 0.5,
    next: '2.50',
    freeFrom: '500.00',
  })
  expect(toFreightRow(toFreightRowFormValues(row))).toEqual(row)
  expect(toFreightRow({ ...toFreightRowFormValues(row), freeFrom: ' ' }).freeFromFen).toBeNull()
  const { provinces: _, ...everywhere } = toFreightRowFormValues(row)
  expect(toFreightRow(everywhere).provinces).toEqual([])
  // A tenth of a kilogram is not exact in binary, but the result is whole grams.
  expect(toFreightRow({ ...toFreightRowFormValues(row), firstKilograms: 1.1 }).firstGrams).toBe(1_100)
})

test('a freight row describes its fees and regions as text', () => {
  expect(formatFreightTerms(row)).toBe('10.5 公斤内 ¥10.00，每增加 0.5 公斤 ¥2.50；满 ¥500.00 包邮')
  expect(formatFreightTerms({ ...row, nextFen: fen(0), freeFromFen: null })).toBe('每单 ¥10.00')
  expect(formatFreightTerms({ ...row, delivered: false })).toBe('不配送')
  expect(formatFreightRowProvinces(row, new Map([['65', '新疆维吾尔自治区']]))).toBe('新疆维吾尔自治区')
  expect(formatFreightRowProvinces({ provinces: [] }, new Map())).toBe('默认（其余地区）')
})

test('a new row starts with the standard terms and no regions; each region occurs once', () => {
  expect(createFreightRowFormValues(toFreightRowFormValues(row))).toEqual({ ...toFreightRowFormValues(row), provinces: [] })
  const rows = [{ provinces: [] }, { provinces: ['65'] }, { provinces: ['54', '65'] }, { provinces: [] }]
  expect([1, 2, 3].map((at) => freightRowProvincesError(rows, at))).toEqual(['有省份已在其他行中', '有省份已在其他行中', '请选择省份'])
  expect(freightRowProvincesError(rows.slice(0, 2), 1)).toBeUndefined()
})
