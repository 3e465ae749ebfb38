import type { Category } from '#contract/catalog/goods/shapes.ts'
import { CutOutGoodsPicture } from '#storefront/catalog/goods/cut-out.tsx'
import { Link } from '#storefront/platform/routing/link.tsx'
import { categoryLink } from './categories-view.ts'

/** Top categories with cut-out pictures: a column next to the goods, on phones a row to swipe. */
export function CategoryRail({ categories, current }: { categories: readonly Category[]; current: number }) {
  return (
    <nav aria-label="商品分类" className="panel overflow-x-auto lg:overflow-hidden">
      <ul className="flex p-2 lg:block lg:p-0">
        {categories.map((category) => {
          const chosen = category.id === current
          return (
            <li key={category.id} className="shrink-0 basis-20 lg:border-b lg:border-line-soft lg:last:border-0">
              <Link
                {...categoryLink(category)}
                aria-current={chosen ? 'true' : undefined}
                className={`flex flex-col items-center gap-1 rounded-control py-1.5 text-center lg:h-16 lg:flex-row lg:gap-3 lg:rounded-none lg:border-l-[3px] lg:py-0 lg:pr-3 lg:pl-3 lg:text-left ${chosen ? 'bg-jade-tint font-medium text-jade lg:border-l-jade' : 'hover:text-jade lg:border-l-transparent lg:hover:bg-paper'}`}
              >
                <CutOutGoodsPicture picture={category.image} sizes="48px" className="size-12" />
                <span className="w-full truncate text-sm lg:text-md">{category.name}</span>
                <span className="num hidden text-sm text-mute lg:block">{category.goodsCount}</span>
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
