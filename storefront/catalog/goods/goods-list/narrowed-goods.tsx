import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import type { CategoryGoodsCount } from '#contract/catalog/goods/shapes.ts'
import { goodsListQuery } from '#storefront/catalog/goods/catalog-api.ts'
import { GoodsGrid, GoodsGridSkeleton } from '#storefront/catalog/goods/goods-grid.tsx'
import { Pagination } from '#storefront/platform/components/pagination.tsx'
import { parsePageNo } from '#storefront/platform/components/parse-page.ts'
import { EmptyState, QueryContent } from '#storefront/platform/components/states.tsx'
import { usePagination } from '#storefront/platform/components/use-pagination.ts'
import { formatCount } from '#ui/format.ts'
import { PAGE_SIZE } from './shop-view.ts'

interface Props {
  /** The condition that the goods share. */
  of: { brandIds: [string] } | { machineModelId: string }
  goodsCount: number
  categories: readonly CategoryGoodsCount[]
  emptyTitle: string
}

/** The goods of a brand or for a machine model, page by page, with a choice of their categories. The choice and the page are in the URL. */
export function GoodsPagesByCategory({ of, goodsCount, categories, emptyTitle }: Props) {
  const { page, categoryId } = useSearch({ strict: false })
  const pageNo = parsePageNo(page)
  const category = categories.find((one) => String(one.categoryId) === categoryId)
  const goods = useQuery(
    goodsListQuery({ ...of, pageNo, pageSize: PAGE_SIZE, ...(category === undefined ? {} : { categoryId: category.categoryId }) }),
  )
  const turn = usePagination(goods, { pageNo, pageSize: PAGE_SIZE })
  const isRepeated = (name: string) => categories.filter((one) => one.name === name).length > 1
  const choices = [
    { categoryId: undefined, name: '全部', goodsCount },
    ...categories.map((one) => ({ ...one, name: isRepeated(one.name) ? `${one.parentName} ${one.name}` : one.name })),
  ]
  return (
    <section aria-label="商品">
      <h2 className="sr-only">商品</h2>
      {categories.length > 1 && (
        <nav aria-label="商品分类" className="mb-3">
          <ul className="flex flex-wrap gap-2">
            {choices.map((one) => {
              const current = one.categoryId === category?.categoryId
              return (
                <li key={one.categoryId ?? 'all'}>
                  <Link
                    to="."
                    search={(was) => ({ ...was, page: undefined, categoryId: one.categoryId?.toString() })}
                    aria-current={current ? 'true' : undefined}
                    className={`flex h-9 items-center gap-1.5 rounded-control border px-3 ${current ? 'border-jade bg-jade-tint font-medium text-jade' : 'border-line hover:border-jade hover:text-jade'}`}
                  >
                    {one.name}
                    <span className="num text-sm text-mute">{formatCount(one.goodsCount)}</span>
                  </Link>
                </li>
              )
            })}
          </ul>
        </nav>
      )}
      <QueryContent from={goods} skeleton={<GoodsGridSkeleton cards={10} layout="page" />}>
        {({ dataList, total }) =>
          dataList.length === 0 ? (
            <div className="panel">
              <EmptyState title={emptyTitle} hint="换一个条件，或按型号搜索" />
            </div>
          ) : (
            <>
              <GoodsGrid goods={dataList} layout="page" eager={4} />
              <Pagination pageNo={pageNo} pageSize={PAGE_SIZE} total={total} onChange={turn} />
            </>
          )
        }
      </QueryContent>
    </section>
  )
}
