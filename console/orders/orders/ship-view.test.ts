import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { ParcelLines } from '#contract/orders/fulfilment/shapes.ts'
import type { OrderLine } from '#contract/orders/orders/shapes.ts'
import {
  allUnshippedQuantities,
  limitToUnitsInWarehouse,
  parcelQuantityError,
  sumParcelUnitsByProgress,
  toParcelLines,
  zeroParcelQuantities,
} from './ship-view.ts'

const line = (lineNo: number, goodsNum: number, shipped: number) =>
  ({ lineNo, skuId: 's', goodsNum, shipped, left: goodsNum - shipped }) as OrderLine
const [open, begun, done] = [line(1, 240, 0), line(2, 10, 4), line(3, 5, 5)]
const lines = [open, begun, done]

test('a new parcel is prefilled with all unshipped units', () => {
  expect(allUnshippedQuantities(lines)).toEqual({ 1: 240, 2: 6 })
  expect(sumParcelUnitsByProgress(lines, allUnshippedQuantities(lines))).toEqual({ leaving: 246, staying: 0 })
  expect(zeroParcelQuantities(lines)).toEqual({ 1: 0, 2: 0 })
})

test('only lines with a quantity above zero are sent', () => {
  expect(toParcelLines(lines, { 1: 100, 2: 0, 3: 2 })).toEqual([{ lineNo: 1, quantity: 100 }])
  expect(toParcelLines(lines, { 1: null })).toEqual([])
  expect(sumParcelUnitsByProgress(lines, { 1: 100, 2: null })).toEqual({ leaving: 100, staying: 146 })
})

test('a line takes the batches that end first, or the chosen one as far as it goes', () => {
  const batch = (batchId: string, units: number) => ({ batchId, batchNo: batchId, bestBefore: '2027-01-01', units })
  const lying = new Map([[1, [batch('a', 30), batch('b', 50)]]])
  expect(toParcelLines(lines, { 1: 40 }, { lying, chosen: {} })).toEqual([
    {
      lineNo: 1,
      quantity: 40,
      batches: [
        { batchId: 'a', quantity: 30 },
        { batchId: 'b', quantity: 10 },
      ],
    },
  ])
  expect(toParcelLines(lines, { 1: 20 }, { lying, chosen: { 1: 'b' } })[0]?.batches).toEqual([{ batchId: 'b', quantity: 20 }])
  const twice = new Map([...lying, [2, lying.get(1) ?? []]])
  expect(toParcelLines(lines, { 1: 28, 2: 6 }, { lying: twice, chosen: {} }).map(({ batches }) => batches)).toEqual([
    [{ batchId: 'a', quantity: 28 }],
    [
      { batchId: 'a', quantity: 2 },
      { batchId: 'b', quantity: 4 },
    ],
  ])
  expect(toParcelLines(lines, { 1: 60 }, { lying, chosen: { 1: 'b' } })[0]?.batches?.map(({ batchId }) => batchId)).toEqual(['b', 'a'])
})

test('of very many batches the first ones are named as the contract allows, and the parcel ships all units', () => {
  const many = Array.from({ length: 30 }, (_, at) => ({ batchId: randomUUID(), batchNo: `B${at}`, bestBefore: '2027-01-01', units: 5 }))
  const last = many.at(-1)?.batchId
  const shipped = toParcelLines(lines, { 1: 150 }, { lying: new Map([[1, many]]), chosen: { 1: last } })
  expect(ParcelLines.parse(shipped)).toEqual(shipped)
  expect([shipped[0]?.quantity, shipped[0]?.batches?.length, shipped[0]?.batches?.[0]?.batchId]).toEqual([150, 20, last])
})

test('a line ships at most its unshipped units, and only whole units', () => {
  expect(parcelQuantityError(begun, 6)).toBeUndefined()
  expect(parcelQuantityError(begun, 0)).toBeUndefined()
  expect(parcelQuantityError(begun, null)).toBeUndefined()
  expect(parcelQuantityError(begun, 7)).toBe('最多还可发 6')
  expect(parcelQuantityError(begun, 1.5)).toBe('数量必须为整数')
  expect(parcelQuantityError(begun, -1)).toBe('数量必须为整数')
})

test('a parcel is limited to what lies in its warehouse', () => {
  const lying = new Map([[1, 100]])
  expect(limitToUnitsInWarehouse(allUnshippedQuantities(lines), lying)).toEqual({ 1: 100, 2: 0 })
})
