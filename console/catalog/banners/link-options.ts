import { queryOptions } from '@tanstack/react-query'
import { goodsCategoryEndpoints, goodsEndpoints } from '#contract/catalog/goods/api.ts'
import { helpEndpoints } from '#contract/content/content/help-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { createRequestSender } from '#ui/send.ts'

/** What a link can open is asked for as a guest, because guests see the banner too. */
const sendAsGuest = createRequestSender({ token: () => null, notLoggedIn: () => undefined })
const goodsApi = createApiClient({ list: goodsEndpoints.list }, sendAsGuest)
const categoryApi = createApiClient({ list: goodsCategoryEndpoints.list }, sendAsGuest)
const helpApi = createApiClient({ centre: helpEndpoints.centre }, sendAsGuest)

const GOODS_MAX = 8
const OTHERS_MAX = 8
const KEYWORD_MAX = 50
const STALE_MS = 60_000

/** A place that a link can open: its address in the mall, and its name. */
export interface LinkOption {
  value: string
  label: string
}
interface LinkOptionGroup {
  label: string
  options: LinkOption[]
}

/** Screens that a banner often leads to. */
const screens: LinkOption[] = [
  { value: '/shop', label: '全部商品' },
  { value: '/coupon?tab=centre', label: '领券中心' },
  { value: '/quick_order', label: '批量下单' },
  { value: '/account_authentication', label: '企业认证' },
  { value: '/user_level_normal', label: '会员权益' },
  { value: '/help_center', label: '帮助中心' },
  { value: '/service_contact', label: '联系客服' },
]

/** Whether a text is an address and not the name of something. */
export const isAddress = (text: string): boolean => /^(?:\/|https?:)/.test(text)

const placesQuery = queryOptions({
  queryKey: ['linkOptions', 'places'],
  staleTime: STALE_MS,
  queryFn: async () => {
    const [categories, help] = await Promise.all([categoryApi.list({}), helpApi.centre({})])
    return {
      categories: categories.flatMap(({ id, name, children }) => [
        { value: `/shop?categoryId=${id}`, label: name },
        ...children.map((child) => ({ value: `/shop?categoryId=${child.id}`, label: `${name} / ${child.name}` })),
      ]),
      articles: help.flatMap(({ articles }) => articles.map(({ id, title }) => ({ value: `/article_detail?id=${id}`, label: title }))),
    }
  },
})

const goodsQuery = (keyword: string) =>
  queryOptions({
    queryKey: ['linkOptions', 'goods', keyword],
    staleTime: STALE_MS,
    queryFn: async ({ signal }) => {
      const { dataList } = await goodsApi.list({ keyword, pageSize: GOODS_MAX }, { signal })
      return dataList.map(({ goodsId, name, skuCode }) => ({ value: `/detail?goodsId=${goodsId}`, label: `${name}（${skuCode}）` }))
    },
  })

/** The queries of the options for what was typed. An address needs no goods. Their failure only means fewer options. */
export const linkOptionQueries = (typed: string) => {
  const keyword = typed.trim().slice(0, KEYWORD_MAX)
  return {
    places: { ...placesQuery, meta: { quiet: true } as const },
    goods: { ...goodsQuery(keyword), enabled: keyword !== '' && !isAddress(keyword), meta: { quiet: true } as const },
  }
}

interface Known {
  goods: readonly LinkOption[]
  categories: readonly LinkOption[]
  articles: readonly LinkOption[]
}

/**
 * The options for what was typed: places whose name contains it, and the goods that the mall's search finds. Nothing typed, or an address:
 * the usual screens and the categories.
 */
export function groupLinkOptions(typed: string, { goods, categories, articles }: Known): LinkOptionGroup[] {
  const keyword = typed.trim()
  const isOpen = keyword === '' || isAddress(keyword)
  const fitting = (options: readonly LinkOption[]) =>
    options.filter(({ label }) => isOpen || label.toLowerCase().includes(keyword.toLowerCase())).slice(0, OTHERS_MAX)
  const groups = [
    { label: '页面', options: fitting(screens) },
    { label: '商品', options: isOpen ? [] : [...goods] },
    { label: '分类', options: fitting(categories) },
    { label: '帮助文章', options: isOpen ? [] : fitting(articles) },
  ]
  return groups.filter(({ options }) => options.length > 0)
}

/** The name of the place that an address opens, if it is one of the options. */
export const findLinkLabel = (address: string, { goods, categories, articles }: Known): string | undefined =>
  [...screens, ...goods, ...categories, ...articles].find(({ value }) => value === address)?.label
