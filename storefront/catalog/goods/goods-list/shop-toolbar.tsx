import { LayoutGrid, Table2, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { goodsSorts } from '#contract/catalog/goods/api.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { Link } from '#storefront/platform/routing/link.tsx'
import { formatCount } from '#ui/format.ts'
import {
  type FilterNameSources,
  type GoodsListFilter,
  toActiveFilters,
  toChangedGoodsListLink,
  toUnfilteredGoodsListLink,
} from './shop-view.ts'

/**
 * The sort order and the number of goods. `aside` is an extra control: on phones the button for the filters. There the sort orders have
 * their own row, because the last of them would be cut off beside the other controls.
 */
export function GoodsListToolbar({ filter, total, aside }: { filter: GoodsListFilter; total: number | undefined; aside: ReactNode }) {
  return (
    <div className="panel flex flex-wrap items-center gap-x-3 gap-y-2 p-2 lg:h-12 lg:flex-nowrap lg:py-0 lg:pr-4">
      <nav aria-label="排序" className="min-w-0 basis-full overflow-x-auto lg:flex-1 lg:basis-0">
        <ul className="flex gap-0.5 lg:gap-1">
          {keysOf(goodsSorts).map((sort) => {
            const current = sort === filter.sort
            return (
              <li key={sort}>
                <Link
                  {...toChangedGoodsListLink(filter, { sort })}
                  aria-current={current ? 'true' : undefined}
                  className={`flex h-8 items-center rounded-control px-1.5 whitespace-nowrap lg:px-3 ${current ? 'bg-pine font-medium text-white' : 'hover:bg-paper hover:text-jade'}`}
                >
                  {goodsSorts[sort]}
                </Link>
              </li>
            )
          })}
        </ul>
      </nav>
      <p role="status" className="grow pl-2 text-sm text-mute lg:shrink-0 lg:grow-0 lg:pl-0">
        {total !== undefined && (
          <>
            共 <b className="num text-ink">{formatCount(total)}</b> 款商品
          </>
        )}
      </p>
      <ViewSwitch filter={filter} />
      {aside}
    </div>
  )
}

const views = [
  { table: false, label: '卡片', Icon: LayoutGrid },
  { table: true, label: '参数表', Icon: Table2 },
]

/** Cards, or the parametric table. */
const ViewSwitch = ({ filter }: { filter: GoodsListFilter }) => (
  <nav aria-label="显示方式" className="flex shrink-0 overflow-hidden rounded-control border border-line">
    {views.map(({ table, label, Icon }) => (
      <Link
        key={label}
        {...toChangedGoodsListLink(filter, { table })}
        resetScroll={false}
        aria-current={table === filter.table ? 'true' : undefined}
        aria-label={label}
        className={`flex h-8 items-center gap-1 px-2 text-sm ${table === filter.table ? 'bg-jade-tint font-medium text-jade' : 'hover:bg-paper'}`}
      >
        <Icon className="size-4" aria-hidden />
        <span className="hidden whitespace-nowrap lg:inline">{label}</span>
      </Link>
    ))}
  </nav>
)

/** The active filters. Each can be removed, or all at once. */
export function ActiveFilterTags({ filter, names }: { filter: GoodsListFilter; names: FilterNameSources }) {
  const shown = toActiveFilters(filter, names)
  if (shown.length === 0) return null
  return (
    <ul aria-label="已选条件" className="mt-3 flex flex-wrap items-center gap-2">
      {shown.map(({ name, label, without }) => (
        <li key={name}>
          <Link
            to={filter.place.to}
            search={without}
            aria-label={`清除 ${label}`}
            className="flex h-8 items-center gap-1.5 rounded-control border border-jade bg-white px-2.5 text-sm text-jade hover:bg-jade-tint"
          >
            {label}
            <X className="size-3.5" aria-hidden />
          </Link>
        </li>
      ))}
      <li>
        <Link {...toUnfilteredGoodsListLink(filter)} className="finger px-1 text-sm text-mute hover:text-jade hover:underline">
          清空条件
        </Link>
      </li>
    </ul>
  )
}
