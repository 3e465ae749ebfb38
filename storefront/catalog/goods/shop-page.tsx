import { useEffect } from 'react'
import { getLinkKind } from '#contract/content/content/links.ts'
import { preloadGoodsPicture } from '#storefront/platform/components/goods-picture.tsx'
import { CARD_PICTURE_SIZES } from '#storefront/platform/components/product-card.tsx'
import { EmptyState } from '#storefront/platform/components/states.tsx'
import { useRouter, useSearch } from '#storefront/platform/routing/routing.tsx'
import type { SearchParams } from '#storefront/platform/routing/types.ts'
import { queryClient } from '#storefront/platform/sessions/session.ts'
import { categoriesQuery, goodsListQuery } from './catalog-api.ts'
import { EAGERLY_LOADED_PICTURES_COUNT, FilteredGoods, GoodsFilterAside, useGoodsList } from './goods-list/goods-list.tsx'
import { parseGoodsListFilter, toGoodsListInput } from './goods-list/shop-view.ts'

/** Fetches goods and categories before the page renders, and the first pictures as soon as their names are known. */
export async function prefetch(search: SearchParams): Promise<void> {
  const query = goodsListQuery(toGoodsListInput(parseGoodsListFilter(search)))
  void queryClient.prefetchQuery(categoriesQuery)
  await queryClient.prefetchQuery(query)
  for (const { image } of queryClient.getQueryData(query.queryKey)?.dataList.slice(0, EAGERLY_LOADED_PICTURES_COUNT) ?? [])
    preloadGoodsPicture(image, CARD_PICTURE_SIZES)
}

/** The mall has not published anything yet. */
const NothingOnSale = () => (
  <div className="panel">
    <EmptyState title="还没有上架的商品" hint="商品正在准备，请稍后再来" />
  </div>
)

/** The list of all goods, with the filters of the URL. */
export function Page() {
  const filter = parseGoodsListFilter(useSearch())
  const list = useGoodsList(filter)
  useRedirect(list.goods.isPlaceholderData ? undefined : list.goods.data?.redirect)
  return (
    <div className="content grid items-start gap-4 py-3 md:py-4 lg:grid-cols-[216px_1fr] lg:gap-5">
      <h1 className="sr-only">商城</h1>
      <GoodsFilterAside filter={filter} list={list} />
      <FilteredGoods filter={filter} list={list} empty={<NothingOnSale />} />
    </div>
  )
}

/** Opens the address that staff configured for a keyword. It replaces the history entry, because Back would otherwise redirect again. */
function useRedirect(target: string | undefined): void {
  const { history } = useRouter()
  useEffect(() => {
    if (target !== undefined && getLinkKind(target) === 'own') history.replace(target)
  }, [history, target])
}
