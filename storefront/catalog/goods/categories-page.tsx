import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { Category } from '#contract/catalog/goods/shapes.ts'
import { Pagination } from '#storefront/platform/components/pagination.tsx'
import { QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { categoriesQuery, goodsListQuery } from './catalog-api.ts'
import { type CategorySelection, categoryLink, parseCategorySelection, type SubCategory } from './categories/categories-view.ts'
import { CategoryRail } from './categories/category-rail.tsx'
import { EmptyCategory, SubCategoryGoodsRows, SubCategoryLinks } from './categories/category-tree.tsx'
import { GoodsGrid, GoodsGridSkeleton } from './goods-grid.tsx'
import { PAGE_SIZE, parseGoodsListFilter } from './goods-list/shop-view.ts'
import { SectionHead } from './section-head.tsx'

/** The category tree with its goods. At /categories2 one sub-category is selected. */
export function Page() {
  const search = useSearch({ strict: false })
  const categories = useQuery(categoriesQuery)
  return (
    <div className="content py-3 md:py-4">
      <h1 className="sr-only">商品分类</h1>
      <nav aria-label="其他找法" className="mb-3 flex gap-5 text-sm">
        <Link to="/by_machine" className="finger text-jade hover:underline">
          按机型选配件
        </Link>
        <Link to="/brand" className="finger text-jade hover:underline">
          按品牌
        </Link>
      </nav>
      <QueryContent
        from={categories}
        skeleton={<Frame rail={<Skeleton className="h-24 lg:h-112" />} goods={<GoodsGridSkeleton cards={8} layout="beside" />} />}
      >
        {(tree) => <Placed categories={tree} place={parseCategorySelection(tree, search)} />}
      </QueryContent>
    </div>
  )
}

function Frame({ rail, goods }: { rail: React.ReactNode; goods: React.ReactNode }) {
  return (
    <div className="grid grid-cols-1 items-start gap-3 lg:grid-cols-[216px_1fr] lg:gap-5">
      {rail}
      <div className="flex min-h-dvh min-w-0 flex-col gap-4 md:gap-5">{goods}</div>
    </div>
  )
}

function Placed({ categories, place }: { categories: readonly Category[]; place: CategorySelection | undefined }) {
  if (!place) return <EmptyCategory />
  const { category, sub } = place
  return (
    <Frame
      rail={<CategoryRail categories={categories} current={category.id} />}
      goods={
        <>
          <SubCategoryLinks {...place} />
          {sub ? <OneSub key={sub.id} category={category} sub={sub} /> : <SubCategoryGoodsRows key={category.id} category={category} />}
        </>
      }
    />
  )
}

/** All goods of one sub-category, page by page. */
function OneSub({ category, sub }: { category: Category; sub: SubCategory }) {
  const navigate = useNavigate()
  const { pageNo } = parseGoodsListFilter(useSearch({ strict: false }))
  const goods = useQuery(goodsListQuery({ categoryId: sub.id, pageNo, pageSize: PAGE_SIZE }))
  const turn = (next: number) => {
    const { to, search } = categoryLink(category, sub)
    void navigate({ to, search: { ...search, pageNo: String(next) } })
    window.scrollTo(0, 0)
  }
  return (
    <section aria-label={sub.name}>
      <SectionHead
        title={sub.name}
        more={{ to: '/shop', search: { categoryId: String(category.id), subName: sub.name }, label: '按价格、硬度筛选' }}
      />
      <QueryContent from={goods} skeleton={<GoodsGridSkeleton cards={8} layout="beside" />}>
        {({ dataList, total }) =>
          dataList.length === 0 ? (
            <EmptyCategory />
          ) : (
            <>
              <GoodsGrid goods={dataList} layout="beside" eager={4} />
              <Pagination pageNo={pageNo} pageSize={PAGE_SIZE} total={total} onChange={turn} />
            </>
          )
        }
      </QueryContent>
    </section>
  )
}
