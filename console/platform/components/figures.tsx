import type { ReactNode } from 'react'
import { type Fen, formatMoney, negateFen } from '#contract/platform/core/money.ts'
import './figures.css'

export interface KeyFigure {
  name: string
  value: ReactNode
  /** How the figure is computed, or how to judge it. */
  note?: ReactNode
  tone?: 'bad' | 'good'
}

/** A few figures side by side, each with its name above and an explanation below. */
export function KeyFigures({ figures }: { figures: readonly KeyFigure[] }) {
  return (
    <dl className="panel figures">
      {figures.map(({ name, value, note, tone }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <b className={`num ${tone === undefined ? '' : `figure-${tone}`}`}>{value}</b>
            {note !== undefined && <small>{note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** 494 → '4.9%' */
export const formatBasisPointsAsPercent = (basisPoints: number): string =>
  `${Math.floor((basisPoints + 5) / 100)}.${Math.floor((basisPoints + 5) / 10) % 10}%`

/** An amount with its sign before the currency. */
export const formatPossiblyNegativeAmount = (amount: Fen): string =>
  amount < 0 ? `−${formatMoney(negateFen(amount))}` : formatMoney(amount)

/** An amount as a link. A zero amount is not a link. */
export const AmountLink = ({ amount, children }: { amount: Fen; children: (text: string) => ReactNode }) =>
  amount === 0 ? <span className="mute">—</span> : children(formatMoney(amount))
