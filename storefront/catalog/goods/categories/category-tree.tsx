import { useQuery } from '@tanstack/react-query'
import { goodsListQuery } from '#storefront/catalog/goods/catalog-api.ts'
import { GoodsGrid, GoodsGridSkeleton } from '#storefront/catalog/goods/goods-grid.tsx'
import { SectionHead } from '#storefront/catalog/goods/section-head.tsx'
import { ButtonLink } from '#storefront/platform/components/button.tsx'
import { EmptyState, QueryContent } from '#storefront/platform/components/states.tsx'
import { Link } from '#storefront/platform/routing/link.tsx'
import { formatCount } from '#ui/format.ts'
import {
  CATEGORY_TREE_GOODS_MAX,
  type CategorySelection,
  categoryLink,
  groupGoodsBySubCategory,
  type SubCategoryGoods,
} from './categories-view.ts'

/** The sub-categories of a category, with one or all selected. */
export function SubCategoryLinks({ category, sub: chosen }: CategorySelection) {
  return (
    <nav aria-label={`${category.name} 系列`} className="panel px-3 py-3 md:px-4">
      <ul className="flex flex-wrap gap-2">
        {[undefined, ...category.children].map((sub) => {
          const current = sub?.id === chosen?.id
          return (
            <li key={sub?.id ?? 'all'}>
              <Link
                {...categoryLink(category, sub)}
                aria-current={current ? 'true' : undefined}
                className={`flex h-9 items-center gap-1.5 rounded-control border px-3 ${current ? 'border-jade bg-jade-tint font-medium text-jade' : 'border-line hover:border-jade hover:text-jade'}`}
              >
                {sub?.name ?? '全部'}
                <span className="num text-sm text-mute">{formatCount((sub ?? category).goodsCount)}</span>
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** A row of goods for each sub-category. */
export function SubCategoryGoodsRows({ category }: { category: CategorySelection['category'] }) {
  const goods = useQuery(goodsListQuery({ categoryId: category.id, pageSize: CATEGORY_TREE_GOODS_MAX }))
  return (
    <QueryContent from={goods} skeleton={<GoodsGridSkeleton cards={8} layout="beside" />}>
      {({ dataList }) => <Branches category={category} rows={groupGoodsBySubCategory(category, dataList)} />}
    </QueryContent>
  )
}

function Branches({ category, rows }: { category: CategorySelection['category']; rows: readonly SubCategoryGoods[] }) {
  if (rows.length === 0) return <EmptyCategory />
  return (
    <div className="flex flex-col gap-6">
      {rows.map(({ sub, goods }, at) => (
        <section key={sub.id} aria-label={sub.name}>
          <SectionHead title={sub.name} more={{ ...categoryLink(category, sub), label: `全部 ${formatCount(sub.goodsCount)} 款` }} />
          <GoodsGrid goods={goods} layout="beside" eager={at === 0 ? goods.length : 0} />
        </section>
      ))}
    </div>
  )
}

/** A category without available goods. */
export function EmptyCategory() {
  return (
    <div className="panel">
      <EmptyState
        title="此分类暂无在售商品"
        hint="换一个分类，或在商城里搜索型号"
        action={
          <ButtonLink to="/shop" look="line" size="sm">
            去商城
          </ButtonLink>
        }
      />
    </div>
  )
}
