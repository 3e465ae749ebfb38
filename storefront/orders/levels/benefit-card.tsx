import { CircleCheck, Clock3, Gift, Hourglass, Lock, type LucideIcon, TicketPercent } from 'lucide-react'
import { formatCouponThreshold, formatCouponValue } from '#contract/catalog/coupons/kinds.ts'
import { type BenefitName, benefitKinds, benefitStates } from '#contract/orders/levels/benefits.ts'
import { formatLevelName } from '#contract/orders/levels/level-status.ts'
import type { EnterpriseLevelOverview } from '#contract/orders/levels/shapes.ts'
import type { MemberLevel } from '#contract/people/verification/verification-status.ts'
import { GiftLine } from '#storefront/platform/components/gift-line.tsx'
import { ClaimBenefitButton } from './claim-button.tsx'
import type { BenefitViewModel } from './level-view.ts'

const icons: Record<BenefitName, LucideIcon> = { temp: Clock3, coupons: TicketPercent, gift: Gift }

interface Props {
  view: BenefitViewModel
  status: EnterpriseLevelOverview
  /** The level that is shown. */
  level: MemberLevel
}

/** One benefit of a level: what it is, how often it can be claimed, and its state. */
export function BenefitCard({ view, status, level }: Props) {
  const { benefit, what, state } = view
  const Icon = icons[benefit]
  const locked = state === 'locked'
  const gift = benefit === 'gift' ? status.levels.find((one) => one.level === level)?.gift : null
  const given = gift?.kind === 'goods' ? gift : undefined
  return (
    <article aria-label={benefitKinds[benefit].label} className={`panel flex flex-col gap-3 p-4 md:p-5 ${locked ? 'bg-paper/60' : ''}`}>
      <div className="flex items-center gap-3">
        <span
          className={`grid size-11 shrink-0 place-items-center rounded-full border ${locked ? 'border-line text-placeholder' : 'border-gold-line text-gold'}`}
        >
          <Icon className="size-5.5" strokeWidth={1.5} aria-hidden />
        </span>
        <div className="min-w-0">
          <h2 className="text-md font-semibold">{benefitKinds[benefit].label}</h2>
          <p className="text-xs text-mute">{benefitKinds[benefit].often}</p>
        </div>
      </div>
      <div className={`flex-1 ${locked ? 'text-mute' : ''}`}>
        {given === undefined ? <p>{what ?? '该等级不含此权益'}</p> : <GiftLine gift={given} />}
        {benefit === 'coupons' && <Coupons status={status} level={level} />}
      </div>
      <BenefitStatus view={view} status={status} />
    </article>
  )
}

/** The coupons of a month. */
function Coupons({ status, level }: Pick<Props, 'status' | 'level'>) {
  const { coupons = [] } = status.levels.find((one) => one.level === level) ?? {}
  return (
    <ul className="mt-1.5 flex flex-col gap-1 text-sm">
      {coupons.map(({ templateId, name, ...terms }) => (
        <li key={templateId} className="flex flex-wrap items-baseline gap-x-2">
          <b className="num font-semibold">{formatCouponValue(terms, 'both')}</b>
          <span>{name}</span>
          <span className="text-xs text-mute">{formatCouponThreshold(terms)}</span>
        </li>
      ))}
    </ul>
  )
}

const benefitStatuses = {
  locked: { icon: Lock, tone: 'text-mute' },
  waiting: { icon: Hourglass, tone: 'text-ink' },
  claimed: { icon: CircleCheck, tone: 'text-success' },
} as const

/** 未解锁, 暂不可领取, 可领取, 已领取, each with an explanation. */
function BenefitStatus({ view: { benefit, state, note }, status }: Pick<Props, 'view' | 'status'>) {
  if (state === 'available')
    return <ClaimBenefitButton benefit={benefit} amount={status.benefits.find((one) => one.benefit === benefit)?.amount ?? null} />
  if (state === 'surpassed')
    return <p className="border-t border-line-soft pt-3 text-sm text-mute">您已是{formatLevelName(status.level)}，按当前等级领取</p>
  const { icon: Icon, tone } = benefitStatuses[state]
  return (
    <div className="border-t border-line-soft pt-3">
      <p className={`flex items-center gap-1.5 font-medium ${tone}`}>
        <Icon className="size-4" aria-hidden />
        {benefitStates[state].label}
      </p>
      {note !== null && <p className="mt-1 text-sm text-mute">{note}</p>}
    </div>
  )
}
