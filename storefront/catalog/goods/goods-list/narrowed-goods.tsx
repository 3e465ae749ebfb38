import type { CategoryGoodsCount } from '#contract/catalog/goods/shapes.ts'
import { EmptyState } from '#storefront/platform/components/states.tsx'
import { Link } from '#storefront/platform/routing/link.tsx'
import { useSearch } from '#storefront/platform/routing/routing.tsx'
import { formatCount } from '#ui/format.ts'
import { FilteredGoods, GoodsFilterAside, useGoodsList } from './goods-list.tsx'
import { type GoodsListFilter, type GoodsListRoute, parseGoodsListFilter, toChangedGoodsListLink } from './shop-view.ts'

interface Props {
  place: GoodsListRoute
  goodsCount: number
  categories: readonly CategoryGoodsCount[]
  emptyTitle: string
}

/** The goods of a brand or for a machine model, page by page, with a choice of their categories. The choice and the page are in the URL. */
export function GoodsOfBrandOrMachineModel({ place, goodsCount, categories, emptyTitle }: Props) {
  const filter = parseGoodsListFilter(useSearch(), place)
  const list = useGoodsList(filter)
  const empty = (
    <div className="panel">
      <EmptyState title={emptyTitle} hint="可以按型号搜索商品" />
    </div>
  )
  return (
    <>
      {categories.length > 1 && <CategoryChips filter={filter} goodsCount={goodsCount} categories={categories} />}
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[216px_1fr] lg:gap-5">
        <GoodsFilterAside filter={filter} list={list} />
        <FilteredGoods filter={filter} list={list} empty={empty} />
      </div>
    </>
  )
}

/** The categories in which there are such goods, and the numbers of these. */
function CategoryChips({ filter, goodsCount, categories }: Omit<Props, 'place' | 'emptyTitle'> & { filter: GoodsListFilter }) {
  const isRepeated = (name: string) => categories.filter((one) => one.name === name).length > 1
  const choices = [
    { categoryId: undefined, name: '全部', goodsCount },
    ...categories.map((one) => ({ ...one, name: isRepeated(one.name) ? `${one.parentName} ${one.name}` : one.name })),
  ]
  return (
    <nav aria-label="商品分类" className="mb-3">
      <ul className="flex flex-wrap gap-2">
        {choices.map(({ categoryId, name, goodsCount: count }) => {
          const current = categoryId === filter.categoryId
          return (
            <li key={categoryId ?? 'all'}>
              <Link
                {...toChangedGoodsListLink(filter, { categoryId })}
                aria-current={current ? 'true' : undefined}
                className={`flex h-9 items-center gap-1.5 rounded-control border px-3 ${current ? 'border-jade bg-jade-tint font-medium text-jade' : 'border-line hover:border-jade hover:text-jade'}`}
              >
                {name}
                <span className="num text-sm text-mute">{formatCount(count)}</span>
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
