// What a list with facets answers, computed goods by goods from the rules alone, and compared with the server's answers.
import { expect, test } from 'vitest'
import { FACETS_MAX, formatChosenFacetValue } from '#contract/catalog/facets/shapes.ts'
import { rockHardnessBands } from '#contract/catalog/goods/shapes.ts'
import { type Fen, fen } from '#contract/platform/core/money.ts'
import { openMall } from '#server/platform/testing/mall.ts'
import { createSeededRandom, type SeededRandom } from '#server/platform/testing/random.ts'
import {
  createRandomCatalog,
  type RandomCatalog,
  type RandomCatalogGoods,
  type RandomCatalogSku,
} from '#server/platform/testing/random-catalog.ts'

const SEED = Number(process.env.SEED ?? 20_261_123)
/** The memory for goods in each random catalog: all, all, a part of them, none. */
const MEMORIES = [1e9, 1e9, 100_000, 0]
const QUESTIONS = 250

interface Question {
  categoryId?: number
  subName?: string
  shopId?: string
  hardness?: 1 | 2 | 3 | 4 | 5
  keyword?: string
  priceMin?: Fen
  priceMax?: Fen
  inStock?: boolean
  brandIds?: string[]
  /** By code: names of choices, 是 and 否, or ranges. Any of them is enough. */
  chosen: Map<string, (string | [from: number | undefined, to: number | undefined])[]>
}

/** What one condition is about. A facet respects all conditions but those about the same thing. */
type About = 'category' | 'price' | 'stock' | 'brand' | 'hardness' | `attribute ${string}`

interface World {
  catalog: RandomCatalog
  question: Question
}

const categoryOf = ({ catalog }: World, { categoryId }: RandomCatalogGoods) => {
  const found = catalog.categories.find(({ id }) => id === categoryId)
  return found ?? expect.fail('goods without a category')
}

/** The values by which a SKU can be found: its own and those of its goods, of attributes that are filterable in the category. */
function valuesOf(world: World, goods: RandomCatalogGoods, sku: RandomCatalogSku, code: string): (string | number)[] {
  if (!categoryOf(world, goods).filterable.includes(code)) return []
  return [goods.values[code], sku.values[code]].flat().flatMap((value) => {
    if (value === undefined) return []
    return typeof value === 'boolean' ? [value ? '是' : '否'] : [value]
  })
}

const isIn = (value: string | number, one: string | [number | undefined, number | undefined]): boolean =>
  typeof one === 'string'
    ? value === one
    : typeof value === 'number' && value >= (one[0] ?? Number.NEGATIVE_INFINITY) && value <= (one[1] ?? Number.POSITIVE_INFINITY)

/** Conditions that have no facet of their own: every count respects them. */
function isOfList({ question }: World, goods: RandomCatalogGoods): boolean {
  return (
    goods.onSale &&
    (question.shopId === undefined || goods.shopId === question.shopId) &&
    (question.keyword === undefined || goods.name.includes(question.keyword))
  )
}

const isForBand = ({ hardness }: RandomCatalogGoods, { from, to }: { from: number; to: number }): boolean =>
  hardness !== null && hardness[0] < to && hardness[1] > from

function inCategory(world: World, goods: RandomCatalogGoods): boolean {
  const { categoryId, subName } = world.question
  const inTree = categoryId === undefined || goods.categoryId === categoryId || goods.parentId === categoryId
  return inTree && (subName === undefined || categoryOf(world, goods).name === subName)
}

/** What a SKU fails. One SKU has to fit everything that is chosen. */
function failures(world: World, goods: RandomCatalogGoods, sku: RandomCatalogSku): About[] {
  const { question } = world
  const failed: About[] = []
  if (!inCategory(world, goods)) failed.push('category')
  if (question.brandIds && !question.brandIds.includes(goods.brandId ?? '')) failed.push('brand')
  if (sku.priceFen < (question.priceMin ?? 0) || sku.priceFen > (question.priceMax ?? Number.POSITIVE_INFINITY)) failed.push('price')
  const band = rockHardnessBands.find((one) => one.band === question.hardness)
  if (band && !isForBand(goods, band)) failed.push('hardness')
  if (question.inStock && sku.stock < sku.minimum) failed.push('stock')
  for (const [code, wanted] of question.chosen)
    if (!valuesOf(world, goods, sku, code).some((value) => wanted.some((one) => isIn(value, one)))) failed.push(`attribute ${code}`)
  return failed
}

/** The SKUs on the shelf that fit everything but the conditions about one thing. */
function fitting(world: World, but?: About): { goods: RandomCatalogGoods; sku: RandomCatalogSku }[] {
  const listed = world.catalog.goods.filter((goods) => isOfList(world, goods))
  const onShelf = listed.flatMap((goods) => goods.skus.filter(({ onShelf: sold }) => sold).map((sku) => ({ goods, sku })))
  return onShelf.filter(({ goods, sku }) => failures(world, goods, sku).every((about) => about === but))
}

const countGoods = (skus: readonly { goods: RandomCatalogGoods }[]): number => new Set(skus.map(({ goods }) => goods.id)).size
const sorted = <T>(all: Iterable<T>): T[] => [...all].sort()

function expectedAttribute(world: World, code: string) {
  const attribute = world.catalog.attributes.find((one) => one.code === code)
  const skus = fitting(world, `attribute ${code}`).map(({ goods, sku }) => ({ goods, values: valuesOf(world, goods, sku, code) }))
  const withValue = skus.filter(({ values }) => values.length > 0)
  const numbers = withValue.flatMap(({ values }) => values.filter((value) => typeof value === 'number'))
  const chosen = (world.question.chosen.get(code) ?? []).filter((one) => typeof one === 'string')
  const known = attribute?.kind === 'choice' ? attribute.choices : attribute?.kind === 'boolean' ? ['是', '否'] : []
  const values = known.map((value) => ({ value, goodsCount: countGoods(withValue.filter((sku) => sku.values.includes(value))) }))
  return {
    code,
    goodsCount: countGoods(withValue),
    values: values.filter(({ value, goodsCount }) => goodsCount > 0 || chosen.includes(value)),
    lower: numbers.length > 0 ? Math.min(...numbers) : null,
    upper: numbers.length > 0 ? Math.max(...numbers) : null,
  }
}

/** Attributes that goods of the list and its category have a value of, and those that are chosen, if some category has them. */
function expectedCodes(world: World): string[] {
  const { catalog, question } = world
  const listed = catalog.goods.filter((goods) => isOfList(world, goods) && inCategory(world, goods))
  const has = (code: string) =>
    listed.some((goods) => goods.skus.some((sku) => sku.onShelf && valuesOf(world, goods, sku, code).length > 0))
  const isUsed = (code: string) => catalog.categories.some(({ codes }) => codes.includes(code))
  return catalog.attributes.map(({ code }) => code).filter((code) => has(code) || (question.chosen.has(code) && isUsed(code)))
}

/** The conditions of a question that one can loosen. */
function conditionsOf({ categoryId, subName, brandIds, priceMin, priceMax, inStock, hardness, chosen }: Question): About[] {
  const plain: [About, boolean][] = [
    ['category', categoryId !== undefined || subName !== undefined],
    ['brand', brandIds !== undefined],
    ['price', priceMin !== undefined || priceMax !== undefined],
    ['stock', inStock === true],
    ['hardness', hardness !== undefined],
  ]
  return [...plain.flatMap(([about, isSet]) => (isSet ? about : [])), ...[...chosen.keys()].map((code) => `attribute ${code}` as const)]
}

function expectedAnswer(world: World) {
  const { catalog } = world
  const prices = fitting(world, 'price').map(({ sku }) => sku.priceFen)
  const ofBrand = fitting(world, 'brand')
  const inCategories = fitting(world, 'category')
  const brands = catalog.brands.map(({ id }) => [id, countGoods(ofBrand.filter(({ goods }) => goods.brandId === id))] as const)
  const categories = catalog.categories.map(
    ({ id }) => [id, countGoods(inCategories.filter(({ goods }) => goods.categoryId === id))] as const,
  )
  return {
    goods: sorted(new Set(fitting(world).map(({ goods }) => goods.id))),
    brands: sorted(brands.filter(([id, count]) => count > 0 || world.question.brandIds?.includes(id))),
    categories: sorted(categories.filter(([, count]) => count > 0)),
    price: prices.length > 0 ? { lower: Math.min(...prices), upper: Math.max(...prices) } : null,
    inStockCount: countGoods(fitting(world, 'stock').filter(({ sku }) => sku.stock >= sku.minimum)),
    hardness: rockHardnessBands
      .map((one) => ({ band: one.band, goodsCount: countGoods(fitting(world, 'hardness').filter(({ goods }) => isForBand(goods, one))) }))
      .filter(({ band, goodsCount }) => goodsCount > 0 || band === world.question.hardness),
    attributes: expectedCodes(world).map((code) => expectedAttribute(world, code)),
    looser: conditionsOf(world.question).map((about) => [about, countGoods(fitting(world, about))]),
  }
}

const often = (random: SeededRandom, percent: number) => random.below(100) < percent

function randomChosen(random: SeededRandom, catalog: RandomCatalog): Question['chosen'] {
  const chosen: Question['chosen'] = new Map()
  for (let left = random.below(4); left > 0; left--) {
    const { code, kind, choices } = random.pick(catalog.attributes)
    const number = () => random.below(400) / 10
    const one = () => {
      if (kind === 'boolean') return random.pick(['是', '否'])
      if (kind === 'choice') return random.pick(choices)
      const [from, to] = [number(), number()].sort((a, b) => a - b)
      return random.pick<[number | undefined, number | undefined]>([
        [from, to],
        [from, undefined],
        [undefined, to],
      ])
    }
    chosen.set(
      code,
      Array.from({ length: 1 + random.below(3) }, one).filter((value, at, all) => all.indexOf(value) === at),
    )
  }
  return chosen
}

function randomQuestion(random: SeededRandom, catalog: RandomCatalog): Question {
  const category = random.pick(catalog.categories)
  const [low = 0, high = 0] = [random.below(100_000), random.below(100_000)].sort((a, b) => a - b)
  return {
    chosen: randomChosen(random, catalog),
    ...(often(random, 45) ? { categoryId: random.pick([category.id, category.parentId]) } : {}),
    ...(often(random, 10) ? { subName: category.name } : {}),
    ...(often(random, 10) ? { shopId: random.pick(catalog.shopIds) } : {}),
    ...(often(random, 20) ? { hardness: random.pick([1, 2, 3, 4, 5] as const) } : {}),
    ...(often(random, 20) ? { keyword: random.pick(['截齿', '旋挖', '刀头', '铣刨']) } : {}),
    ...(often(random, 25) ? { priceMin: fen(low) } : {}),
    ...(often(random, 25) ? { priceMax: fen(high) } : {}),
    ...(often(random, 25) ? { inStock: true } : {}),
    ...(often(random, 20) ? { brandIds: [random.pick(catalog.brands).id, random.pick(catalog.brands).id] } : {}),
  }
}

const choicesOf = ({ chosen }: Question): string[] =>
  [...chosen].flatMap(([code, wanted]) =>
    wanted.map((one) => formatChosenFacetValue({ code, value: typeof one === 'string' ? one : `${one[0] ?? ''}~${one[1] ?? ''}` })),
  )

test.each(MEMORIES.map((bytes, at) => [SEED + at, bytes] as const))(
  'random catalog with seed %i and %i bytes of memory: found goods and counts match the reference rules',
  async (seed, catalogBytes) => {
    const mall = await openMall({ limits: { catalogBytes } })
    const random = createSeededRandom(seed)
    const size = { goods: 90, skusPerGoods: 3, attributes: 14, attributesPerCategory: 6, topCategories: 2, subCategories: 3, brands: 5 }
    const catalog = await createRandomCatalog(mall.db, mall.moment, { random, size })
    const guest = mall.guest()
    let found = 0
    for (let at = 0; at < QUESTIONS; at++) {
      const question = randomQuestion(random, catalog)
      const { chosen: _, ...plain } = question
      const { dataList, total, facets } = await guest.api.goods.list({
        ...plain,
        choices: choicesOf(question),
        facets: true,
        pageSize: 100,
      })
      const expected = expectedAnswer({ catalog, question })
      expect(expected.attributes.length).toBeLessThanOrEqual(FACETS_MAX)
      const byCode = [...(facets?.attributes ?? [])].sort((a, b) => Number(a.code.slice(1)) - Number(b.code.slice(1)))
      const answer = {
        goods: sorted(dataList.map(({ goodsId }) => goodsId)),
        brands: sorted((facets?.brands ?? []).map(({ brandId, goodsCount }) => [brandId, goodsCount] as const)),
        categories: sorted((facets?.categories ?? []).map(({ categoryId, goodsCount }) => [categoryId, goodsCount] as const)),
        price: facets?.price ?? null,
        inStockCount: facets?.inStockCount,
        hardness: facets?.hardness,
        looser: (facets?.looser ?? []).map(({ condition, code, goodsCount }) => [
          code === null ? condition : `attribute ${code}`,
          goodsCount,
        ]),
        attributes: byCode.map(({ code, goodsCount, values, lower, upper }) => ({ code, goodsCount, values, lower, upper })),
      }
      expect(answer, JSON.stringify({ seed, at, ...question, chosen: [...question.chosen] })).toEqual(expected)
      expect(total).toBe(expected.goods.length)
      found += total
    }
    const { values } = (await mall.app.metrics.getSingleMetric('mall_catalog_memory_goods')?.get()) ?? expect.fail('no metric')
    const held = values[0]?.value ?? 0
    const onSale = new Set(fitting({ catalog, question: { chosen: new Map() } }).map(({ goods }) => goods.id)).size
    if (catalogBytes === 1e9) expect(held).toBe(onSale)
    else if (catalogBytes === 0) expect(held).toBe(0)
    else expect(held > 0 && held < onSale).toBe(true)
    // Questions that find nothing would prove little.
    expect(found).toBeGreaterThan(QUESTIONS)
  },
  120_000,
)
