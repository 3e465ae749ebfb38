import { useQuery } from '@tanstack/react-query'
import type { GoodsDetail } from '#contract/catalog/goods/shapes.ts'
import { goodsListQuery } from '#storefront/catalog/goods/catalog-api.ts'
import { GoodsGrid } from '#storefront/catalog/goods/goods-grid.tsx'
import { SectionHead } from '#storefront/catalog/goods/section-head.tsx'
import { Markdown } from '#ui/markdown/markdown.tsx'

const PANEL = 'panel p-4 md:p-6'
/** The number of other goods: one row. */
const RELATED = 5

/** The parameters next to the description. */
export function ParametersAndDescription({ goods: { parameters, description } }: { goods: GoodsDetail }) {
  return (
    <div className="mt-3 grid items-start gap-3 md:mt-4 md:gap-4 lg:grid-cols-2">
      <section aria-label="参数" className={PANEL}>
        <h2 className="mb-3 text-lg">参数</h2>
        <table className="w-full text-left">
          <tbody>
            {parameters.map(([name, value]) => (
              <tr key={name} className="border-t border-line-soft">
                <th scope="row" className="w-28 py-2 pr-4 align-top font-normal text-mute">
                  {name}
                </th>
                <td className="py-2">{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <section aria-label="商品说明" className={PANEL}>
        <h2 className="mb-3 text-lg">商品说明</h2>
        <Markdown source={description} />
      </section>
    </div>
  )
}

/** Other goods of the same sub-category; nothing if there are none. */
export function GoodsOfSameSubCategory({ goods: { goodsId, category } }: { goods: GoodsDetail }) {
  const { data } = useQuery(goodsListQuery({ categoryId: category.id, pageSize: RELATED + 1 }))
  const others = data?.dataList.filter((card) => card.goodsId !== goodsId).slice(0, RELATED) ?? []
  if (others.length === 0) return null
  return (
    <section aria-label="同类商品" className="mt-6 md:mt-8">
      <SectionHead
        title="同类商品"
        more={{
          to: '/categories2',
          search: { categoryId: String(category.parentId), subId: String(category.id) },
          label: `全部${category.name}`,
        }}
      />
      <GoodsGrid goods={others} layout="row" />
    </section>
  )
}
