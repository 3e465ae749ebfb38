import { Minus, Plus } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { getNextQuantity, type QuantityRule, roundUpToQuantityStep } from '#contract/catalog/pricing/quantity.ts'
import { QUANTITY_MAX } from '#contract/platform/core/fields.ts'

interface Props {
  value: number
  rule: QuantityRule
  label: string
  onChange: (value: number) => void
  disabled?: boolean
  size?: 'sm' | 'md'
}

/** The number of digits of the largest quantity. */
const DIGITS_MAX = String(QUANTITY_MAX).length
/** Converts typed characters to digits: １２ of a Chinese keyboard becomes 12, and other characters are removed. */
const digitsOf = (text: string): string => text.normalize('NFKC').replace(/\D/g, '').slice(0, DIGITS_MAX)

const BUTTON = 'grid h-full w-7 shrink-0 place-items-center text-mute hover:text-jade disabled:text-line'
const ARROWS: Record<string, 1 | -1> = { ArrowUp: 1, ArrowDown: -1 }

/**
 * 购买数量: changes by the SKU's step and never below its minimum. A typed number is rounded up to a valid quantity when the field loses the
 * focus. It is an own component, because a product page has twenty of them and a library would load later.
 */
export function QuantityStepper({ value, rule, label, onChange, disabled = false, size = 'md' }: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  const settle = () => {
    const requested = Number(typed ?? value)
    if (requested > 0 && requested !== value) onChange(roundUpToQuantityStep(requested, rule))
    setTyped(null)
  }
  const press = (direction: 1 | -1) => {
    setTyped(null)
    onChange(getNextQuantity(value, rule, direction))
  }
  const byKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const direction = ARROWS[event.key]
    if (event.key === 'Enter') settle()
    if (direction === undefined) return
    event.preventDefault()
    press(direction)
  }
  return (
    <div className={`flex items-center rounded-control border border-line bg-white ${size === 'sm' ? 'h-8 w-24' : 'h-9 w-28'}`}>
      <button
        type="button"
        aria-label={`减少${label}`}
        className={BUTTON}
        disabled={disabled || value <= rule.minimum}
        onClick={() => press(-1)}
      >
        <Minus className="size-3.5" aria-hidden />
      </button>
      <input
        inputMode="numeric"
        autoComplete="off"
        aria-label={label}
        className="num h-full w-full min-w-0 text-center text-base"
        value={typed ?? value}
        disabled={disabled}
        onChange={(event) => setTyped(digitsOf(event.target.value))}
        onBlur={settle}
        onKeyDown={byKey}
      />
      <button type="button" aria-label={`增加${label}`} className={BUTTON} disabled={disabled} onClick={() => press(1)}>
        <Plus className="size-3.5" aria-hidden />
      </button>
    </div>
  )
}
