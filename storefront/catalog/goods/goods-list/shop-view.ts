import { CHOSEN_BRANDS_MAX, CHOSEN_FACET_VALUES_MAX, type GoodsFacets, type RockHardnessBand } from '#contract/catalog/facets/shapes.ts'
import { type GoodsSort, type goodsEndpoints, goodsSorts } from '#contract/catalog/goods/api.ts'
import { GOODS_KEYWORD_LENGTH_MAX } from '#contract/catalog/goods/keyword.ts'
import { type Category, rockHardnessBands } from '#contract/catalog/goods/shapes.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { type Fen, formatMoney, formatYuan, parseYuan } from '#contract/platform/core/money.ts'
import { formatChosenFacetValueLabel } from '#storefront/catalog/goods/facets/facet-view.ts'
import { parseId } from '#storefront/platform/components/parse-id.ts'
import type { SearchParams } from '#storefront/platform/routing/types.ts'

export const PAGE_SIZE = 20
const PAGE_MAX = 500
const SMALL_ID_MAX = 2_147_483_647
/** A longer text cannot be a valid price. */
const PRICE_MAX_LENGTH = 12

/** A page that lists goods. */
export interface GoodsListRoute {
  to: '/shop' | '/brand' | '/by_machine' | '/categories' | '/categories2'
  /** What its address says besides the filters. */
  search: Readonly<Record<string, string>>
  /** What all its goods have in common, and cannot be chosen there. */
  of: Pick<GoodsListInput, 'brandIds' | 'categoryId' | 'machineModelId'>
}

/** All goods. */
export const ALL_GOODS_ROUTE: GoodsListRoute = { to: '/shop', search: {}, of: {} }

/** The filters of the list, as they are in the URL. */
export interface GoodsListFilter {
  place: GoodsListRoute
  categoryId: number | undefined
  shopId: string | undefined
  subName: string | undefined
  keyword: string | undefined
  /** 仍搜索: nothing but goods that have all words of the keyword. */
  exact: boolean
  priceMin: Fen | undefined
  priceMax: Fen | undefined
  inStock: boolean
  hardness: RockHardnessBand | undefined
  brandIds: string[]
  /** Chosen values of attributes, as `formatChosenFacetValue` writes them. */
  choices: string[]
  /** The parametric table, and the column that it is sorted by: 'price', '-price', 'attribute.CODE'; otherwise cards. */
  table: boolean
  tableSort: string | undefined
  sort: GoodsSort
  pageNo: number
}

const wholeNumber = (text: string | undefined, most: number): number | undefined => {
  const value = text !== undefined && /^\d{1,10}$/.test(text) ? Number(text) : 0
  return value >= 1 && value <= most ? value : undefined
}

const words = (text: string | undefined, most: number): string | undefined => [...(text ?? '').trim()].slice(0, most).join('') || undefined

/** An amount in the URL. An invalid amount or one that is too large is ignored. */
const price = (text = ''): Fen | undefined => (text.length > PRICE_MAX_LENGTH ? undefined : parseYuan(text))

const CHOICE = /^[A-Za-z][A-Za-z0-9_-]{0,39}:./s
const CHOICE_MAX_LENGTH = 250
const TABLE_SORT = /^-?(?:name|code|price|creditPrice|stock|attribute\.[A-Za-z][A-Za-z0-9_-]{0,39})$/

/** A list in the URL. Invalid entries are left out. */
const list = (text: string | undefined, most: number, isEntry: (entry: string) => boolean): string[] =>
  [...new Set((text ?? '').split(',').filter(isEntry))].slice(0, most)
const isChoice = (entry: string) => CHOICE.test(entry) && entry.length <= CHOICE_MAX_LENGTH

const isSort = (text: string | undefined): text is GoodsSort => text !== undefined && Object.hasOwn(goodsSorts, text)

/** Parses the URL of a page. An invalid value counts as missing, so that no URL breaks the page. What the place settles is no filter there. */
export function parseGoodsListFilter(search: SearchParams, place: GoodsListRoute = ALL_GOODS_ROUTE): GoodsListFilter {
  const band = wholeNumber(search.hardness, rockHardnessBands.length)
  return {
    place,
    categoryId: place.of.categoryId === undefined ? wholeNumber(search.categoryId, SMALL_ID_MAX) : undefined,
    shopId: parseId(search.shopId),
    subName: words(search.subName, 20),
    keyword: words(search.keyword, GOODS_KEYWORD_LENGTH_MAX),
    exact: search.exact === '1',
    priceMin: price(search.priceMin),
    priceMax: price(search.priceMax),
    inStock: search.inStock === '1',
    hardness: rockHardnessBands.find((one) => one.band === band)?.band,
    brandIds: place.of.brandIds === undefined ? list(search.brands, CHOSEN_BRANDS_MAX, (id) => parseId(id) !== undefined) : [],
    choices: list(search.choices, CHOSEN_FACET_VALUES_MAX, isChoice),
    table: search.view === 'table',
    tableSort: TABLE_SORT.test(search.tableSort ?? '') ? search.tableSort : undefined,
    sort: isSort(search.sort) ? search.sort : 'default',
    pageNo: wholeNumber(search.pageNo, PAGE_MAX) ?? 1,
  }
}

/** Formats fen as a person would type yuan: 1250 → '12.5'. */
export const formatPriceField = (amount: Fen | undefined): string =>
  amount === undefined ? '' : formatYuan(amount, { decimals: 'fewest' })

const text = (value: string | number | undefined): string => (value === undefined ? '' : String(value))

/** Builds the URL. Defaults are omitted, so that the same list always has the same URL. */
export function toGoodsListSearchParams(filter: GoodsListFilter): Record<string, string> {
  const all = {
    categoryId: text(filter.categoryId),
    shopId: text(filter.shopId),
    subName: text(filter.subName),
    keyword: text(filter.keyword),
    exact: filter.exact && filter.keyword !== undefined ? '1' : '',
    priceMin: formatPriceField(filter.priceMin),
    priceMax: formatPriceField(filter.priceMax),
    inStock: filter.inStock ? '1' : '',
    hardness: text(filter.hardness),
    brands: filter.brandIds.join(','),
    choices: filter.choices.join(','),
    view: filter.table ? 'table' : '',
    tableSort: filter.tableSort ?? '',
    sort: filter.sort === 'default' ? '' : filter.sort,
    pageNo: filter.pageNo === 1 ? '' : String(filter.pageNo),
  }
  return { ...Object.fromEntries(Object.entries(all).filter(([, value]) => value !== '')), ...filter.place.search }
}

/** Returns the URL after a change. Every change goes back to page 1. Another category has other series, brands and attributes. */
export function toGoodsListSearchParamsWithChange(filter: GoodsListFilter, change: Partial<GoodsListFilter>): Record<string, string> {
  const reset = 'categoryId' in change ? { subName: undefined, choices: [] } : {}
  return toGoodsListSearchParams({ ...filter, pageNo: 1, ...reset, ...change })
}

/** Returns the link to the list after a change. */
export const toChangedGoodsListLink = (filter: GoodsListFilter, change: Partial<GoodsListFilter>) => ({
  to: filter.place.to,
  search: toGoodsListSearchParamsWithChange(filter, change),
})

/** Returns the link to the list without any filter. */
export const toUnfilteredGoodsListLink = ({ place: { to, search } }: GoodsListFilter) => ({ to, search })

/** Whether the list is shown as a place begins: nothing is chosen, sorted or turned. */
export const isUnfilteredGoodsList = (filter: GoodsListFilter): boolean =>
  Object.keys(toGoodsListSearchParams(filter)).every((name) => Object.hasOwn(filter.place.search, name))

/** The input of the call that lists goods. */
export type GoodsListInput = Partial<InputOf<typeof goodsEndpoints.list>>

/** The conditions of the list, as the calls of lists and tables name them. */
export const toAllGoodsListConditions = (filter: GoodsListFilter) => ({ ...toChosenGoodsListConditions(filter), ...filter.place.of })

/** The conditions that were chosen. If the minimum price is above the maximum, they are exchanged. */
export function toChosenGoodsListConditions(filter: GoodsListFilter) {
  const { categoryId, shopId, subName, keyword, exact, hardness, inStock, brandIds, choices } = filter
  const { priceMin, priceMax } = ordered(filter)
  return {
    ...(categoryId === undefined ? {} : { categoryId }),
    ...(shopId === undefined ? {} : { shopId }),
    ...(subName === undefined ? {} : { subName }),
    ...(keyword === undefined ? {} : { keyword }),
    ...(exact && keyword !== undefined ? { exact } : {}),
    ...(priceMin === undefined ? {} : { priceMin }),
    ...(priceMax === undefined ? {} : { priceMax }),
    ...(inStock ? { inStock } : {}),
    ...(hardness === undefined ? {} : { hardness }),
    ...(brandIds.length === 0 ? {} : { brandIds }),
    ...(choices.length === 0 ? {} : { choices }),
  }
}

/** Builds the input of the list, with its facets. */
export function toGoodsListInput(filter: GoodsListFilter): GoodsListInput {
  const { sort, pageNo } = filter
  return { pageNo, pageSize: PAGE_SIZE, sort, facets: true, ...toAllGoodsListConditions(filter) }
}

const ordered = ({ priceMin, priceMax }: GoodsListFilter) =>
  priceMin !== undefined && priceMax !== undefined && priceMin > priceMax
    ? { priceMin: priceMax, priceMax: priceMin }
    : { priceMin, priceMax }

/** Returns the available sub-categories: those of the selected category, or of all; equal names count once. */
export function toSubCategoryOptions(
  categories: readonly Category[],
  categoryId: number | undefined,
): { name: string; goodsCount: number }[] {
  const shown = categories.filter(({ id }) => categoryId === undefined || id === categoryId)
  const counts = new Map<string, number>()
  for (const { name, goodsCount } of shown.flatMap(({ children }) => children)) counts.set(name, (counts.get(name) ?? 0) + goodsCount)
  const options = [...counts].map(([name, goodsCount]) => ({ name, goodsCount }))
  return categoryId === undefined ? options.sort((a, b) => b.goodsCount - a.goodsCount) : options
}

/** An active filter, and the URL without it. */
export interface ActiveFilter {
  name: string
  label: string
  without: Record<string, string>
}

/** The names for the ids in the URL. */
export interface FilterNameSources {
  categories: readonly Category[]
  /** The name of the selected shop; undefined while it is not known. */
  shopName: string | undefined
  /** The names of brands, attributes and units; undefined while they are not known. */
  facets?: GoodsFacets | undefined
}

/** Returns all active filters, so that each can be removed. */
export function toActiveFilters(filter: GoodsListFilter, { categories, shopName, facets }: FilterNameSources): ActiveFilter[] {
  const { categoryId, shopId, subName, keyword, inStock, hardness } = filter
  const category = categories.flatMap((one) => [one, ...one.children]).find(({ id }) => id === categoryId)?.name
  const band = rockHardnessBands.find((one) => one.band === hardness)
  const range = priceRange(filter)
  const given: [name: string, label: string | undefined, change: Partial<GoodsListFilter>][] = [
    ['keyword', keyword && `搜索：${keyword}`, { keyword: undefined }],
    ['shopId', shopId && `店铺：${shopName ?? '指定店铺'}`, { shopId: undefined }],
    ['categoryId', category && `分类：${category}`, { categoryId: undefined }],
    ['subName', subName && `系列：${subName}`, { subName: undefined }],
    ['priceMin', range && `现金价：${range}`, { priceMin: undefined, priceMax: undefined }],
    ['inStock', inStock ? '仅看有货' : undefined, { inStock: false }],
    ['hardness', band && `硬度：${band.label}`, { hardness: undefined }],
    ...filter.brandIds.map((id): (typeof given)[number] => [
      id,
      `品牌：${facets?.brands.find(({ brandId }) => brandId === id)?.name ?? '指定品牌'}`,
      { brandIds: filter.brandIds.filter((one) => one !== id) },
    ]),
    ...filter.choices.map((choice): (typeof given)[number] => [
      choice,
      formatChosenFacetValueLabel(choice, facets?.attributes ?? []),
      { choices: filter.choices.filter((one) => one !== choice) },
    ]),
  ]
  return given.flatMap(([name, label, change]) =>
    label === undefined || label === '' ? [] : [{ name, label, without: toGoodsListSearchParamsWithChange(filter, change) }],
  )
}

const formatLimit = (amount: Fen): string => formatMoney(amount, { grouped: false, decimals: 'fewest' })

function priceRange(filter: GoodsListFilter): string | undefined {
  const { priceMin, priceMax } = ordered(filter)
  if (priceMin !== undefined && priceMax !== undefined) return `${formatLimit(priceMin)} – ${formatLimit(priceMax)}`
  if (priceMin !== undefined) return `${formatLimit(priceMin)} 以上`
  return priceMax === undefined ? undefined : `${formatLimit(priceMax)} 以下`
}

/** Returns what is wrong with a typed price; undefined: nothing. */
export const priceError = (typed: string): string | undefined =>
  typed.trim() === '' || price(typed.trim()) !== undefined ? undefined : '请输入金额，最多两位小数'

/** Converts a typed price to the form in the URL. */
export const parsePrice = (typed: string): Fen | undefined => price(typed.trim())
