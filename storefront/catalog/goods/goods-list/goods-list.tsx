import { useQuery } from '@tanstack/react-query'
import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { categoriesQuery, goodsListQuery } from '#storefront/catalog/goods/catalog-api.ts'
import { GoodsGrid, GoodsGridSkeleton } from '#storefront/catalog/goods/goods-grid.tsx'
import { SectionHead } from '#storefront/catalog/goods/section-head.tsx'
import { AskForQuotationButton } from '#storefront/platform/components/ask-for-quotation.tsx'
import { Button } from '#storefront/platform/components/button.tsx'
import { CrossReferenceNotice } from '#storefront/platform/components/cross-reference-notice.tsx'
import { Pagination } from '#storefront/platform/components/pagination.tsx'
import { NoLongerSoldNotice } from '#storefront/platform/components/replacement-link.tsx'
import { QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { Link } from '#storefront/platform/routing/link.tsx'
import { useNavigate } from '#storefront/platform/routing/routing.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { NoGoodsFound } from './nothing-found.tsx'
import { GoodsFilterPanel } from './shop-filters.tsx'
import { ActiveFilterTags, GoodsListToolbar } from './shop-toolbar.tsx'
import {
  type FilterNameSources,
  type GoodsListFilter,
  isUnfilteredGoodsList,
  PAGE_SIZE,
  toActiveFilters,
  toChangedGoodsListLink,
  toGoodsListInput,
} from './shop-view.ts'

const FilterSheet = lazyPart(() => import('./filter-sheet.tsx').then((sheet) => sheet.GoodsFilterSheet))

const ParametricTable = lazyPart(() =>
  import('#storefront/catalog/goods/facets/parametric-table.tsx').then(({ ParametricTable }) => ParametricTable),
)

/** The number of pictures that are loaded at once. */
export const EAGERLY_LOADED_PICTURES_COUNT = 4

/** The goods of a filter, and the names for the ids in it. */
export function useGoodsList(filter: GoodsListFilter) {
  const goods = useQuery(goodsListQuery(toGoodsListInput(filter)))
  const categories = useQuery(categoriesQuery)
  const names: FilterNameSources = { categories: categories.data ?? [], shopName: goods.data?.shopName, facets: goods.data?.facets }
  return { goods, categories, names }
}
export type GoodsListState = ReturnType<typeof useGoodsList>

/** The filters beside the goods. On phones they are in a sheet, which the list opens. */
export const GoodsFilterAside = ({ filter, list: { categories, names } }: { filter: GoodsListFilter; list: GoodsListState }) => (
  <aside aria-label="筛选" className="panel hidden lg:block">
    <h2 className="sr-only">筛选</h2>
    <QueryContent from={categories} skeleton={<Skeleton className="h-[920px] rounded-panel" />}>
      {(tree) => <GoodsFilterPanel filter={filter} categories={tree} facets={names.facets} />}
    </QueryContent>
  </aside>
)

interface Props {
  filter: GoodsListFilter
  list: GoodsListState
  /** What is shown where there are no goods at all. */
  empty: ReactNode
  /** A title that is shown. */
  title?: string
  /** What is shown instead of the cards while nothing is chosen. */
  whole?: ReactNode
}

/** The goods of a filter, page by page, as cards or as the parametric table. All that is chosen is in the address. */
export function FilteredGoods({ filter, list: { goods, names }, empty, title, whole }: Props) {
  const navigate = useNavigate()
  const turn = (pageNo: number) => {
    void navigate(toChangedGoodsListLink(filter, { pageNo }))
    window.scrollTo(0, 0)
  }
  return (
    <section aria-label={title ?? '商品列表'} className="min-h-dvh min-w-0">
      {title === undefined ? <h2 className="sr-only">商品列表</h2> : <SectionHead title={title} />}
      <GoodsListToolbar
        filter={filter}
        total={goods.data?.total}
        aside={<FilterButton filter={filter} names={names} total={goods.data?.total ?? 0} />}
      />
      <ActiveFilterTags filter={filter} names={names} />
      <div className={`mt-3 transition-opacity ${goods.isPlaceholderData ? 'opacity-60' : ''}`} aria-busy={goods.isPlaceholderData}>
        <QueryContent from={goods} skeleton={<GoodsGridSkeleton cards={12} layout="beside" />}>
          {({ dataList, total, similar, correctedKeyword, replaced, crossReferences, facets }) => (
            <>
              {replaced && <NoLongerSoldNotice {...replaced} />}
              {crossReferences && <CrossReferenceNotice matches={crossReferences} />}
              {similar && <SimilarNote filter={filter} corrected={correctedKeyword} />}
              {filter.table && total > 0 ? (
                <Suspense fallback={<Skeleton className="h-112" />}>
                  <ParametricTable filter={filter} />
                </Suspense>
              ) : dataList.length === 0 ? (
                <NoGoodsFound filter={filter} facets={facets} empty={empty} />
              ) : whole !== undefined && isUnfilteredGoodsList(filter) ? (
                whole
              ) : (
                <>
                  <GoodsGrid goods={dataList} layout="beside" eager={EAGERLY_LOADED_PICTURES_COUNT} keyword={filter.keyword} />
                  <Pagination pageNo={filter.pageNo} pageSize={PAGE_SIZE} total={total} onChange={turn} />
                </>
              )}
            </>
          )}
        </QueryContent>
      </div>
    </section>
  )
}

/** Says what the goods are shown for: the keyword put right, with a way back to what was typed, or only something near. */
const SimilarNote = ({ filter, corrected }: { filter: GoodsListFilter; corrected: string | undefined }) => (
  <div className="panel mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-3 text-sm">
    {corrected === undefined ? (
      <p role="status">没有找到「{filter.keyword}」，以下是相近的商品</p>
    ) : (
      <p>
        <span role="status">已为您显示「{corrected}」的结果</span>
        <Link {...toChangedGoodsListLink(filter, { exact: true })} className="finger ml-3 text-jade hover:underline">
          仍搜索「{filter.keyword}」
        </Link>
      </p>
    )}
    {filter.keyword !== undefined && <AskForQuotationButton wanted={filter.keyword} look="plain" />}
  </div>
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
