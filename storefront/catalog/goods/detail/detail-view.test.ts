import { expect, test } from 'vitest'
import { fen } from '#contract/platform/core/money.ts'
import { createSampleSku } from '#storefront/catalog/goods/testing/samples.ts'
import {
  buyingError,
  findDisplayedSku,
  formatGramsAsKilograms,
  multiplyPrice,
  parseSkuProps,
  toHardnessScalePosition,
  toOrderableQuantity,
  toSkuPropChoices,
} from './detail-view.ts'

const a = createSampleSku('a', { 刀头: '22 mm', 牌号: 'YG13C', 包装: '单支' })
const b = createSampleSku('b', { 刀头: '20 mm', 牌号: 'YG11C', 包装: '单支' })
const c = createSampleSku('c', { 刀头: '22 mm', 牌号: 'YG11C', 包装: '单支' })
const d = createSampleSku('d', { 刀头: '22 mm', 牌号: 'YG13C', 包装: '10 支一箱' }, { soldOut: true, stock: 0 })
const skus = [a, b, c, d]

const option = (shown: typeof a, name: string, value: string) =>
  toSkuPropChoices(skus, shown)
    .find((choice) => choice.name === name)
    ?.options.find((one) => one.value === value)

test('every property lists its values in the order of the SKUs', () =>
  expect(toSkuPropChoices(skus, a).map(({ name, options }) => [name, options.map(({ value }) => value)])).toEqual([
    ['刀头', ['22 mm', '20 mm']],
    ['牌号', ['YG13C', 'YG11C']],
    ['包装', ['单支', '10 支一箱']],
  ]))

test('a value that fits the current choice selects exactly that SKU', () =>
  expect(option(a, '牌号', 'YG11C')).toEqual({ value: 'YG11C', chosen: false, fits: true, soldOut: false, skuId: 'c' }))

test('choosing the current value keeps the SKU', () =>
  expect(option(c, '刀头', '22 mm')).toMatchObject({ chosen: true, fits: true, skuId: 'c' }))

test('an impossible combination selects the nearest SKU with the value', () => {
  expect(option(a, '刀头', '20 mm')).toMatchObject({ fits: false, skuId: 'b' })
  expect(option(b, '包装', '10 支一箱')).toMatchObject({ fits: false, skuId: 'd', soldOut: true })
})

test('of two equally near SKUs the one in stock is selected', () => {
  const gone = createSampleSku('e', { 刀头: '25 mm', 牌号: 'YG15C', 包装: '单支' }, { soldOut: true })
  const here = createSampleSku('f', { 刀头: '25 mm', 牌号: 'YG8C', 包装: '单支' })
  const options = toSkuPropChoices([a, gone, here], a)[0]?.options
  expect(options?.find(({ value }) => value === '25 mm')).toMatchObject({ fits: false, skuId: 'f', soldOut: false })
})

test('choosing any offered value always selects a SKU with that value', () => {
  for (const shown of skus)
    for (const { name, options } of toSkuPropChoices(skus, shown))
      for (const { value, skuId } of options)
        expect(Object.fromEntries(parseSkuProps(findDisplayedSku(skus, skuId) ?? a))[name]).toBe(value)
})

test('the displayed SKU comes from the address, else is the first in stock, else the first', () => {
  expect(findDisplayedSku(skus, 'c')).toBe(c)
  expect(findDisplayedSku([d, b], 'unknown')).toBe(b)
  expect(findDisplayedSku([d], undefined)).toBe(d)
  expect(findDisplayedSku([], undefined)).toBeUndefined()
})

test('invalid SKU props are treated as empty', () => {
  expect(parseSkuProps({ skuProps: 'x' })).toEqual([])
  expect(parseSkuProps({ skuProps: 'null' })).toEqual([])
  expect(toSkuPropChoices([createSampleSku('g', {})], createSampleSku('g', {}))).toEqual([])
})

test('a quantity is rounded up to the minimum and step of the SKU', () => {
  expect(toOrderableQuantity(1, { minimum: 200, step: 10 })).toBe(200)
  expect(toOrderableQuantity(205, { minimum: 200, step: 10 })).toBe(210)
  expect(toOrderableQuantity(230, { minimum: 200, step: 10 })).toBe(230)
})

test('amounts are exact, and null above the largest possible order amount', () => {
  expect(multiplyPrice(fen(749), 200)).toBe(149_800)
  expect(multiplyPrice(null, 5)).toBeNull()
  expect(multiplyPrice(fen(99_999_999), 999_999)).toBeNull()
})

test('a quantity that cannot be bought has an error text', () => {
  const goods = { shopName: '岩锋油料', shopPaused: false, unit: '支' }
  expect(buyingError(goods, { stock: 5, soldOut: false }, 5)).toBeUndefined()
  expect(buyingError(goods, { stock: 5, soldOut: false }, 6)).toBe('超过现货 5 支，请减少数量')
  expect(buyingError(goods, { stock: 0, soldOut: true }, 1)).toBe('此规格已售罄，补货中')
  expect(buyingError({ ...goods, unit: '升' }, { stock: 90, soldOut: true }, 200)).toBe('现货仅 90 升，不足起订量')
  const received = '店铺「岩锋油料」暂停营业，暂时不能购买'
  expect(buyingError({ ...goods, shopPaused: true }, { stock: 5, soldOut: false }, 1)).toBe(received)
})

test.each([
  [1_570, '1.57'],
  [31_400, '31.4'],
  [2_000, '2'],
  [835, '0.83'],
  [1_234_567_890, '1,234,567.89'],
])('%i grams are shown as %s kg', (grams, text) => expect(formatGramsAsKilograms(grams)).toBe(text))

test('a range beyond the end of the hardness scale is clipped', () => {
  expect(toHardnessScalePosition([3, 6], 12)).toEqual({ left: 25, width: 25 })
  expect(toHardnessScalePosition([8, 20], 12)).toEqual({ left: 67, width: 33 })
})
