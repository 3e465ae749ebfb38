import { type Fen, formatMoney } from '#contract/platform/core/money.ts'

interface Props {
  amounts: readonly (readonly [label: string, amount: Fen])[]
  size?: 'sm' | 'md'
  /** How many columns it has, and its place. */
  className: string
}

const looks = { sm: 'text-sm', md: 'text-md font-semibold' }

/** Amounts beside each other, each under its label. */
export const AmountColumns = ({ amounts, size = 'sm', className }: Props) => (
  <dl className={`grid gap-x-3 ${className}`}>
    {amounts.map(([label, amount]) => (
      <div key={label}>
        <dt className="text-xs text-mute">{label}</dt>
        <dd className={`num ${looks[size]}`}>{formatMoney(amount)}</dd>
      </div>
    ))}
  </dl>
)
