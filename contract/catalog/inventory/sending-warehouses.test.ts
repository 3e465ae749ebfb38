import { describe, expect, test } from 'vitest'
import { chooseSendingWarehouses, type LineFromWarehouse } from './sending-warehouses.ts'

const warehouses = [
  { warehouseId: 'main', provinces: [] },
  { warehouseId: 'east', provinces: ['浙江省', '江苏省'] },
  { warehouseId: 'north', provinces: ['江苏省'] },
]
/** Goods that lie in some warehouses, and how many of them are wanted. */
const line = (skuId: string, quantity: number, units: Record<string, number>): LineFromWarehouse => ({
  skuId,
  quantity,
  unitsByWarehouse: Object.entries(units).map(([warehouseId, there]) => ({ warehouseId, units: there })),
})
const chosen = (province: string, ...lines: LineFromWarehouse[]) => chooseSendingWarehouses(warehouses, province, lines)

describe('one line is sent by', () => {
  test.each<[string, string, Record<string, number>, string[]]>([
    ['the warehouse that names the province earliest', '江苏省', { main: 9, east: 9, north: 9 }, ['north']],
    ['the next one that serves it, if that has too few', '江苏省', { main: 9, east: 9, north: 3 }, ['east']],
    ['the main one, if none that serves it has enough', '浙江省', { main: 9, east: 3 }, ['main']],
    ['the main one where nobody serves', '西藏自治区', { main: 9, east: 9, north: 9 }, ['main']],
    ['another one, if the main one has too few', '西藏自治区', { main: 3, north: 9 }, ['north']],
    ['all that have some, if none has enough', '浙江省', { main: 3, east: 2 }, ['east', 'main']],
    ['all in which units lie, if orders may claim every one', '浙江省', { east: 0, north: 0 }, ['east', 'north']],
    ['the main one, if nothing lies in an open warehouse', '浙江省', { closed: 9 }, ['main']],
  ])('%s', (_, province, units, expected) => {
    expect(chosen(province, line('a', 4, units))).toEqual([expected])
  })

  test('the main one, if everything lies there', () => {
    expect(chosen('浙江省', { skuId: 'a', quantity: 4, unitsByWarehouse: undefined })).toEqual([['main']])
  })
})

describe('lines of one order', () => {
  test('leave the warehouse that has all of them, although another one serves the province', () => {
    const lines = [line('a', 4, { main: 9, east: 9 }), line('b', 4, { main: 9 })]
    expect(chosen('浙江省', ...lines)).toEqual([['main'], ['main']])
  })

  test('leave several, if none has all', () => {
    const lines = [line('a', 4, { east: 9 }), line('b', 4, { main: 9 })]
    expect(chosen('浙江省', ...lines)).toEqual([['east'], ['main']])
  })

  test('of one SKU count together', () => {
    const units = { main: 9, east: 5 }
    expect(chosen('浙江省', line('a', 3, units), line('a', 3, units))).toEqual([['main'], ['main']])
  })
})
