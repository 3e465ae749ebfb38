import { useQuery } from '@tanstack/react-query'
import { getLinkKind } from '#contract/content/content/links.ts'
import type { HomeSection } from '#contract/operations/home/api.ts'
import type { UserDetail } from '#contract/people/identity/shapes.ts'
import { goodsCountsByHardnessBandQuery } from '#storefront/catalog/goods/catalog-api.ts'
import { GoodsGrid } from '#storefront/catalog/goods/goods-grid.tsx'
import { SectionHead } from '#storefront/catalog/goods/section-head.tsx'
import { OpenCreditSteps } from './credit/credit-steps.tsx'
import { InStockGoods, RecommendedGoodsOfChosenCategory } from './goods-sections.tsx'
import { HardnessRuler } from './hardness-ruler.tsx'
import { groupHomeSectionsByRow } from './home-view.ts'
import { QuickOrderPasteBox } from './quick-order.tsx'
import { useRecommendedGoods } from './use-recommended.ts'

const SECTION = 'mt-5 md:mt-8'

interface Props {
  sections: readonly HomeSection[]
  user: UserDetail | undefined
  maySee: boolean
}

/** The sections that staff have arranged, below the hero. Credit and quick order are side by side if one follows the other. */
export function ArrangedHomeSections({ sections, user, maySee }: Props) {
  return groupHomeSectionsByRow(sections).map((group) =>
    group.length === 2 ? (
      <div
        key={group[0]?.id}
        className={`${SECTION} grid items-stretch gap-2.5 md:gap-4 lg:grid-cols-[minmax(0,1fr)_360px] xl:grid-cols-[minmax(0,1fr)_428px]`}
      >
        <OpenCreditSteps user={user} />
        <QuickOrderPasteBox />
      </div>
    ) : (
      group.map((section) => <OneSection key={section.id} section={section} user={user} maySee={maySee} />)
    ),
  )
}

function OneSection({ section, user, maySee }: Omit<Props, 'sections'> & { section: HomeSection }) {
  const { kind, title, goods } = section
  if (kind === 'hardness') return maySee && <Hardness />
  if (kind === 'stock') return <InStockGoods goods={goods} {...(title === '' ? {} : { title })} />
  if (kind === 'picked') return <Picked section={section} />
  if (kind === 'byCategory') return maySee && <ByCategory title={title} />
  if (kind === 'announcement') return <Announcement section={section} />
  if (kind === 'credit' || kind === 'quickOrder')
    return <div className={SECTION}>{kind === 'credit' ? <OpenCreditSteps user={user} /> : <QuickOrderPasteBox />}</div>
  // The hero and the categories are at the top.
  return null
}

function Hardness() {
  const { data } = useQuery(goodsCountsByHardnessBandQuery)
  return data && <HardnessRuler bands={data} />
}

function ByCategory({ title }: { title: string }) {
  const { data } = useRecommendedGoods()
  return data && <RecommendedGoodsOfChosenCategory recommended={data} shown={[]} {...(title === '' ? {} : { title })} />
}

function Picked({ section: { title, goods } }: { section: HomeSection }) {
  if (goods.length === 0) return null
  return (
    <section aria-label={title} className={SECTION}>
      <SectionHead title={title} />
      <GoodsGrid goods={goods} layout="page" />
    </section>
  )
}

function Announcement({ section: { title, text, target } }: { section: HomeSection }) {
  const kind = getLinkKind(target)
  const beside = kind === 'web' ? { target: '_blank', rel: 'noopener noreferrer' } : {}
  return (
    <section aria-label={title} className={`${SECTION} panel border-l-4 border-l-copper px-4 py-3.5 md:px-5`}>
      <h2 className="text-md font-semibold">{title}</h2>
      {text !== '' && <p className="mt-1 whitespace-pre-line text-mute">{text}</p>}
      {kind && (
        <a
          href={kind === 'own' ? `#${target}` : target}
          className="finger mt-1.5 inline-block font-medium text-jade hover:underline"
          {...beside}
        >
          查看详情
        </a>
      )}
    </section>
  )
}
