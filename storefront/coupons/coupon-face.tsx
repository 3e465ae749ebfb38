import type { ReactNode } from 'react'
import { type Coupon, thresholdText } from '../../contract/coupons/shapes.ts'
import { money } from '../../ui/format.ts'

type Face = Pick<Coupon, 'amount' | 'threshold' | 'type' | 'name' | 'description' | 'scopeNote'>

interface Props {
  face: Face
  /** Until when it holds, in words. */
  until: string
  /** Nothing can be done with it any more. */
  faded?: boolean
  /** What it says across its corner. */
  stamp?: string
  children?: ReactNode
}

/** A coupon as it is shown wherever it is: how much, from which threshold on, for what, until when. */
export function CouponFace({
  face: { amount, threshold, type, name, description, scopeNote },
  until,
  faded = false,
  stamp,
  children,
}: Props) {
  return (
    <article aria-label={`${name}，${money(amount)}`} className="panel relative flex overflow-hidden">
      <div
        className={`flex w-32 shrink-0 flex-col items-center justify-center gap-1 border-r border-dashed border-line px-2 py-4 text-center md:w-36 ${faded ? 'bg-paper text-mute' : 'bg-copper-tint text-copper'}`}
      >
        <b className="num text-xl">{money(amount)}</b>
        <span className="rounded-[3px] border border-current px-1.5 text-xs">{type}</span>
        <span className="num text-xs">{thresholdText(threshold)}</span>
      </div>
      <div className="flex min-w-0 grow flex-col gap-1 p-3 md:p-4">
        <h3 className="text-md break-words">{name}</h3>
        {description !== '' && <p className="text-sm break-words text-mute">{description}</p>}
        <p className="text-xs break-words text-mute">{scopeNote}</p>
        <div className="mt-auto flex flex-wrap items-center justify-between gap-2 pt-1">
          <p className="num text-xs text-mute">{until}</p>
          {children}
        </div>
      </div>
      {stamp !== undefined && (
        <p className="absolute top-2 right-2 -rotate-12 rounded-full border-2 border-mute px-2 py-1 text-xs font-semibold text-mute">
          {stamp}
        </p>
      )}
    </article>
  )
}
