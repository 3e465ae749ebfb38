import { sql } from 'kysely'
import { assignAttributeSetToCategory, createAttribute, createAttributeSet } from '#server/catalog/attributes/public.ts'
import { createCategory } from '#server/catalog/categories/public.ts'
import { refreshSearchRowsOfGoods } from '#server/catalog/goods/public.ts'
import { createShop } from '#server/catalog/shops/public.ts'
import { type Db, runInTransaction } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { SeededRandom } from './random.ts'

/** The size of a catalog. */
export interface RandomCatalogSize {
  goods: number
  /** The mean number of SKUs of goods. */
  skusPerGoods: number
  attributes: number
  /** The attributes that a category has. */
  attributesPerCategory: number
  topCategories: number
  subCategories: number
  brands: number
}

export interface RandomCatalogAttribute {
  code: string
  name: string
  kind: 'choice' | 'number' | 'boolean'
  unit: string
  choices: string[]
  multiple: boolean
  makesSkus: boolean
}

/** The values of goods or of a SKU by the code of the attribute: the names of choices, a number, or yes and no. */
export type RandomCatalogValues = Record<string, string[] | number | boolean>

export interface RandomCatalogSku {
  id: string
  code: string
  priceFen: number
  minimum: number
  stock: number
  onShelf: boolean
  values: RandomCatalogValues
}

export interface RandomCatalogGoods {
  id: string
  name: string
  categoryId: number
  parentId: number
  brandId: string | null
  shopId: string
  hardness: [number, number] | null
  onSale: boolean
  values: RandomCatalogValues
  skus: RandomCatalogSku[]
}

export interface RandomCatalog {
  attributes: RandomCatalogAttribute[]
  /** Sub-categories, each with the codes of its attributes, and which of them are filterable there. */
  categories: { id: number; parentId: number; name: string; codes: string[]; filterable: string[] }[]
  brands: { id: string; name: string }[]
  shopIds: string[]
  goods: RandomCatalogGoods[]
}

const chance = (random: SeededRandom, percent: number): boolean => random.below(100) < percent
const some = <T>(random: SeededRandom, all: readonly T[], count: number): T[] => {
  const left = [...all]
  return Array.from({ length: Math.min(count, left.length) }, () => left.splice(random.below(left.length), 1)).flat()
}

function makeAttributes(random: SeededRandom, { attributes }: RandomCatalogSize): RandomCatalogAttribute[] {
  return Array.from({ length: attributes }, (_, at) => {
    const kind = (['choice', 'choice', 'number', 'boolean'] as const)[at % 4] ?? 'choice'
    const multiple = kind === 'choice' && at % 8 === 4
    return {
      code: `P${at}`,
      name: `参数 ${at}`,
      kind,
      unit: kind === 'number' ? 'mm' : '',
      // Names with the characters that separate names in an address.
      choices: kind === 'choice' ? Array.from({ length: 3 + random.below(8) }, (_, choice) => `选项 ${choice}, ${at}:5~6%`) : [],
      multiple,
      makesSkus: !multiple && chance(random, 40),
    }
  })
}

function makeValue(random: SeededRandom, { kind, choices, multiple }: RandomCatalogAttribute): string[] | number | boolean {
  if (kind === 'number') return random.below(400) / 10
  if (kind === 'boolean') return chance(random, 50)
  return some(random, choices, multiple ? 1 + random.below(3) : 1)
}

const makeValues = (random: SeededRandom, attributes: readonly RandomCatalogAttribute[]): RandomCatalogValues =>
  Object.fromEntries(attributes.filter(() => chance(random, 80)).map((attribute) => [attribute.code, makeValue(random, attribute)]))

interface Frame extends Omit<RandomCatalog, 'goods'> {
  nextId: () => string
}

function makeGoods(random: SeededRandom, frame: Frame, { at, skusPerGoods }: { at: number; skusPerGoods: number }): RandomCatalogGoods {
  const category = random.pick(frame.categories)
  const own = frame.attributes.filter(({ code }) => category.codes.includes(code))
  const skus = Array.from({ length: 1 + random.below(2 * skusPerGoods - 1) }, (_, place) => ({
    id: frame.nextId(),
    code: `S${at}-${place}`,
    priceFen: 100 + random.below(100_000),
    minimum: 1 + random.below(3),
    stock: chance(random, 40) ? 0 : random.below(5),
    onShelf: chance(random, 90),
    values: makeValues(
      random,
      own.filter(({ makesSkus }) => makesSkus),
    ),
  }))
  const from = random.below(8)
  return {
    id: frame.nextId(),
    name: `${random.pick(['采煤', '旋挖', '铣刨', '破碎'])}${random.pick(['截齿', '齿座', '刀头', '滤芯'])} ${at}`,
    categoryId: category.id,
    parentId: category.parentId,
    brandId: chance(random, 70) ? random.pick(frame.brands).id : null,
    shopId: random.pick(frame.shopIds),
    hardness: chance(random, 50) ? [from, from + 1 + random.below(4)] : null,
    onSale: chance(random, 92),
    values: makeValues(
      random,
      own.filter(({ makesSkus }) => !makesSkus),
    ),
    skus,
  }
}

/** Creates the shops, brands, categories, attributes and sets of a catalog in an empty mall. */
async function createFrame(
  db: Db,
  newMoment: () => Moment,
  { random, size }: { random: SeededRandom; size: RandomCatalogSize },
): Promise<Frame> {
  const attributes = makeAttributes(random, size)
  const nextId = () => newMoment().newId()
  return runInTransaction(db, async (tx) => {
    const shopIds = []
    for (const name of ['随机一店', '随机二店']) shopIds.push(await createShop(tx, newMoment(), { name, city: '深圳' }))
    const brands = Array.from({ length: size.brands }, (_, at) => ({ id: nextId(), name: `品牌 ${at}` }))
    await tx
      .insertInto('brand')
      .values(brands.map((brand) => ({ ...brand, origin: '', certificates: '', created_at: newMoment().now })))
      .execute()
    const attributeIds = new Map<string, string>()
    for (const { choices, ...attribute } of attributes) {
      const flags = {
        required: false,
        filterable: true,
        compared: true,
        onCard: false,
        ruler: false,
        lower: null,
        upper: null,
        rowVersion: 0,
      }
      const decimals = attribute.kind === 'number' ? 1 : 0
      const input = { ...attribute, ...flags, decimals, choices: choices.map((name) => ({ name })) }
      attributeIds.set(attribute.code, (await createAttribute(tx, newMoment(), input)).id)
    }
    const categories = []
    for (let top = 0; top < size.topCategories; top++) {
      const parentId = await createCategory(tx, { parentId: null, name: `大类 ${top}` })
      for (let sub = 0; sub < size.subCategories; sub++) {
        const name = `小类 ${top}-${sub}`
        const id = await createCategory(tx, { parentId, name })
        const codes = some(random, attributes, size.attributesPerCategory).map(({ code }) => code)
        const filterable = codes.filter(() => chance(random, 80))
        const lines = codes.map((code) => ({ attributeId: attributeIds.get(code) ?? '', filterable: filterable.includes(code) }))
        const { id: setId } = await createAttributeSet(tx, newMoment(), { name, lines, rowVersion: 0 })
        await assignAttributeSetToCategory(tx, { categoryId: id, setId })
        categories.push({ id, parentId, name, codes, filterable })
      }
    }
    return { attributes, categories, brands, shopIds, nextId }
  })
}

const AT_ONCE = 1_000

/** Inserts goods with SKUs, stock and values, and indexes them for the search. */
async function insertAll(db: Db, newMoment: () => Moment, { goods, position }: { goods: readonly RandomCatalogGoods[]; position: number }) {
  const { now } = newMoment()
  const given = JSON.stringify(goods.map((one, at) => ({ ...one, position: position + at })))
  const values = JSON.stringify(
    goods.flatMap(({ id, values: own, skus }) =>
      [{ skuId: null, own }, ...skus.map((sku) => ({ skuId: sku.id, own: sku.values }))].flatMap(({ skuId, own: ownValues }) =>
        Object.entries(ownValues).flatMap(([code, value]) =>
          [value].flat().map((one) => ({ goodsId: id, skuId, code, [typeof one]: one })),
        ),
      ),
    ),
  )
  await runInTransaction(db, async (tx) => {
    await sql`
      insert into goods (id, slug, shop_id, category_id, brand_id, name, spec, unit, parameters, description, hardness_from, hardness_to, position,
        state, published_at, created_at, changed_at)
      select id, id::text, "shopId", "categoryId", "brandId", name, '', '支', '[]', '', (hardness ->> 0)::float8, (hardness ->> 1)::float8, position,
        case when "onSale" then 'on_sale' else 'off_sale' end, ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
      from jsonb_to_recordset(${given}::jsonb) as given(id uuid, "shopId" uuid, "categoryId" int, "brandId" uuid, name text, hardness jsonb,
        position int, "onSale" boolean)`.execute(tx)
    await sql`
      insert into sku (id, goods_id, code, props, sale_price_fen, credit_price_fen, minimum, step, weight_grams, on_shelf, position)
      select sku.id, given.id, sku.code, json_build_object('规格', sku.code), sku."priceFen", sku."priceFen", sku.minimum, 1, 1000, sku."onShelf",
        sku.place
      from jsonb_to_recordset(${given}::jsonb) as given(id uuid, skus jsonb),
        rows from (jsonb_to_recordset(given.skus) as (id uuid, code text, "priceFen" bigint, minimum int, "onShelf" boolean))
          with ordinality as sku(id, code, "priceFen", minimum, "onShelf", place)`.execute(tx)
    await sql`
      insert into sku_stock (sku_id, available, reserved, sold)
      select sku.id, sku.stock, 0, 0 from jsonb_to_recordset(${given}::jsonb) as given(skus jsonb),
        jsonb_to_recordset(given.skus) as sku(id uuid, stock int)`.execute(tx)
    await sql`
      insert into goods_attribute (goods_id, sku_id, attribute_id, choice_id, number_value, boolean_value)
      select given."goodsId", given."skuId", attribute.id, attribute_choice.id, given.number, given.boolean
      from jsonb_to_recordset(${values}::jsonb) as given("goodsId" uuid, "skuId" uuid, code text, string text, number numeric, boolean boolean)
      join attribute on attribute.code = given.code
      left join attribute_choice on attribute_choice.attribute_id = attribute.id and attribute_choice.name = given.string`.execute(tx)
    await refreshSearchRowsOfGoods(
      tx,
      goods.map(({ id }) => id),
    )
  })
}

/**
 * Fills an empty mall with a random catalog, and returns it as data. The same numbers give the same catalog except for its ids. It is for
 * tests and measurements: staff create goods as drafts.
 */
export async function createRandomCatalog(
  db: Db,
  newMoment: () => Moment,
  { random, size }: { random: SeededRandom; size: RandomCatalogSize },
): Promise<RandomCatalog> {
  const frame = await createFrame(db, newMoment, { random, size })
  const goods = Array.from({ length: size.goods }, (_, at) => makeGoods(random, frame, { at, skusPerGoods: size.skusPerGoods }))
  for (let at = 0; at < goods.length; at += AT_ONCE) await insertAll(db, newMoment, { goods: goods.slice(at, at + AT_ONCE), position: at })
  const { nextId: _, ...catalog } = frame
  return { ...catalog, goods }
}
