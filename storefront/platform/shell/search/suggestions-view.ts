import { formatCrossReferenceReason } from '#contract/catalog/goods/cross-reference.ts'
import type { SearchSuggestions } from '#contract/catalog/suggestions/api.ts'
import { type Fen, formatMoney } from '#contract/platform/core/money.ts'
import type { RoutePath } from '#storefront/platform/routing/types.ts'

/** One suggestion, and its target: an address, or a search for its text. */
export interface SearchSuggestion {
  text: string
  /** The same for the same target, whatever else is in the list. */
  key: string
  /** Beside the text: the name of the goods with a number. */
  note?: string
  /** At the end of the line: what it costs the caller, and whether it can be had. */
  terms?: string
  /** It is no target: it empties the recent searches. */
  clears?: true
  to?: { to: RoutePath; search: Record<string, string> }
}

export interface SuggestionGroup {
  title: string
  entries: SearchSuggestion[]
}

interface SuggestedTerms {
  salePrice?: Fen | undefined
  soldOut?: boolean | undefined
  belowMinimum?: true | undefined
  skuCount?: number | undefined
}

/** '¥12.00 · 共 3 种规格 · 有货'; undefined: it is not sold any more. */
function termsOf({ salePrice, soldOut, belowMinimum, skuCount }: SuggestedTerms): { terms?: string } {
  if (salePrice === undefined) return {}
  const stock = belowMinimum ? '不足起订量' : soldOut ? '已售罄' : '有货'
  return { terms: [formatMoney(salePrice), ...(skuCount === undefined ? [] : [`共 ${skuCount} 种规格`]), stock].join(' · ') }
}

const detail = (goodsId: string): NonNullable<SearchSuggestion['to']> => ({ to: '/detail', search: { goodsId } })
type Numbered = SearchSuggestions['partNumbers'][number]
/** Why a number is suggested that does not have the typed letters; undefined: it has them. */
const reasonOf = ({ replaces, crossReference, materialCode }: Numbered): string | undefined => {
  if (materialCode !== undefined) return `物料编码 ${materialCode}`
  return crossReference ? formatCrossReferenceReason(crossReference) : replaces && `替代 ${replaces}`
}
const numbered = (one: Numbered, kind: 'purchased' | 'number'): SearchSuggestion => ({
  key: [kind, one.skuCode, reasonOf(one)].join(' '),
  text: one.skuCode,
  note: [reasonOf(one), one.name].filter(Boolean).join(' · '),
  ...termsOf(one),
  to: one.skuId === undefined ? detail(one.goodsId) : { to: '/detail', search: { goodsId: one.goodsId, skuId: one.skuId } },
})

/** The recent searches of this device, and an entry that empties them. */
const recentEntries = (recent: readonly string[]): SearchSuggestion[] => [
  ...recent.map((text) => ({ key: `recent ${text}`, text })),
  { key: 'clear', text: '清除最近搜索', clears: true as const },
]

/**
 * Orders the parts of an answer. Goods that the company has ordered are listed a second time only if they replace another number, correspond
 * to one of another maker, or were found by the company's own number. `answer` undefined: there is none yet. `recent`: the recent searches,
 * for an empty box.
 */
export function groupSuggestions(answer: SearchSuggestions | undefined, recent: readonly string[] = []): SuggestionGroup[] {
  const recentGroups = recent.length === 0 ? [] : [{ title: '最近搜索', entries: recentEntries(recent) }]
  return answer ? [...recentGroups, ...groupAnswer(answer)] : recentGroups
}

function groupAnswer({ hot, purchased, partNumbers, goods, similar, categories, orders }: SearchSuggestions): SuggestionGroup[] {
  const own = new Set(purchased.map(({ skuCode }) => skuCode))
  const listed = partNumbers.filter((one) => reasonOf(one) !== undefined || !own.has(one.skuCode))
  const groups: SuggestionGroup[] = [
    { title: '热门搜索', entries: hot.map((text) => ({ key: `hot ${text}`, text })) },
    { title: '买过的', entries: purchased.map((own) => numbered(own, 'purchased')) },
    { title: '型号', entries: listed.map((one) => numbered(one, 'number')) },
    {
      title: similar ? '相近的商品' : '商品',
      entries: goods.map((one) => ({ key: `goods ${one.goodsId}`, text: one.name, to: detail(one.goodsId), ...termsOf(one) })),
    },
    {
      title: '分类',
      entries: categories.map(({ categoryId, name }) => {
        const to = { to: '/shop', search: { categoryId: String(categoryId) } } as const
        return { key: `category ${categoryId}`, text: name, to }
      }),
    },
    {
      title: '我的订单',
      entries: orders.map(({ orderNo }) => ({
        key: `order ${orderNo}`,
        text: orderNo,
        to: { to: '/my_order_detail', search: { orderNo } },
      })),
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
