import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import {
  CHOSEN_DISTINCT_ATTRIBUTES_MAX,
  CHOSEN_FACET_VALUES_MAX,
  formatChosenFacetValue,
  parseChosenFacetValue,
  parseNumberRange,
} from '#contract/catalog/facets/shapes.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import {
  assignAttributeSetToCategory,
  createAttribute,
  createAttributeSet,
  replaceAttributeValuesOfGoods,
} from '#server/catalog/attributes/public.ts'
import { refreshSearchRowsOfGoods } from '#server/catalog/goods/public.ts'
import { createPriceAndShelfEdits } from '#server/platform/testing/console-edits.ts'
import { openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'

const MEMORY = 100_000
const mall = await openMall({ limits: { answerBytes: MEMORY } })
const guest = mall.guest()

const flags = { required: false, filterable: true, compared: true, makesSkus: false, onCard: false, ruler: false }
const plain = { unit: '', decimals: 0, lower: null, upper: null, multiple: false, rowVersion: 0, choices: [] }
const { grade, diameter, note, setId } = await mall.runInTransaction(async (tx) => {
  const choices = [{ name: 'YG8', synonyms: ['钨钴8'] }, { name: 'YG11C' }]
  const attributes = {
    grade: await createAttribute(tx, mall.moment(), { ...plain, ...flags, code: 'GRADE', name: '合金牌号', kind: 'choice', choices }),
    diameter: await createAttribute(tx, mall.moment(), {
      ...plain,
      ...flags,
      code: 'D',
      name: '刃径',
      kind: 'number',
      unit: 'mm',
      decimals: 1,
    }),
    note: await createAttribute(tx, mall.moment(), { ...plain, ...flags, filterable: false, code: 'NOTE', name: '备注', kind: 'text' }),
  }
  const lines = Object.values(attributes).map(({ id }) => ({ attributeId: id }))
  const { id } = await createAttributeSet(tx, mall.moment(), { name: '截齿', lines, rowVersion: 0 })
  await assignAttributeSetToCategory(tx, { categoryId: 2, setId: id })
  return { grade: attributes.grade.id, diameter: attributes.diameter.id, note: attributes.note.id, setId: id }
})
const choiceIds = new Map(
  (await mall.db.selectFrom('attribute_choice').select(['id', 'name']).execute()).map(({ id, name }) => [name, id] as const),
)

/** Puts a pick on the shelf with its grade, its diameter and a note. */
async function pick(
  name: string,
  { grade: name8, d, ...options }: { grade: string; d: number; code: string; sale: string; credit?: string; stock?: number },
) {
  const skuId = await mall.createSku(name, options)
  const { goods_id: goodsId } = await mall.db.selectFrom('sku').select('goods_id').where('id', '=', skuId).executeTakeFirstOrThrow()
  await mall.runInTransaction(async (tx) => {
    const values = [
      { attributeId: grade, choiceIds: [choiceIds.get(name8) ?? expect.fail('no such grade')] },
      { attributeId: diameter, number: d },
      { attributeId: note, text: `${name}的备注` },
    ]
    await replaceAttributeValuesOfGoods(tx, goodsId, { values, skuValues: [] })
    await refreshSearchRowsOfGoods(tx, [goodsId])
  })
  return { skuId, goodsId }
}
const small = await pick('小截齿', { grade: 'YG8', d: 17.5, code: 'S-1', sale: '10.00' })
await pick('中截齿', { grade: 'YG11C', d: 22, code: 'M-1', sale: '20.00', credit: '60.00', stock: 0 })
await pick('大截齿', { grade: 'YG8', d: 30, code: 'L-1', sale: '30.00', credit: '50.00' })

type Asked = Parameters<typeof guest.api.goods.list>[0]
const names = async (asked: Asked, reader = guest) =>
  (await reader.api.goods.list({ ...asked, sort: 'priceUp' })).dataList.map(({ name }) => name)
/** A member's answers are computed anew each time; those of guests may be some seconds old in tests that do not follow the version. */
const lin = await mall.buyer('林')

describe('filtering a list by attributes', () => {
  test.each<[string[], string[]]>([
    [['GRADE:YG8'], ['小截齿', '大截齿']],
    [
      ['GRADE:YG8', 'GRADE:YG11C'],
      ['小截齿', '中截齿', '大截齿'],
    ],
    [['GRADE:钨钴8'], ['小截齿', '大截齿']],
    [['D:18~'], ['中截齿', '大截齿']],
    [['D:~22'], ['小截齿', '中截齿']],
    [
      ['D:17.5~17.5', 'D:30~40'],
      ['小截齿', '大截齿'],
    ],
    [['GRADE:YG8', 'D:20~40'], ['大截齿']],
    [['GRADE:YG8', 'D:18~25'], []],
    [['D:22'], []],
    [['GRADE:没有'], []],
    [['NONE:1'], []],
    [['NOTE:小截齿的备注'], []],
  ])('%o finds %o', async (choices, found) => {
    expect(await names({ choices })).toEqual(found)
  })

  test('facets count the goods of each value under the other chosen filters', async () => {
    const { facets } = await guest.api.goods.list({ choices: ['GRADE:YG8'], inStock: true, facets: true })
    expect(facets).toEqual({
      attributes: [
        {
          code: 'GRADE',
          name: '合金牌号',
          kind: 'choice',
          unit: '',
          decimals: 0,
          goodsCount: 2,
          values: [{ value: 'YG8', goodsCount: 2 }],
          lower: null,
          upper: null,
        },
        { code: 'D', name: '刃径', kind: 'number', unit: 'mm', decimals: 1, goodsCount: 2, values: [], lower: 17.5, upper: 30 },
      ],
      brands: [],
      categories: [{ categoryId: 2, parentId: 1, goodsCount: 2 }],
      price: { lower: yuanTextToFen('10.00'), upper: yuanTextToFen('30.00') },
      inStockCount: 2,
      hardness: [{ band: 3, goodsCount: 2 }],
      looser: [
        { condition: 'stock', code: null, goodsCount: 2 },
        { condition: 'attribute', code: 'GRADE', goodsCount: 2 },
      ],
    })
    expect(await guest.api.goods.list({})).not.toHaveProperty('facets')
  })

  test('a GET request finds the same, and a value with a comma arrives complete', async () => {
    const query = new URLSearchParams({ choices: 'GRADE:YG8,D:20~40', facets: 'true' })
    const { body } = await guest.get(`/api${contract.goods.list.path}?${query}`)
    const byPost = await guest.post(contract.goods.list.path, { choices: ['GRADE:YG8', 'D:20~40'], facets: true })
    expect(JSON.parse(body).data).toEqual(byPost.data)
    const odd = { code: 'A', value: '5,5 % ~ a:b %2C' }
    const written = formatChosenFacetValue(odd)
    expect(written).not.toContain(',')
    expect(parseChosenFacetValue(written)).toEqual(odd)
  })

  test.each<[string, Record<string, unknown>, string]>([
    ['too many values', { choices: Array.from({ length: CHOSEN_FACET_VALUES_MAX + 1 }, (_, at) => `A:${at}`) }, 'choices'],
    ['too many attributes', { choices: Array.from({ length: CHOSEN_DISTINCT_ATTRIBUTES_MAX + 1 }, (_, at) => `A${at}:1`) }, 'choices'],
    ['no attribute', { choices: ['YG8'] }, 'choices.0'],
    ['no value', { choices: ['GRADE:'] }, 'choices.0'],
    ['a brand that is no id', { brandIds: ['x'] }, 'brandIds.0'],
  ])('%s are refused with the field', async (_, asked, field) => {
    const { code, detail } = await guest.post(contract.goods.list.path, asked)
    expect(code).toBe(400)
    expect(String((detail as { field?: unknown }).field)).toBe(field)
  })

  test('the maximum number of attributes is accepted, and each of them filters', async () => {
    const others = Array.from({ length: CHOSEN_DISTINCT_ATTRIBUTES_MAX - 1 }, (_, at) => `A${at}:1`)
    expect(await names({ choices: ['GRADE:YG8'] })).toHaveLength(2)
    expect(await names({ choices: ['GRADE:YG8', ...others] })).toEqual([])
  })

  test('number ranges are parsed as written', () => {
    expect(['20~30', '~-1.5', '2~', '~', '', '1', '1~2~3', 'a~b', '1e3~2'].map(parseNumberRange)).toEqual([
      { from: 20, to: 30 },
      { from: undefined, to: -1.5 },
      { from: 2, to: undefined },
      ...Array.from({ length: 6 }, () => undefined),
    ])
  })
})

describe('the parametric table', () => {
  const codes = async (asked: Parameters<typeof guest.api.goods.skuList>[0]) =>
    (await guest.api.goods.skuList(asked)).dataList.map(({ code }) => code)

  test('has one row per SKU and the compared attributes as columns', async () => {
    const { columns, dataList, total } = await guest.api.goods.skuList({ categoryId: 2, sort: 'price' })
    expect(columns).toEqual([
      { code: 'GRADE', name: '合金牌号', unit: '', kind: 'choice' },
      { code: 'D', name: '刃径', unit: 'mm', kind: 'number' },
      { code: 'NOTE', name: '备注', unit: '', kind: 'text' },
    ])
    expect(total).toBe(3)
    expect(dataList.map(({ goodsName, code, values, soldOut }) => [goodsName, code, ...values, soldOut])).toEqual([
      ['小截齿', 'S-1', 'YG8', '17.5', '小截齿的备注', false],
      ['中截齿', 'M-1', 'YG11C', '22', '中截齿的备注', true],
      ['大截齿', 'L-1', 'YG8', '30', '大截齿的备注', false],
    ])
  })

  test('is sorted by any column in both directions, and filtered like the list', async () => {
    expect(await codes({ sort: 'code' })).toEqual(['L-1', 'M-1', 'S-1'])
    expect(await codes({ sort: 'code', descending: true })).toEqual(['S-1', 'M-1', 'L-1'])
    expect(await codes({ sort: 'attribute', sortAttribute: 'D', descending: true })).toEqual(['L-1', 'M-1', 'S-1'])
    expect(await codes({ sort: 'attribute', sortAttribute: 'GRADE' })).toEqual(['S-1', 'L-1', 'M-1'])
    expect(await codes({ sort: 'attribute', sortAttribute: 'NOTE' })).toEqual(['M-1', 'L-1', 'S-1'])
    expect(await codes({ sort: 'attribute', sortAttribute: 'NOTE', descending: true })).toEqual(['S-1', 'L-1', 'M-1'])
    expect(await codes({ sort: 'creditPrice' })).toEqual(['S-1', 'L-1', 'M-1'])
    expect(await codes({ sort: 'creditPrice', descending: true })).toEqual(['M-1', 'L-1', 'S-1'])
    expect(await codes({ sort: 'stock' })).toEqual(['M-1', 'S-1', 'L-1'])
    expect(await codes({ choices: ['GRADE:YG8'], sort: 'price', descending: true })).toEqual(['L-1', 'S-1'])
    expect(await codes({ keyword: '小截齿' })).toEqual(['S-1'])
    expect(await codes({ pageSize: 1, pageNo: 2, sort: 'price' })).toEqual(['M-1'])
  })

  test('shows an enterprise its own prices', async () => {
    const catalogue = await mall.staff('catalogue')
    const desk = { ...catalogue.api.consolePrice, ...createPriceAndShelfEdits(catalogue) }
    const { listId } = await desk.add({ name: '协议', fromDay: '2026-01-01', enterpriseId: lin.enterpriseId })
    await desk.setPrices({
      listId,
      skuId: small.skuId,
      prices: [{ from: 1, salePrice: yuanTextToFen('8.00'), creditPrice: yuanTextToFen('8.50') }],
    })
    const asked = { keyword: 'S-1' }
    expect((await lin.api.goods.skuList(asked)).dataList[0]).toMatchObject({
      code: 'S-1',
      salePrice: yuanTextToFen('8.00'),
      creditPrice: yuanTextToFen('8.50'),
    })
    expect((await guest.api.goods.skuList(asked)).dataList[0]).toMatchObject({ code: 'S-1', salePrice: yuanTextToFen('10.00') })
  })
})

describe('a change by staff is visible at once', () => {
  const changeSmall = (change: { on_shelf?: boolean; sale_price_fen?: Fen; credit_price_fen?: Fen }) =>
    mall.runInTransaction(async (tx) => {
      await tx.updateTable('sku').set(change).where('id', '=', small.skuId).execute()
      await refreshSearchRowsOfGoods(tx, [small.goodsId])
    })

  test('to a price and to goods taken off sale', async () => {
    await changeSmall({ sale_price_fen: yuanTextToFen('99.00'), credit_price_fen: yuanTextToFen('99.00') })
    expect(await names({ priceMin: yuanTextToFen('90.00') }, lin)).toEqual(['小截齿'])
    await changeSmall({ on_shelf: false })
    expect(await names({}, lin)).toEqual(['中截齿', '大截齿'])
    await changeSmall({ on_shelf: true, sale_price_fen: yuanTextToFen('10.00') })
    expect(await names({}, lin)).toEqual(['小截齿', '中截齿', '大截齿'])
  })

  test('and only the changed goods are read again', async () => {
    await names({}, lin)
    const read = async () => {
      const begun = mall.statements.length
      await names({}, lin)
      return mall.statements.slice(begun).filter((text) => text.includes('from goods_search s join goods g')).length
    }
    expect(await read()).toBe(0)
    await changeSmall({ sale_price_fen: yuanTextToFen('10.00') })
    expect(await read()).toBe(1)
    expect(await read()).toBe(0)
  })

  test('and many simultaneous queries wait for a single read', async () => {
    await changeSmall({ sale_price_fen: yuanTextToFen('11.00') })
    const begun = mall.statements.length
    const answers = await Promise.all(Array.from({ length: 12 }, () => names({ priceMax: yuanTextToFen('11.00') }, lin)))
    expect(answers).toEqual(Array.from({ length: 12 }, () => ['小截齿']))
    expect(mall.statements.slice(begun).filter((text) => text.includes('from goods_search s join goods g'))).toHaveLength(1)
    await changeSmall({ sale_price_fen: yuanTextToFen('10.00') })
  })

  test('and another page or sorting reuses the search and the counts until something changes', async () => {
    const search = async (more: object) => {
      const begun = mall.statements.length
      const { facets } = await lin.api.goods.list({ keyword: '截齿', facets: true, ...more })
      return { facets, searches: mall.statements.slice(begun).filter((text) => text.includes('ts_rank')).length }
    }
    const { facets, searches } = await search({ pageSize: 1 })
    expect({ lower: facets?.price?.lower, searches }).toEqual({ lower: yuanTextToFen('10.00'), searches: 1 })
    expect(await search({ pageSize: 1, pageNo: 2 })).toEqual({ facets, searches: 0 })
    expect(await search({ sort: 'priceDown' })).toEqual({ facets, searches: 0 })
    const narrowed = await search({ priceMax: yuanTextToFen('10.00') })
    expect({ looser: narrowed.facets?.looser.length, searches: narrowed.searches }).toEqual({ looser: 1, searches: 0 })
    await changeSmall({ sale_price_fen: yuanTextToFen('9.00') })
    const after = await search({ pageSize: 1, pageNo: 3 })
    expect({ lower: after.facets?.price?.lower, searches: after.searches }).toEqual({ lower: yuanTextToFen('9.00'), searches: 1 })
    await changeSmall({ sale_price_fen: yuanTextToFen('10.00') })
  })

  test('to the flags of an attribute set and to merged choices', async () => {
    const staff = await mall.staff('catalogue')
    const change = async (lines: { attributeId: string; filterable?: boolean; onCard?: boolean }[]) => {
      const { rowVersion } = await staff.api.consoleAttributeSet.detail({ id: setId })
      await staff.api.consoleAttributeSet.save({ id: setId, name: '截齿', lines, rowVersion })
    }
    const codes = async () => (await lin.api.goods.list({ facets: true })).facets?.attributes.map(({ code }) => code)
    await change([{ attributeId: grade }, { attributeId: diameter, filterable: false }, { attributeId: note }])
    expect(await codes()).toEqual(['GRADE'])
    expect(await names({ choices: ['D:~22'] }, lin)).toEqual([])
    await change([{ attributeId: grade }, { attributeId: diameter }, { attributeId: note }])
    expect(await codes()).toEqual(['GRADE', 'D'])
    expect(await names({ choices: ['D:~22'] }, lin)).toEqual(['小截齿', '中截齿'])
    const traits = async () => new Map((await lin.api.goods.list({})).dataList.map(({ name, traits: of }) => [name, of]))
    expect((await traits()).get('小截齿')).toEqual([])
    await change([{ attributeId: note }, { attributeId: grade, onCard: true }, { attributeId: diameter, onCard: true }])
    expect((await traits()).get('小截齿')).toEqual(['合金牌号 YG8', '刃径 17.5 mm'])
    await change([{ attributeId: grade }, { attributeId: diameter }, { attributeId: note }])
    const { rowVersion } = await staff.api.consoleAttribute.detail({ id: grade })
    const [fromChoiceId = '', intoChoiceId = ''] = ['YG11C', 'YG8'].map((name) => choiceIds.get(name) ?? '')
    await staff.api.consoleAttribute.mergeChoices({ id: grade, fromChoiceId, intoChoiceId, rowVersion })
    expect(await names({ choices: ['GRADE:YG8'] }, lin)).toEqual(['小截齿', '中截齿', '大截齿'])
    expect((await lin.api.goods.list({ facets: true })).facets?.attributes[0]?.values).toEqual([{ value: 'YG8', goodsCount: 3 }])
  })
})

test('a thousand different queries of guests stay within the memory limit', async () => {
  const { http, memory } = mall.app
  let most = 0
  let sent = 0
  for (let at = 0; at < 1_000; at++) {
    const query = new URLSearchParams({ choices: `D:${at % 50}~${at},GRADE:选项${at}`, facets: 'true' })
    const { statusCode, rawPayload } = await http.inject({ url: `/api${contract.goods.list.path}?${query}` })
    if (at % 100 === 0) expect(statusCode).toBe(200)
    sent += rawPayload.length
    most = Math.max(most, memory.held().bytes)
  }
  expect(sent).toBeGreaterThan(3 * MEMORY)
  expect(most).toBeLessThanOrEqual(MEMORY)
  expect(most).toBeGreaterThan(MEMORY / 2)
})
