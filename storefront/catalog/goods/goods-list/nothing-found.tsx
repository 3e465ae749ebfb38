import { type ReactNode, Suspense } from 'react'
import type { GoodsFacets } from '#contract/catalog/facets/shapes.ts'
import { toFiltersHidingAllGoods } from '#storefront/catalog/goods/facets/filters-hiding-all-goods.ts'
import { AskForQuotationButton } from '#storefront/platform/components/ask-for-quotation.tsx'
import { ButtonLink } from '#storefront/platform/components/button.tsx'
import { EmptyState } from '#storefront/platform/components/states.tsx'
import { formatCount } from '#ui/format.ts'
import { lazyOptionalPart } from '#ui/lazy-part.tsx'
import {
  ALL_GOODS_ROUTE,
  type GoodsListFilter,
  toChangedGoodsListLink,
  toChosenGoodsListConditions,
  toUnfilteredGoodsListLink,
} from './shop-view.ts'

/** Loaded where a search finds nothing. */
const HotWords = lazyOptionalPart(() =>
  import('#storefront/platform/shell/search/hot-words.tsx').then(({ HotSearchWordLinks }) => HotSearchWordLinks),
)

interface Props {
  filter: GoodsListFilter
  facets: GoodsFacets | undefined
  /** What is said where nothing was chosen, so that there are no goods at all. */
  empty: ReactNode
}

/** No goods fit: which conditions to give up, and how many goods there would be then. */
export function NoGoodsFound({ filter, facets, empty }: Props) {
  if (filter.pageNo === 1 && Object.keys(toChosenGoodsListConditions(filter)).length === 0) return empty
  const looser = facets ? toFiltersHidingAllGoods(filter, facets) : []
  const hint =
    looser.length > 0
      ? `去掉「${looser[0]?.label}」就能找到商品`
      : filter.keyword === undefined
        ? '放宽价格、硬度或库存条件再试'
        : '试试型号的一部分（U84）、拼音（jiechi）或柄径（38），也可以去掉其他条件；商城里没有的配件可以询价：提交询价后，报价结果会发到“我的消息”'
  return (
    <div className="panel">
      <EmptyState
        title={filter.keyword === undefined ? '没有符合条件的商品' : `没有找到「${filter.keyword}」`}
        hint={hint}
        action={
          <div className="flex flex-wrap justify-center gap-2">
            {looser.map(({ label, goodsCount, change }) => (
              <ButtonLink key={label} {...toChangedGoodsListLink(filter, change)} size="sm">
                放宽{label}，有 {formatCount(goodsCount)} 款
              </ButtonLink>
            ))}
            <ButtonLink {...toUnfilteredGoodsListLink(filter)} look="line" size="sm">
              {filter.place.to === ALL_GOODS_ROUTE.to ? '查看全部商品' : '清空条件'}
            </ButtonLink>
            {filter.keyword !== undefined && (
              <ButtonLink to="/by_machine" search={{ keyword: filter.keyword }} look="line" size="sm">
                按机型找
              </ButtonLink>
            )}
            {filter.keyword !== undefined && (
              <ButtonLink to="/categories" look="line" size="sm">
                按分类找
              </ButtonLink>
            )}
            {filter.keyword !== undefined && <AskForQuotationButton wanted={filter.keyword} size="sm" />}
          </div>
        }
      />
      {filter.keyword !== undefined && (
        <Suspense>
          <HotWords />
        </Suspense>
      )}
    </div>
  )
}
