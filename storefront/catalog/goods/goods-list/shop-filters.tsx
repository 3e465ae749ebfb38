import { Check } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { GoodsFacets, RockHardnessBand } from '#contract/catalog/facets/shapes.ts'
import { type Category, rockHardnessBands } from '#contract/catalog/goods/shapes.ts'
import { BrandAndAttributeFilters } from '#storefront/catalog/goods/facets/attribute-filters.tsx'
import { addGoodsCountsToCategories } from '#storefront/catalog/goods/facets/facet-view.ts'
import { Link } from '#storefront/platform/routing/link.tsx'
import { formatCount } from '#ui/format.ts'
import { PriceFilter } from './price-filter.tsx'
import { ALL_GOODS_ROUTE, type GoodsListFilter, toChangedGoodsListLink, toSubCategoryOptions } from './shop-view.ts'
import { InStockFilter } from './stock-filter.tsx'

interface Props {
  filter: GoodsListFilter
  categories: readonly Category[]
  /** undefined: not known yet. */
  facets: GoodsFacets | undefined
}

/** Without a category there are many sub-categories: the larger ones are shown, the others on demand. */
const SUBS_AT_ONCE = 8

/** The filters of the list: next to the goods on wide screens, in a sheet on phones. Categories are chosen here only among all goods. */
export function GoodsFilterPanel({ filter, categories: all, facets }: Props) {
  const categories = facets ? addGoodsCountsToCategories(all, facets) : all
  return (
    <div className="divide-y divide-line-soft">
      {filter.place.to === ALL_GOODS_ROUTE.to && (
        <>
          <Group title="分类">
            <CategoryMenu filter={filter} categories={categories} />
          </Group>
          <Group title="系列">
            <SubMenu filter={filter} categories={categories} />
          </Group>
        </>
      )}
      <Group title="现金价（元）">
        <PriceFilter key={`${filter.priceMin}-${filter.priceMax}`} filter={filter} />
      </Group>
      <Group title="库存">
        <InStockFilter filter={filter} goodsCount={facets?.inStockCount} />
      </Group>
      {facets && <BrandAndAttributeFilters filter={filter} facets={facets} Group={Group} />}
      {facets && <HardnessFilter filter={filter} counts={facets.hardness} />}
    </div>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="px-4 py-3.5">
      <h3 id={id} className="mb-2 text-sm font-medium text-mute">
        {title}
      </h3>
      {children}
    </section>
  )
}

function CategoryMenu({ filter, categories }: Omit<Props, 'facets'>) {
  const all = categories.reduce((sum, { goodsCount }) => sum + goodsCount, 0)
  const entries = [{ id: undefined, name: '全部', goodsCount: all }, ...categories]
  return (
    <ul className="-mx-2 grid grid-cols-2 gap-x-2 lg:grid-cols-1">
      {entries.map(({ id, name, goodsCount }) => {
        const current = id === filter.categoryId
        return (
          <li key={name}>
            <Link
              {...toChangedGoodsListLink(filter, { categoryId: id })}
              aria-current={current ? 'true' : undefined}
              className={`flex h-9 items-center justify-between rounded-control px-2 ${current ? 'bg-jade-tint font-medium text-jade' : 'hover:bg-paper'}`}
            >
              {name}
              <span className="num text-sm text-mute">{formatCount(goodsCount)}</span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

function SubMenu({ filter, categories }: Omit<Props, 'facets'>) {
  const options = toSubCategoryOptions(categories, filter.categoryId)
  const [first, rest] = [options.slice(0, SUBS_AT_ONCE), options.slice(SUBS_AT_ONCE)]
  return (
    <>
      <SubChips filter={filter} names={['', ...first.map(({ name }) => name)]} />
      {rest.length > 0 && (
        <details className="mt-2" open={rest.some(({ name }) => name === filter.subName)}>
          <summary className="finger text-sm text-jade">更多系列</summary>
          <div className="mt-2">
            <SubChips filter={filter} names={rest.map(({ name }) => name)} />
          </div>
        </details>
      )}
    </>
  )
}

/** Sub-categories by name. The empty name means all. */
function SubChips({ filter, names }: { filter: GoodsListFilter; names: readonly string[] }) {
  return (
    <ul className="flex flex-wrap gap-2">
      {names.map((name) => {
        const current = name === (filter.subName ?? '')
        return (
          <li key={name}>
            <Link
              {...toChangedGoodsListLink(filter, { subName: name || undefined })}
              aria-current={current ? 'true' : undefined}
              className={`block rounded-control border px-2.5 py-1 text-sm ${current ? 'border-jade bg-jade-tint font-medium text-jade' : 'border-line hover:border-jade hover:text-jade'}`}
            >
              {name || '全部'}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

/** The bands with goods under the other filters. Not shown if there are none, unless the URL asks for one. */
function HardnessFilter({ filter, counts }: { filter: GoodsListFilter; counts: GoodsFacets['hardness'] }) {
  if (counts.length === 0) return null
  return (
    <Group title="岩石硬度（普氏系数 f）">
      <HardnessMenu filter={filter} counts={counts} />
    </Group>
  )
}

function HardnessMenu({ filter, counts }: { filter: GoodsListFilter; counts: GoodsFacets['hardness'] }) {
  const next = (band: RockHardnessBand) => (filter.hardness === band ? undefined : band)
  return (
    <ul className="-mx-2">
      {rockHardnessBands.map(({ band, label, rock }) => {
        const count = counts.find((one) => one.band === band)
        if (count === undefined) return null
        const current = filter.hardness === band
        return (
          <li key={band}>
            <Link
              {...toChangedGoodsListLink(filter, { hardness: next(band) })}
              aria-current={current ? 'true' : undefined}
              className={`flex h-9 items-center gap-3 rounded-control px-2 ${current ? 'bg-jade-tint text-jade' : 'hover:bg-paper'}`}
            >
              <b className="num w-12 shrink-0">{label}</b>
              <span className={`truncate text-sm ${current ? '' : 'text-mute'}`}>{rock}</span>
              {current && <Check className="size-4 shrink-0" aria-hidden />}
              <span className="num ml-auto text-sm text-mute">{formatCount(count.goodsCount)}</span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
