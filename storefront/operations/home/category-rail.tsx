import type { Category } from '#contract/catalog/goods/shapes.ts'
import { CutOutGoodsPicture } from '#storefront/catalog/goods/cut-out.tsx'
import { Link } from '#storefront/platform/routing/link.tsx'
import { formatSubCategoryNames } from './home-view.ts'

const FRAME = 'panel min-w-0 overflow-x-auto lg:col-span-2 xl:col-span-1 xl:overflow-hidden'

/** With so few categories, they do not share the height of the column, because they would look lost. */
const FEW = 5

/** Top categories with cut-out pictures: a column next to the hero, on phones a row to swipe. */
export function CategoryRail({ categories }: { categories: readonly Category[] }) {
  return (
    <nav aria-label="商品分类" className={FRAME}>
      <ul className={`flex p-2 xl:grid xl:p-0 ${categories.length > FEW ? 'xl:h-full xl:auto-rows-fr' : 'xl:auto-rows-[4.5rem]'}`}>
        {categories.map(({ id, name, image, children }) => (
          <li key={id} className="shrink-0 grow basis-19 xl:min-w-0 xl:border-b xl:border-line-soft xl:last:border-0">
            <Link
              to="/shop"
              search={{ categoryId: String(id) }}
              className="flex h-full flex-col items-center gap-0.5 rounded-control px-1 py-1 text-center hover:text-jade xl:flex-row xl:gap-2.5 xl:rounded-none xl:px-3 xl:text-left xl:hover:bg-paper"
            >
              <CutOutGoodsPicture picture={image} sizes="52px" className="size-13 shrink-0 xl:size-11" />
              <span className="w-full min-w-0">
                <b className="block truncate text-sm font-normal xl:text-md xl:leading-5 xl:font-medium">{name}</b>
                <small className="hidden truncate text-xs text-mute xl:block">{formatSubCategoryNames(children)}</small>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** A placeholder of the same size. */
export function CategoryRailSkeleton() {
  return (
    <div className={`${FRAME} h-25 p-3 xl:h-full xl:min-h-96`}>
      <div className="skeleton h-full" />
    </div>
  )
}
