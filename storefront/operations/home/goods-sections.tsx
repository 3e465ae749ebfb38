import type { GoodsCard } from '#contract/catalog/goods/shapes.ts'
import { GoodsGrid } from '#storefront/catalog/goods/goods-grid.tsx'
import { SectionHead } from '#storefront/catalog/goods/section-head.tsx'
import { Link } from '#storefront/platform/routing/link.tsx'
import { useSearch } from '#storefront/platform/routing/routing.tsx'
import { pickRecommendedGoods, type RecommendedByCategory } from './home-view.ts'

const SECTION = 'mt-5 md:mt-8'
const ROW = 5

/** 现货专区: goods that can be shipped today. */
export function InStockGoods({ goods, title = '现货专区' }: { goods: readonly GoodsCard[]; title?: string }) {
  if (goods.length === 0) return null
  return (
    <section aria-label={title} className={SECTION}>
      <SectionHead
        title={title}
        hint="双价同列：左现金价，右赊销价（次月 10 号还款）"
        more={{ to: '/shop', search: { inStock: '1' }, label: '全部现货' }}
      />
      <GoodsGrid goods={goods} layout="page" />
    </section>
  )
}

interface RecommendedProps {
  recommended: RecommendedByCategory
  /** The goods that are already shown above. */
  shown: readonly GoodsCard[]
  title?: string
}

/** The recommended goods of one category at a time. The category is in the URL. */
export function RecommendedGoodsOfChosenCategory({ recommended, shown, title = '分类推荐' }: RecommendedProps) {
  const { category: asked } = useSearch()
  const { categories, chosen, goods } = pickRecommendedGoods(recommended, shown, asked, ROW)
  if (chosen === undefined) return null
  return (
    <section aria-label={title} className={SECTION}>
      <SectionHead title={title} more={{ to: '/shop', search: { categoryId: String(chosen.id) }, label: `全部${chosen.name}` }} />
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
