import type { ReactNode } from 'react'
import { FIRST_ORDER_LABEL, formatCouponThreshold, formatCouponValue, formatPayableTenths } from '#contract/catalog/coupons/kinds.ts'
import type { Coupon } from '#contract/catalog/coupons/shapes.ts'
import { formatYuan } from '#contract/platform/core/money.ts'

type Face = Pick<
  Coupon,
  'couponKind' | 'amount' | 'offBasisPoints' | 'threshold' | 'type' | 'firstOrder' | 'name' | 'description' | 'scopeNote'
>

interface Props {
  face: Face
  /** The validity in words, and further notes. */
  notes: ReactNode
  /** The coupon cannot be used any more. */
  faded?: boolean
  /** The text of the stamp across it. */
  stamp?: string | undefined
  /** The action. */
  children?: ReactNode
}

/** A coupon as a ticket: the discount, the threshold, the scope and the validity. It is used everywhere. */
export function CouponTicket({ face, notes, faded = false, stamp, children }: Props) {
  const { name, description, scopeNote, firstOrder } = face
  return (
    <article aria-label={`${name}，${formatCouponValue(face)}`} className="panel relative flex h-full overflow-hidden">
      <Stub face={face} faded={faded} />
      <div className="flex min-w-0 grow flex-col gap-0.5 border-l border-dashed border-line p-3 md:p-4">
        <h2 className={`text-md break-words ${stamp === undefined ? '' : 'pr-12'} ${faded ? 'text-mute' : ''}`}>{name}</h2>
        <p className={`text-xs break-words text-mute ${stamp === undefined ? '' : 'pr-12'}`}>{scopeNote}</p>
        {firstOrder && <p className="text-xs text-gold">{FIRST_ORDER_LABEL}</p>}
        {description !== '' && <p className="text-xs break-words text-mute">{description}</p>}
        <div className="mt-auto flex flex-wrap items-end justify-between gap-2 pt-2">
          <div className="text-xs text-mute">{notes}</div>
          {children}
        </div>
      </div>
      {stamp !== undefined && <Stamp text={stamp} />}
    </article>
  )
}

/** The left part of the ticket with the amount, in the mall's colour. */
function Stub({ face, faded }: { face: Face; faded: boolean }) {
  const { amount, offBasisPoints, type } = face
  const digits = offBasisPoints === null ? formatYuan(amount, { decimals: 'bothOrNone' }) : formatPayableTenths(offBasisPoints)
  return (
    <div
      className={`relative flex w-28 shrink-0 flex-col items-center justify-center gap-1.5 px-2 py-4 text-center md:w-36 ${faded ? 'bg-line-soft text-mute' : 'drawing-grid bg-pine text-white'}`}
    >
      <b className={`num leading-8 font-semibold ${digits.length > 5 ? 'text-xl' : 'text-2xl'}`}>
        {offBasisPoints === null && <small className="text-[0.7em] font-medium">¥</small>}
        {digits}
        {offBasisPoints !== null && <small className="text-[0.7em] font-medium">折</small>}
      </b>
      <span className="rounded-[3px] border px-1.5 text-xs">{type}</span>
      <span className="num text-xs">{formatCouponThreshold(face)}</span>
      {['-top-2', '-bottom-2'].map((edge) => (
        <i key={edge} aria-hidden className={`absolute -right-2 size-4 rounded-full border border-line bg-paper ${edge}`} />
      ))}
    </div>
  )
}

/** 已使用, 已失效: a text like a rubber stamp. */
const Stamp = ({ text }: { text: string }) => (
  <p className="absolute top-2 right-1.5 grid size-16 -rotate-12 place-items-center rounded-full border-2 text-mute">
    <span className="grid size-13 place-items-center rounded-full border text-sm font-semibold">{text}</span>
  </p>
)
