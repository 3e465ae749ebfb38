import { Check } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { type AttributeFacet, formatChosenFacetValue, type GoodsFacets, parseChosenFacetValue } from '#contract/catalog/facets/shapes.ts'
import { type GoodsListFilter, toChangedGoodsListLink } from '#storefront/catalog/goods/goods-list/shop-view.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { Link } from '#storefront/platform/routing/link.tsx'
import { useNavigate } from '#storefront/platform/routing/routing.tsx'
import { formatCount } from '#ui/format.ts'
import {
  facetRangeBoundError,
  formatFacetRangeParam,
  replaceFacetRange,
  toFacetRangeFieldTexts,
  toggleChosenFacetValue,
} from './facet-view.ts'

/** How many values are shown at first; the others on demand. */
const VALUES_AT_ONCE = 8

interface Option {
  key: string
  name: string
  goodsCount: number
  chosen: boolean
  link: ReturnType<typeof toChangedGoodsListLink>
}

/** The values of an attribute, or the brands. Several can be chosen; each is a link, so that Back undoes the choice. */
function Options({ options }: { options: readonly Option[] }) {
  const [first, rest] = [options.slice(0, VALUES_AT_ONCE), options.slice(VALUES_AT_ONCE)]
  return (
    <>
      <OptionList options={first} />
      {rest.length > 0 && (
        <details open={rest.some(({ chosen }) => chosen)}>
          <summary className="finger text-sm text-jade">更多 {formatCount(rest.length)} 项</summary>
          <OptionList options={rest} />
        </details>
      )}
    </>
  )
}

const OptionList = ({ options }: { options: readonly Option[] }) => (
  <ul className="-mx-2 grid grid-cols-2 gap-x-2 lg:grid-cols-1">
    {options.map(({ key, name, goodsCount, chosen, link }) => (
      <li key={key} className="min-w-0">
        <Link
          {...link}
          resetScroll={false}
          aria-current={chosen ? 'true' : undefined}
          className={`flex min-h-8 items-center gap-2 rounded-control px-2 py-1 ${chosen ? 'font-medium text-jade' : 'hover:bg-paper'}`}
        >
          <span
            aria-hidden
            className={`flex size-4 shrink-0 items-center justify-center rounded-[3px] border ${chosen ? 'border-jade bg-jade text-white' : 'border-placeholder'}`}
          >
            {chosen && <Check className="size-3" />}
          </span>
          <span className="min-w-0 flex-1 break-words">{name}</span>
          <span className="num text-sm text-mute">{formatCount(goodsCount)}</span>
        </Link>
      </li>
    ))}
  </ul>
)

const INPUT = 'num h-9 w-full min-w-0 rounded-control border border-line px-2 hover:border-placeholder aria-invalid:border-danger'

/** A range of numbers with its unit. 确定 or Enter applies it; an empty field is no limit. */
function RangeFilter({ filter, facet: { code, name, unit, lower, upper } }: { filter: GoodsListFilter; facet: AttributeFacet }) {
  const navigate = useNavigate()
  const about = useId()
  const chosen = toFacetRangeFieldTexts(filter.choices, code)
  const [from, setFrom] = useState(chosen.from)
  const [to, setTo] = useState(chosen.to)
  const fault = facetRangeBoundError(from, unit) ?? facetRangeBoundError(to, unit)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (fault !== undefined) return
    const choices = replaceFacetRange(filter.choices, code, formatFacetRangeParam(from, to))
    void navigate({ ...toChangedGoodsListLink(filter, { choices }), resetScroll: false })
  }
  const field = { inputMode: 'decimal', maxLength: 18, 'aria-describedby': about, className: INPUT } as const
  return (
    <form onSubmit={submit} noValidate>
      <div className="flex items-center gap-2">
        <input
          {...field}
          value={from}
          onChange={({ target }) => setFrom(target.value)}
          placeholder={lower === null ? '最小' : String(lower)}
          aria-label={`${name}最小值`}
          aria-invalid={facetRangeBoundError(from, unit) !== undefined}
        />
        <span aria-hidden className="text-mute">
          –
        </span>
        <input
          {...field}
          value={to}
          onChange={({ target }) => setTo(target.value)}
          placeholder={upper === null ? '最大' : String(upper)}
          aria-label={`${name}最大值`}
          aria-invalid={facetRangeBoundError(to, unit) !== undefined}
        />
        <Button type="submit" look="line" size="sm" className="h-9" aria-label={`确定，按${name}筛选`}>
          确定
        </Button>
      </div>
      <p
        id={about}
        role={fault === undefined ? undefined : 'alert'}
        className={fault === undefined ? 'sr-only' : 'mt-1 text-sm text-danger'}
      >
        {fault ?? (lower === null || upper === null ? '' : `现有 ${lower} 到 ${upper} ${unit}`)}
      </p>
    </form>
  )
}

const valueOptions = (filter: GoodsListFilter, { code, values }: AttributeFacet): Option[] =>
  values.map(({ value, goodsCount }) => ({
    key: value,
    name: value,
    goodsCount,
    chosen: filter.choices.includes(formatChosenFacetValue({ code, value })),
    link: toChangedGoodsListLink(filter, { choices: toggleChosenFacetValue(filter.choices, { code, value }) }),
  }))

const brandOptions = (filter: GoodsListFilter, { brands }: GoodsFacets): Option[] =>
  brands.map(({ brandId, name, goodsCount }) => {
    const chosen = filter.brandIds.includes(brandId)
    const brandIds = chosen ? filter.brandIds.filter((id) => id !== brandId) : [...filter.brandIds, brandId]
    return { key: brandId, name, goodsCount, chosen, link: toChangedGoodsListLink(filter, { brandIds }) }
  })

/** One group of the filters with its title. */
export type FilterGroupComponent = (props: { title: string; children: React.ReactNode }) => React.ReactNode

/** How many attributes are shown at first; the others on demand. */
const ATTRIBUTES_AT_ONCE = 6

/** The brands and attributes of the found goods. An attribute that cannot reduce the list is left out. */
export function BrandAndAttributeFilters({
  filter,
  facets,
  Group,
}: {
  filter: GoodsListFilter
  facets: GoodsFacets
  Group: FilterGroupComponent
}) {
  const isChosen = ({ code }: AttributeFacet) => filter.choices.some((choice) => parseChosenFacetValue(choice).code === code)
  const shown = facets.attributes.filter((facet) => facet.goodsCount > 0 || isChosen(facet))
  const [first, rest] = [shown.slice(0, ATTRIBUTES_AT_ONCE), shown.slice(ATTRIBUTES_AT_ONCE)]
  const groups = (own: readonly AttributeFacet[]) =>
    own.map((facet) => (
      <Group key={facet.code} title={facet.unit === '' ? facet.name : `${facet.name}（${facet.unit}）`}>
        {facet.kind === 'number' ? (
          <RangeFilter key={filter.choices.join()} filter={filter} facet={facet} />
        ) : (
          <Options options={valueOptions(filter, facet)} />
        )}
      </Group>
    ))
  return (
    <>
      {facets.brands.length > 0 && filter.place.of.brandIds === undefined && (
        <Group title="品牌">
          <Options options={brandOptions(filter, facets)} />
        </Group>
      )}
      {groups(first)}
      {rest.length > 0 && (
        <details open={rest.some(isChosen)}>
          <summary className="finger px-4 py-3 text-sm text-jade">更多参数（{formatCount(rest.length)}）</summary>
          {groups(rest)}
        </details>
      )}
    </>
  )
}
