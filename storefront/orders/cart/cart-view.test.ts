import { expect, test } from 'vitest'
import type { CartItem } from '#contract/orders/cart/api.ts'
import { fen } from '#contract/platform/core/money.ts'
import { freightRowOfShopsWithoutTemplate } from '#contract/sites/freight/freight.ts'
import {
  cartLineProblem,
  computeCartTotals,
  computeValidQuantity,
  countChangedLines,
  findPromisedDaysOfCartLines,
  takeFirstLinesOfShops,
  toCartViewModel,
  withCartLineQuantity,
  withChangedCartLines,
  withoutCartLines,
} from './cart-view.ts'

/** The prices of a single step, for a test. */
const pricesIn = ({ salePrice, creditPrice }: Partial<CartItem>) => ({
  ...(salePrice === undefined ? {} : { salePrice }),
  ...(creditPrice === undefined ? {} : { creditPrice }),
})

const line = (id: string, given: Partial<CartItem> = {}): CartItem => ({
  id,
  skuId: `sku-${id}`,
  goodsId: `goods-${id}`,
  goodsName: `截齿 ${id}`,
  image: null,
  unit: '支',
  skuCode: id,
  materialCode: null,
  skuProps: '{}',
  goodsNum: 2,
  skuNum: 2,
  salePrice: fen(3_850),
  creditPrice: fen(4_040),
  saleAmount: fen(7_700),
  creditAmount: fen(8_080),
  selected: true,
  stock: 100,
  freeFreight: false,
  replacement: null,
  minimum: 1,
  step: 1,
  weightGrams: 1_000,
  fault: null,
  licencesMissing: [],
  steps: [{ from: 1, salePrice: fen(3_850), creditPrice: fen(4_040), saleLabel: null, creditLabel: null, ...pricesIn(given) }],
  ...given,
})
const shop = (shopId: string, ...cartList: CartItem[]) => ({
  shopId,
  shopName: shopId,
  freight: freightRowOfShopsWithoutTemplate,
  cartList,
})

test('both totals cover the selected lines that can be ordered', () => {
  const cart = [shop('a', line('1'), line('2', { selected: false })), shop('b', line('3'), line('4', { fault: 'SOLD_OUT' }))]
  const { totals, faulty } = toCartViewModel(cart)
  expect(totals).toEqual({ ids: ['1', '3'], sale: 15_400, credit: 16_160, cashOnly: [] })
  expect(faulty.map(({ id }) => id)).toEqual(['4'])
})

test('one cash-only line leaves no credit total and is named once', () => {
  const cashOnly = { creditPrice: null, creditAmount: null, goodsName: '0# 柴油' }
  expect(computeCartTotals([line('1'), line('2', cashOnly), line('3', cashOnly)])).toMatchObject({
    sale: 23_100,
    credit: null,
    cashOnly: ['0# 柴油'],
  })
  const unselected = toCartViewModel([shop('a', line('1'), line('2', { ...cashOnly, selected: false }))])
  expect(unselected.totals.credit).toBe(8_080)
})

test('an empty selection has zero totals', () => {
  expect(computeCartTotals([])).toEqual({ ids: [], sale: 0, credit: 0, cashOnly: [] })
})

test.each([
  [[true, true], 'all'],
  [[true, false], 'some'],
  [[false, false], 'none'],
])('with lines selected %j the shop and cart checkboxes are: %s', (selected, ticked) => {
  const view = toCartViewModel([
    shop('a', ...selected.map((one, at) => line(String(at), { selected: one })), line('x', { fault: 'OFF_SHELF' })),
  ])
  expect(view.shops[0]?.selected).toBe(ticked)
  expect(view.selected).toBe(ticked)
  expect(view.sound).toEqual(['0', '1'])
})

test('a shop without orderable lines has no heading', () => {
  const view = toCartViewModel([shop('a', line('1', { fault: 'OFF_SHELF' }))])
  expect(view.shops).toEqual([])
  expect(view.selected).toBe('none')
})

test('freight is shown per shop', () => {
  const [first] = toCartViewModel([shop('a', line('1'))]).shops
  expect(first?.freight).toBe('配送运费 ¥30.00，再买 ¥423.00 免运费')
  const [free] = toCartViewModel([shop('a', line('1', { saleAmount: fen(50_000) }))]).shops
  expect(free?.freight).toBe('免运费')
  const heavy = {
    ...freightRowOfShopsWithoutTemplate,
    firstGrams: 1_000,
    firstFen: fen(1_000),
    nextGrams: 500,
    nextFen: fen(200),
    freeFromFen: null,
  }
  const [byWeight] = toCartViewModel([
    { ...shop('a', line('1', { weightGrams: 1_200 }), line('2', { selected: false })), freight: heavy },
  ]).shops
  expect(byWeight?.freight).toBe('配送运费 ¥16.00')
  const [nowhere] = toCartViewModel([{ ...shop('a', line('1')), freight: { ...heavy, delivered: false } }]).shops
  expect(nowhere?.freight).toBe('不配送到默认收货地址')
})

test('a quantity is adjusted to stock, minimum and step', () => {
  expect(computeValidQuantity(line('1', { fault: 'SHORT', goodsNum: 500, stock: 105, minimum: 20, step: 10 }))).toBe(100)
  expect(computeValidQuantity(line('1', { fault: 'OFF_STEP', goodsNum: 21, minimum: 20, step: 10 }))).toBe(30)
  expect(computeValidQuantity(line('1', { fault: 'SHORT', goodsNum: 500, stock: 5, minimum: 20 }))).toBeNull()
  expect(computeValidQuantity(line('1', { fault: 'OFF_SHELF' }))).toBeNull()
})

test('a line fault is shown with its rule and number', () => {
  expect(cartLineProblem({ ...line('1', { stock: 1_200 }), fault: 'SHORT' })).toBe('库存不足，现货 1,200 支')
  expect(cartLineProblem({ ...line('1', { minimum: 200, step: 10, unit: '升' }), fault: 'OFF_STEP' })).toBe(
    '数量不符合起订量或倍数：200升起订，每次增加 10升',
  )
  expect(cartLineProblem({ ...line('1'), fault: 'OFF_SHELF' })).toBe('商品已下架')
})

test('a changed quantity changes both amounts', () => {
  expect(withCartLineQuantity(line('1'), 3)).toMatchObject({ goodsNum: 3, skuNum: 3, saleAmount: 11_550, creditAmount: 12_120 })
  expect(withCartLineQuantity(line('1', { creditPrice: null }), 3).creditAmount).toBeNull()
})

test('lines are changed and removed by id, and an empty shop disappears', () => {
  const cart = [shop('a', line('1')), shop('b', line('2'), line('3'))]
  expect(toCartViewModel(withChangedCartLines(cart, ['2'], (one) => ({ ...one, selected: false }))).totals.ids).toEqual(['1', '3'])
  expect(withoutCartLines(cart, ['1', '3']).map(({ shopId, cartList }) => [shopId, cartList.length])).toEqual([['b', 1]])
})

test('each shop has the kinds, pieces and sums of its selected lines', () => {
  const cashOnly = { creditPrice: null, creditAmount: null }
  const { shops } = toCartViewModel([
    shop('a', line('1'), line('2', { selected: false }), line('3', { goodsNum: 5, saleAmount: fen(100), creditAmount: fen(110) })),
    shop('b', line('4', cashOnly), line('5', { selected: false })),
    shop('c', line('6', { selected: false })),
  ])
  expect(shops.map(({ summary }) => summary)).toEqual([
    { kinds: 2, pieces: 7, sale: 7_800, credit: 8_190 },
    { kinds: 1, pieces: 2, sale: 7_700, credit: null },
    { kinds: 0, pieces: 0, sale: 0, credit: 0 },
  ])
})

test('the first rows of a long cart are those of its first shops', () => {
  const shops = [{ lines: [line('1'), line('2')] }, { lines: [line('3'), line('4')] }, { lines: [line('5')] }]
  const idsOf = (rows: number) => takeFirstLinesOfShops(shops, rows).map(({ lines }) => lines.map(({ id }) => id))
  expect(idsOf(3)).toEqual([['1', '2'], ['3'], []])
  expect(idsOf(200)).toEqual([['1', '2'], ['3', '4'], ['5']])
})

test('lines that a change leaves alone stay the same objects, so that they are not rendered again', () => {
  const [first, second] = [line('1'), line('2')]
  const [changed] = withChangedCartLines([shop('a', first, second)], ['2'], (one) => withCartLineQuantity(one, 3))
  expect(changed?.cartList[0]).toBe(first)
  expect(changed?.cartList[1]).not.toBe(second)
})

test('counts the lines that a press has changed', () => {
  const [first, second, third] = [line('1'), line('2'), line('3')]
  const before = [{ lines: [first, second] }, { lines: [third] }]
  expect(countChangedLines(before, before)).toBe(0)
  expect(countChangedLines([{ lines: [first, line('2', { goodsNum: 3 })] }, { lines: [third] }], before)).toBe(1)
  expect(countChangedLines([{ lines: [first] }], before)).toBe(0)
})

test('the selected lines of a shop are promised together, and each other line alone', () => {
  const asked: string[][] = []
  const days = findPromisedDaysOfCartLines([line('a'), line('b', { selected: false }), line('c')], (lines) => {
    asked.push(lines.map(({ skuId }) => skuId))
    return lines.map(({ skuId }) => `${skuId} with ${lines.length}`)
  })
  expect(asked).toEqual([['sku-a', 'sku-c'], ['sku-b']])
  expect([days.get('a'), days.get('b'), days.get('c')]).toEqual(['sku-a with 2', 'sku-b with 1', 'sku-c with 2'])
})
