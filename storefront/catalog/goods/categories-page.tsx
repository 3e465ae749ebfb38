import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import type { Category } from '#contract/catalog/goods/shapes.ts'
import { QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { categoriesQuery } from './catalog-api.ts'
import { type CategorySelection, parseCategorySelection, type SubCategory } from './categories/categories-view.ts'
import { CategoryRail } from './categories/category-rail.tsx'
import { EmptyCategory, SubCategoryGoodsRows, SubCategoryLinks } from './categories/category-tree.tsx'
import { GoodsGridSkeleton } from './goods-grid.tsx'
import { FilteredGoods, GoodsFilterAside, useGoodsList } from './goods-list/goods-list.tsx'
import { parseGoodsListFilter } from './goods-list/shop-view.ts'

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

/** The left column, and the goods beside it. */
function Placed({ categories, place }: { categories: readonly Category[]; place: CategorySelection | undefined }) {
  if (!place) return <EmptyCategory />
  const { category, sub } = place
  const rail = <CategoryRail categories={categories} current={category.id} />
  if (sub) return <OneSub key={sub.id} category={category} sub={sub} rail={rail} />
  return (
    <Frame
      rail={rail}
      goods={
        <>
          <SubCategoryLinks {...place} />
          <SubCategoryGoodsRows key={category.id} category={category} />
        </>
      }
    />
  )
}

/** The goods of one sub-category, with the filters of the mall below the rail. */
function OneSub({ category, sub, rail }: { category: Category; sub: SubCategory; rail: React.ReactNode }) {
  const own = { categoryId: String(category.id), subId: String(sub.id) }
  const filter = parseGoodsListFilter(useSearch({ strict: false }), { to: '/categories2', search: own, of: { categoryId: sub.id } })
  const list = useGoodsList(filter)
  return (
    <Frame
      rail={
        <div className="grid gap-4">
          {rail}
          <GoodsFilterAside filter={filter} list={list} />
        </div>
      }
      goods={
        <>
          <SubCategoryLinks category={category} sub={sub} />
          <FilteredGoods filter={filter} list={list} empty={<EmptyCategory />} title={sub.name} />
        </>
      }
    />
  )
}
