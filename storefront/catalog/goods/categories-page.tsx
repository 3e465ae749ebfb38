import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Category } from '#contract/catalog/goods/shapes.ts'
import { QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { Link } from '#storefront/platform/routing/link.tsx'
import { useSearch } from '#storefront/platform/routing/routing.tsx'
import { categoriesQuery } from './catalog-api.ts'
import { type CategorySelection, parseCategorySelection, type SubCategory } from './categories/categories-view.ts'
import { CategoryRail } from './categories/category-rail.tsx'
import { EmptyCategory, SubCategoryGoodsRows, SubCategoryLinks } from './categories/category-tree.tsx'
import { GoodsGridSkeleton } from './goods-grid.tsx'
import { FilteredGoods, GoodsFilterAside, useGoodsList } from './goods-list/goods-list.tsx'
import { type GoodsListRoute, parseGoodsListFilter } from './goods-list/shop-view.ts'

/** The category tree with its goods. At /categories2 one sub-category is selected. */
export function Page() {
  const search = useSearch()
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

function Frame({ rail, goods }: { rail: ReactNode; goods: ReactNode }) {
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
  return <OneCategory key={category.id} category={category} rail={rail} />
}

/** The goods at a place of the tree, with the filters of the mall below the rail. */
function GoodsOfPlace({ place, rail, links, ...shown }: GoodsOfPlaceProps) {
  const filter = parseGoodsListFilter(useSearch(), place)
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
          {links}
          <FilteredGoods filter={filter} list={list} empty={<EmptyCategory />} {...shown} />
        </>
      }
    />
  )
}

interface GoodsOfPlaceProps {
  place: GoodsListRoute
  rail: ReactNode
  links: ReactNode
  title?: string
  whole?: ReactNode
}

/** The goods of a category: a row for each sub-category, or one list as soon as something is chosen. */
const OneCategory = ({ category, rail }: { category: Category; rail: ReactNode }) => (
  <GoodsOfPlace
    place={{ to: '/categories', search: { categoryId: String(category.id) }, of: { categoryId: category.id } }}
    rail={rail}
    links={<SubCategoryLinks category={category} sub={undefined} />}
    whole={<SubCategoryGoodsRows category={category} />}
  />
)

const OneSub = ({ category, sub, rail }: { category: Category; sub: SubCategory; rail: ReactNode }) => (
  <GoodsOfPlace
    place={{ to: '/categories2', search: { categoryId: String(category.id), subId: String(sub.id) }, of: { categoryId: sub.id } }}
    rail={rail}
    links={<SubCategoryLinks category={category} sub={sub} />}
    title={sub.name}
  />
)
