import { Link, useSearch } from '@tanstack/react-router'
import type { GoodsCard } from '#contract/catalog/goods/shapes.ts'
import { GoodsGrid } from '#storefront/catalog/goods/goods-grid.tsx'
import { SectionHead } from '#storefront/catalog/goods/section-head.tsx'
import { pickCategoryGoods, type Recommended } from './home-view.ts'

const SECTION = 'mt-5 md:mt-8'
const ROW = 5

/** 现货专区: goods that can be shipped today. */
export function InStockGoods({ goods }: { goods: readonly GoodsCard[] }) {
  if (goods.length === 0) return null
  return (
    <section aria-label="现货专区" className={SECTION}>
      <SectionHead
        title="现货专区"
        hint="双价同列：左现金价，右赊销价（次月 10 号还款）"
        more={{ to: '/shop', search: { inStock: '1' }, label: '全部现货' }}
      />
      <GoodsGrid goods={goods} layout="page" />
    </section>
  )
}

/** The recommended goods of one category at a time. The category is in the URL. */
export function RecommendedGoods({ recommended, shown }: { recommended: Recommended; shown: readonly GoodsCard[] }) {
  const { category: asked } = useSearch({ strict: false })
  const { categories, chosen, goods } = pickCategoryGoods(recommended, shown, asked, ROW)
  if (chosen === undefined) return null
  return (
    <section aria-label="分类推荐" className={SECTION}>
      <SectionHead title="分类推荐" more={{ to: '/shop', search: { categoryId: String(chosen.id) }, label: `全部${chosen.name}` }} />
      <nav aria-label="推荐分类" className="mb-3 overflow-x-auto">
        <ul className="flex gap-2">
          {categories.map(({ id, name }) => (
            <li key={id}>
              <Link
                to="/"
                search={{ category: String(id) }}
                replace
                resetScroll={false}
                aria-current={id === chosen.id ? 'true' : undefined}
                className={`block rounded-control border px-3 py-1.5 text-sm whitespace-nowrap ${id === chosen.id ? 'border-pine bg-pine font-medium text-white' : 'border-line bg-white hover:border-jade hover:text-jade'}`}
              >
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <GoodsGrid key={chosen.id} goods={goods} layout="row" />
    </section>
  )
}
