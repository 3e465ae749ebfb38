import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { SlidersHorizontal } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { GoodsFacets } from '#contract/catalog/facets/shapes.ts'
import type { GoodsCard } from '#contract/catalog/goods/shapes.ts'
import { getLinkKind } from '#contract/content/content/links.ts'
import { Button, ButtonLink } from '#storefront/platform/components/button.tsx'
import { preloadPicture } from '#storefront/platform/components/goods-picture.tsx'
import { Pagination } from '#storefront/platform/components/pagination.tsx'
import { CARD_PICTURE_SIZES } from '#storefront/platform/components/product-card.tsx'
import { NoLongerSold } from '#storefront/platform/components/replacement-link.tsx'
import type { SearchParams } from '#storefront/platform/components/route-types.ts'
import { EmptyState, QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { queryClient } from '#storefront/platform/sessions/session.ts'
import { formatCount } from '#ui/format.ts'
import { categoriesQuery, goodsListQuery } from './catalog-api.ts'
import { toRemovableFilters } from './facets/looser-filters.ts'
import { GoodsGrid, GoodsGridSkeleton } from './goods-grid.tsx'
import { GoodsFilterPanel } from './goods-list/shop-filters.tsx'
import { ActiveFilterTags, GoodsListToolbar } from './goods-list/shop-toolbar.tsx'
import {
  type FilterNameSources,
  type GoodsListFilter,
  PAGE_SIZE,
  parseGoodsListFilter,
  toActiveFilters,
  toGoodsConditions,
  toGoodsListInput,
  toGoodsListSearchWithChange,
} from './goods-list/shop-view.ts'

const FilterSheet = lazy(() => import('./goods-list/filter-sheet.tsx').then((sheet) => ({ default: sheet.FilterSheet })))

const ParametricTable = lazy(() => import('./facets/parametric-table.tsx').then(({ ParametricTable }) => ({ default: ParametricTable })))

/** Loaded when a search finds nothing. */
const HotWords = lazy(() => import('#storefront/platform/shell/search/hot-words.tsx').then(({ HotWords }) => ({ default: HotWords })))

const FIRST_SIGHT = 4

/** Fetches goods and categories before the page renders, and the first pictures as soon as their names are known. */
export async function prefetch(search: SearchParams): Promise<void> {
  const query = goodsListQuery(toGoodsListInput(parseGoodsListFilter(search)))
  void queryClient.prefetchQuery(categoriesQuery)
  await queryClient.prefetchQuery(query)
  for (const { image } of queryClient.getQueryData(query.queryKey)?.dataList.slice(0, FIRST_SIGHT) ?? [])
    preloadPicture(image, CARD_PICTURE_SIZES)
}

/** The list of all goods, with the filters of the URL. */
export function Page() {
  const filter = parseGoodsListFilter(useSearch({ strict: false }))
  const goods = useQuery(goodsListQuery(toGoodsListInput(filter)))
  const categories = useQuery(categoriesQuery)
  const names = { categories: categories.data ?? [], shopName: goods.data?.shopName, facets: goods.data?.facets }
  useRedirect(goods.isPlaceholderData ? undefined : goods.data?.redirect)
  return (
    <div className="content grid items-start gap-4 py-3 md:py-4 lg:grid-cols-[216px_1fr] lg:gap-5">
      <h1 className="sr-only">商城</h1>
      <aside aria-label="筛选" className="panel hidden lg:block">
        <h2 className="sr-only">筛选</h2>
        <QueryContent from={categories} skeleton={<Skeleton className="h-[920px] rounded-panel" />}>
          {(tree) => <GoodsFilterPanel filter={filter} categories={tree} facets={names.facets} />}
        </QueryContent>
      </aside>
      <section aria-label="商品列表" className="min-h-dvh min-w-0">
        <h2 className="sr-only">商品列表</h2>
        <GoodsListToolbar
          filter={filter}
          total={goods.data?.total}
          aside={<FilterButton filter={filter} names={names} total={goods.data?.total ?? 0} />}
        />
        <ActiveFilterTags filter={filter} names={names} />
        <div className={`mt-3 transition-opacity ${goods.isPlaceholderData ? 'opacity-60' : ''}`} aria-busy={goods.isPlaceholderData}>
          <QueryContent from={goods} skeleton={<GoodsGridSkeleton cards={12} layout="beside" />}>
            {({ dataList, total, similar, replaced, facets }) => (
              <>
                {replaced && <NoLongerSold {...replaced} />}
                {similar && <SimilarNote keyword={filter.keyword} />}
                {filter.table && total > 0 ? (
                  <Suspense fallback={<Skeleton className="h-112" />}>
                    <ParametricTable filter={filter} />
                  </Suspense>
                ) : (
                  <Found filter={filter} goods={dataList} total={total} facets={facets} />
                )}
              </>
            )}
          </QueryContent>
        </div>
      </section>
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

const SimilarNote = ({ keyword }: { keyword: string | undefined }) => (
  <p role="status" className="panel mb-3 px-4 py-3 text-sm">
    没有找到「{keyword}」，以下是相近的商品
  </p>
)

/** On phones: a button that opens the filters, with the number of active ones. */
function FilterButton({ filter, names, total }: { filter: GoodsListFilter; names: FilterNameSources; total: number }) {
  const [open, setOpen] = useState(false)
  const [asked, setAsked] = useState(false)
  const set = toActiveFilters(filter, names).length
  const show = () => {
    setAsked(true)
    setOpen(true)
  }
  return (
    <div className="shrink-0 lg:hidden">
      <Button look="line" size="sm" onClick={show} aria-haspopup="dialog">
        <SlidersHorizontal className="size-4" aria-hidden />
        筛选
        {set > 0 && <span className="num">{set}</span>}
      </Button>
      {asked && (
        <Suspense>
          <FilterSheet open={open} onClose={() => setOpen(false)} total={total}>
            <GoodsFilterPanel filter={filter} categories={names.categories} facets={names.facets} />
          </FilterSheet>
        </Suspense>
      )}
    </div>
  )
}

interface FoundProps {
  filter: GoodsListFilter
  goods: readonly GoodsCard[]
  total: number
  facets: GoodsFacets | undefined
}

function Found({ filter, goods, total, facets }: FoundProps) {
  const navigate = useNavigate()
  if (goods.length === 0) return <NothingFound filter={filter} facets={facets} />
  const turn = (pageNo: number) => {
    void navigate({ to: '/shop', search: toGoodsListSearchWithChange(filter, { pageNo }) })
    window.scrollTo(0, 0)
  }
  return (
    <>
      <GoodsGrid goods={goods} layout="beside" eager={FIRST_SIGHT} />
      <Pagination pageNo={filter.pageNo} pageSize={PAGE_SIZE} total={total} onChange={turn} />
    </>
  )
}

/** The mall has not published anything yet. */
const NothingOnSale = () => (
  <div className="panel">
    <EmptyState title="还没有上架的商品" hint="商品正在准备，请稍后再来" />
  </div>
)

function NothingFound({ filter, facets }: { filter: GoodsListFilter; facets: GoodsFacets | undefined }) {
  if (filter.pageNo === 1 && Object.keys(toGoodsConditions(filter)).length === 0) return <NothingOnSale />
  const looser = facets ? toRemovableFilters(filter, facets) : []
  const hint =
    looser.length > 0
      ? `去掉「${looser[0]?.label}」就能找到商品`
      : filter.keyword === undefined
        ? '放宽价格、硬度或库存条件再试'
        : '试试型号的一部分（U84）、拼音（jiechi）或柄径（38），也可以去掉其他条件'
  return (
    <div className="panel">
      <EmptyState
        title={filter.keyword === undefined ? '没有符合条件的商品' : `没有找到「${filter.keyword}」`}
        hint={hint}
        action={
          <div className="flex flex-wrap justify-center gap-2">
            {looser.map(({ label, goodsCount, change }) => (
              <ButtonLink key={label} to="/shop" search={toGoodsListSearchWithChange(filter, change)} size="sm">
                放宽{label}，有 {formatCount(goodsCount)} 款
              </ButtonLink>
            ))}
            <ButtonLink to="/shop" search={{}} look="line" size="sm">
              查看全部商品
            </ButtonLink>
            {filter.keyword !== undefined && (
              <ButtonLink to="/by_machine" search={{ keyword: filter.keyword }} look="line" size="sm">
                按机型找
              </ButtonLink>
            )}
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
