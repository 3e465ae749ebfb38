import { formatCrossReferenceReason } from '#contract/catalog/goods/cross-reference.ts'
import type { SearchSuggestions } from '#contract/catalog/suggestions/api.ts'
import type { RoutePath } from '#storefront/platform/routing/types.ts'

/** One suggestion, and its target: an address, or a search for its text. */
export interface SearchSuggestion {
  text: string
  /** The same for the same target, whatever else is in the list. */
  key: string
  /** Beside the text: the name of the goods with a number. */
  note?: string
  to?: { to: RoutePath; search: Record<string, string> }
}

export interface SuggestionGroup {
  title: string
  entries: SearchSuggestion[]
}

const detail = (goodsId: string): NonNullable<SearchSuggestion['to']> => ({ to: '/detail', search: { goodsId } })
type Numbered = SearchSuggestions['partNumbers'][number]
/** Why a number is suggested that does not have the typed letters; undefined: it has them. */
const reasonOf = ({ replaces, crossReference }: Numbered): string | undefined =>
  crossReference ? formatCrossReferenceReason(crossReference) : replaces && `替代 ${replaces}`
const numbered = (one: Numbered, kind: 'purchased' | 'number'): SearchSuggestion => ({
  key: [kind, one.skuCode, reasonOf(one)].join(' '),
  text: one.skuCode,
  note: [reasonOf(one), one.name].filter(Boolean).join(' · '),
  to: one.skuId === undefined ? detail(one.goodsId) : { to: '/detail', search: { goodsId: one.goodsId, skuId: one.skuId } },
})

/**
 * Orders the parts of an answer. Goods that the company has ordered are listed a second time only if they replace another number, or
 * correspond to one of another maker.
 */
export function groupSuggestions({ hot, purchased, partNumbers, goods, categories }: SearchSuggestions): SuggestionGroup[] {
  const own = new Set(purchased.map(({ skuCode }) => skuCode))
  const listed = partNumbers.filter((one) => reasonOf(one) !== undefined || !own.has(one.skuCode))
  const groups: SuggestionGroup[] = [
    { title: '热门搜索', entries: hot.map((text) => ({ key: `hot ${text}`, text })) },
    { title: '买过的', entries: purchased.map((own) => numbered(own, 'purchased')) },
    { title: '型号', entries: listed.map((one) => numbered(one, 'number')) },
    { title: '商品', entries: goods.map(({ goodsId, name }) => ({ key: `goods ${goodsId}`, text: name, to: detail(goodsId) })) },
    {
      title: '分类',
      entries: categories.map(({ categoryId, name }) => {
        const to = { to: '/shop', search: { categoryId: String(categoryId) } } as const
        return { key: `category ${categoryId}`, text: name, to }
      }),
    },
  ]
  return groups.filter(({ entries }) => entries.length > 0)
}

/** The entry that an arrow key selects, in a cycle; -1 is the box itself. */
export function getEntryIndexAfterArrowKey(current: number, key: string, count: number): number | undefined {
  if (count === 0) return undefined
  if (key === 'ArrowDown') return current + 1 >= count ? -1 : current + 1
  if (key === 'ArrowUp') return current < 0 ? count - 1 : current - 1
  return undefined
}
