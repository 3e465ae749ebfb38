import { expect, test } from 'vitest'
import { TaxClass } from '#contract/catalog/goods/tax-class.ts'
import { demoCategories, demoGoods } from './catalog.ts'
import { type DemoGoods, pictureModelNames } from './demo-goods-types.ts'
import { demoTaxClassesByCategory } from './tax-classes.ts'

const everySku = demoGoods.flatMap((goods) => goods.skus)
const fen = (yuan: string) => Number(yuan.replace('.', ''))
const repeated = (values: readonly string[]) => values.filter((value, i) => values.indexOf(value) !== i)
const soldOut = (goods: DemoGoods) => goods.skus.every((sku) => sku.stock === 0)
const which = (wrong: (goods: DemoGoods) => boolean) => demoGoods.filter(wrong).map((goods) => goods.slug)

test('the demo has at least 100 goods and 380 part numbers', () => {
  expect(demoGoods.length).toBeGreaterThanOrEqual(100)
  expect(everySku.length).toBeGreaterThanOrEqual(380)
})

test('the category menu offers picks, milling teeth, roller cones and diesel, and the usual sub-categories', () => {
  expect(demoCategories.map((category) => category.name)).toEqual(expect.arrayContaining(['截齿', '铣刨齿', '旋挖牙轮', '柴油']))
  const subs = demoCategories.flatMap((category) => category.subs)
  expect(subs).toEqual(expect.arrayContaining(['合金系列', '合金条系列', '合金珠系列', '齿座']))
})

test('every product is in a sub-category of its own category, and no sub-category is empty', () => {
  const offered = demoCategories.flatMap((category) => category.subs.map((sub) => `${category.name}/${sub}`))
  const used = new Set(demoGoods.map((goods) => `${goods.category}/${goods.sub}`))
  expect(repeated(offered)).toEqual([])
  expect([...used].sort()).toEqual([...offered].sort())
})

test('every product gets a tax code of 19 digits from its category, and no tax code is unused', () => {
  expect(which(({ category }) => !demoTaxClassesByCategory[category])).toEqual([])
  const offered = demoCategories.flatMap(({ name, subs }) => [name, ...subs.map((sub) => `${name}/${sub}`)])
  expect(Object.keys(demoTaxClassesByCategory).filter((name) => !offered.includes(name))).toEqual([])
  expect(Object.values(demoTaxClassesByCategory).filter((taxClass) => !TaxClass.safeParse(taxClass).success)).toEqual([])
})

test('product names and folders are unique, and folders are kebab-case', () => {
  expect(repeated(demoGoods.map((goods) => goods.slug))).toEqual([])
  expect(repeated(demoGoods.map((goods) => goods.name))).toEqual([])
  expect(which((goods) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(goods.slug))).toEqual([])
})

test('part numbers are unique, even without hyphens, dots and case', () => {
  expect(repeated(everySku.map((sku) => sku.code.replaceAll(/[-./ ]/g, '').toLowerCase()))).toEqual([])
  expect(everySku.map((sku) => sku.code).filter((code) => !/^KT-[A-Z0-9][A-Z0-9.-]*$/.test(code))).toEqual([])
})

test('KT-INS114DRE is on sale, and all part numbers starting with KT-INS114 belong to one product', () => {
  const found = demoGoods.filter((goods) => goods.skus.some((sku) => sku.code.startsWith('KT-INS114')))
  expect(found).toHaveLength(1)
  expect(found[0]?.skus.map((sku) => sku.code)).toContain('KT-INS114DRE')
})

test('the SKUs of a product have the same props with different values', () => {
  for (const goods of demoGoods) {
    expect(goods.skus.length, goods.slug).toBeGreaterThan(0)
    expect(new Set(goods.skus.map((sku) => Object.keys(sku.props).join('|'))).size, goods.slug).toBe(1)
    expect(repeated(goods.skus.map((sku) => Object.values(sku.props).join('|'))), goods.slug).toEqual([])
    expect(
      goods.skus.flatMap((sku) => Object.values(sku.props)).filter((value) => value.trim() === ''),
      goods.slug,
    ).toEqual([])
  }
})

test('prices are positive amounts in yuan with exactly two decimals', () => {
  const prices = everySku.flatMap((sku) => [sku.saleYuan, ...(sku.creditYuan === null ? [] : [sku.creditYuan])])
  expect(prices.filter((price) => !/^(0|[1-9]\d*)\.\d{2}$/.test(price) || fen(price) <= 0)).toEqual([])
})

test('credit prices are above the cash prices, by at most 8 %', () => {
  const unfair = everySku.filter(({ saleYuan, creditYuan }) => {
    if (creditYuan === null) return false
    const [sale, credit] = [fen(saleYuan), fen(creditYuan)]
    return credit <= sale || credit * 100 > sale * 108
  })
  expect(unfair.map((sku) => sku.code)).toEqual([])
})

test('a few part numbers are sold for cash only', () => {
  const cashOnly = everySku.filter((sku) => sku.creditYuan === null).length
  expect(cashOnly).toBeGreaterThanOrEqual(3)
  expect(cashOnly).toBeLessThan(20)
})

test('the minimum quantity is a multiple of the step; stock and weight are whole numbers', () => {
  const wrong = everySku.filter(({ minimum, step, stock, weightGrams }) => {
    const whole = [minimum, step, stock, weightGrams].every(Number.isSafeInteger)
    return !whole || step < 1 || minimum < step || minimum % step !== 0 || stock < 0 || weightGrams < 1
  })
  expect(wrong.map((sku) => sku.code)).toEqual([])
})

test('the stock covers the minimum quantity', () => {
  expect(everySku.filter((sku) => sku.stock > 0 && sku.stock < sku.minimum).map((sku) => sku.code)).toEqual([])
})

test('bulk diesel is delivered from 200 litres in steps of 10', () => {
  const bulk = demoGoods.filter((goods) => goods.sub === '散装柴油')
  expect(bulk.length).toBeGreaterThan(0)
  for (const goods of bulk) {
    expect(goods.unit).toBe('升')
    expect(goods.skus[0]).toMatchObject({ minimum: 200, step: 10 })
  }
})

test.each(demoCategories.map((category) => category.name))('%s has sold-out goods and partly sold-out goods', (name) => {
  const goods = demoGoods.filter((each) => each.category === name)
  expect(goods.some(soldOut)).toBe(true)
  expect(goods.some((each) => !soldOut(each) && each.skus.some((sku) => sku.stock === 0))).toBe(true)
})

test('some part numbers are low in stock, most are ample', () => {
  expect(everySku.filter((sku) => sku.stock >= 3 && sku.stock <= 20).length).toBeGreaterThanOrEqual(20)
  expect(everySku.filter((sku) => sku.stock > 20).length).toBeGreaterThan(everySku.length / 2)
})

test.each([
  ['f < 2', 0, 2],
  ['f 2–4', 2, 4],
  ['f 4–6', 4, 6],
  ['f 6–8', 6, 8],
  ['f > 8', 8, Number.POSITIVE_INFINITY],
])('rock of %s finds at least eight products', (_, from, to) => {
  const fitting = demoGoods.filter(({ hardness }) => hardness !== null && hardness[0] < to && hardness[1] > from)
  expect(fitting.length).toBeGreaterThanOrEqual(8)
})

test('the lower bound of a rock hardness range is below the upper bound', () => {
  expect(which(({ hardness }) => hardness !== null && !(hardness[0] > 0 && hardness[0] < hardness[1]))).toEqual([])
})

test('every product has a different picture, and pictures of one form use the same parameters', () => {
  expect(repeated(demoGoods.map((goods) => JSON.stringify(goods.picture)))).toEqual([])
  for (const form of pictureModelNames) {
    const keys = demoGoods.filter((goods) => goods.picture.form === form).map((goods) => Object.keys(goods.picture.numbers).join(' '))
    expect(new Set(keys).size, form).toBe(1)
  }
})

test('picture dimensions are plausible: tip below body, shank within length, bore within block', () => {
  const impossible = which(({ picture: { form, numbers } }) => {
    const size = (key: string) => Number(numbers[key])
    if (form === 'conical-pick') return !(size('tip') < size('head') && size('head') < size('collar') && size('reach') < size('length'))
    if (form === 'milling-tooth') return !(size('tip') < size('head') && size('head') < size('washer') && size('reach') < size('length'))
    if (form.startsWith('seat-')) return !(size('bore') < size('width') && size('bore') < size('height'))
    return false
  })
  expect(impossible).toEqual([])
})

test('a parameter table has five to nine rows, each label once and each value filled in', () => {
  for (const { slug, parameters } of demoGoods) {
    expect(parameters.length, slug).toBeGreaterThanOrEqual(5)
    expect(parameters.length, slug).toBeLessThanOrEqual(9)
    expect(repeated(parameters.map(([label]) => label)), slug).toEqual([])
    expect(
      parameters.filter(([label, value]) => !label.trim() || !value.trim()),
      slug,
    ).toEqual([])
  }
})

test('a description has three to six sentences, and no two products share one', () => {
  const sentences = (text: string) => text.split(/[。！？]/).filter((part) => part.trim()).length
  expect(which(({ description }) => sentences(description) < 3 || sentences(description) > 6)).toEqual([])
  expect(repeated(demoGoods.map((goods) => goods.description))).toEqual([])
})

test('all texts for buyers are Chinese, except codes and size symbols', () => {
  const allowed = /^[\p{Script=Han}a-zA-Z0-9 \n，。、；：！？（）“”＋Φ×·–−≤≥±°℃%²³₂µⅣⅥ#/.,:+()-]*$/u
  const read = demoGoods.flatMap((goods) => [
    goods.name,
    goods.spec,
    goods.unit,
    goods.description,
    ...goods.parameters.flat(),
    ...goods.skus.flatMap((sku) => Object.entries(sku.props).flat()),
  ])
  expect(read.filter((words) => !allowed.test(words))).toEqual([])
})

test('names are Chinese, and units are from the list of units', () => {
  expect(which((goods) => !/\p{Script=Han}/u.test(goods.name))).toEqual([])
  expect(which((goods) => !['件', '支', '个', '套', '升', '桶', '公斤'].includes(goods.unit))).toEqual([])
})
