import { Minus, Plus } from 'lucide-react'
import { type KeyboardEvent, useCallback, useEffect, useEffectEvent, useId, useState } from 'react'
import {
  getNextOrderableQuantity,
  type OrderableQuantityRule,
  QUANTITY_TOO_LARGE,
  roundUpToOrderableQuantity,
} from '#contract/catalog/pricing/quantity.ts'
import { QUANTITY_MAX } from '#contract/platform/core/fields.ts'

interface Props {
  value: number
  rule: OrderableQuantityRule
  label: string
  onChange: (value: number) => void
  /** Whether the typed number is too large. Buttons that use the quantity must wait then, because it is not the one that the field shows. */
  onTooLarge: (isTooLarge: boolean) => void
  disabled?: boolean
  size?: 'sm' | 'md'
}

/** More digits than anybody means. A number that is too large is said to be so beside the field, which keeps it. */
const DIGITS_MAX = 12
/** Converts typed characters to digits: １２ of a Chinese keyboard becomes 12, and other characters are removed. */
const digitsOf = (text: string): string => text.normalize('NFKC').replace(/\D/g, '').slice(0, DIGITS_MAX)

const BUTTON = 'grid h-full w-7 shrink-0 place-items-center text-mute hover:text-jade disabled:text-line'
/** On a card there is no room below the field. */
const FLOATING = 'absolute top-full left-0 z-10 mt-1 w-40 rounded-control border border-danger bg-white px-2 py-1'
const ARROWS: Record<string, 1 | -1> = { ArrowUp: 1, ArrowDown: -1 }

/** Beside a button that waits for a quantity that is too large, which its own field explains. */
export const CORRECT_QUANTITY_FIRST = '请先改正标红的数量'

/** The lines of a page whose typed quantity is too large, and how their fields report it. */
export function useTooLargeQuantities<Key>(): [ReadonlySet<Key>, (key: Key, isTooLarge: boolean) => void] {
  const [keys, setKeys] = useState<ReadonlySet<Key>>(() => new Set())
  const report = useCallback(
    (key: Key, isTooLarge: boolean) => setKeys((was) => new Set(isTooLarge ? [...was, key] : [...was].filter((one) => one !== key))),
    [],
  )
  return [keys, report]
}

/**
 * 购买数量: changes by the SKU's step and never below its minimum. A typed number is rounded up to a valid quantity when the field loses the
 * focus. It is an own component, because a product page has twenty of them and a library would load later.
 */
export function QuantityStepper({ value, rule, label, onChange, onTooLarge, disabled = false, size = 'md' }: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  const [tooLarge, setTooLarge] = useState(false)
  const errorId = useId()
  const report = useEffectEvent(onTooLarge)
  // A field that goes takes what was typed into it with it.
  useEffect(() => (tooLarge ? () => report(false) : undefined), [tooLarge])
  // Not by an effect: a press that follows at once must already find the page's buttons held back.
  const mark = (isTooLarge: boolean) => {
    setTooLarge(isTooLarge)
    if (isTooLarge) onTooLarge(true)
  }
  const settle = () => {
    const requested = Number(typed ?? value)
    const isTooLarge = requested > QUANTITY_MAX
    mark(isTooLarge)
    if (isTooLarge) return
    if (requested > 0 && requested !== value) onChange(roundUpToOrderableQuantity(requested, rule))
    setTyped(null)
  }
  const press = (direction: 1 | -1) => {
    setTyped(null)
    setTooLarge(false)
    onChange(getNextOrderableQuantity(value, rule, direction))
  }
  const byKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const direction = ARROWS[event.key]
    if (event.key === 'Enter') settle()
    if (direction === undefined) return
    event.preventDefault()
    press(direction)
  }
  return (
    <div className="relative">
      <div
        className={`flex items-center rounded-control border bg-white ${tooLarge ? 'border-danger' : 'border-line'} ${size === 'sm' ? 'h-8 w-24' : 'h-9 w-28'}`}
      >
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
          aria-invalid={tooLarge || undefined}
          aria-describedby={errorId}
          className={`num h-full w-full min-w-0 text-center ${tooLarge ? 'text-xs' : 'text-base'}`}
          value={typed ?? value}
          disabled={disabled}
          onChange={(event) => {
            setTyped(digitsOf(event.target.value))
            setTooLarge(false)
          }}
          onBlur={settle}
          onKeyDown={byKey}
        />
        <button type="button" aria-label={`增加${label}`} className={BUTTON} disabled={disabled} onClick={() => press(1)}>
          <Plus className="size-3.5" aria-hidden />
        </button>
      </div>
      <p id={errorId} role="alert" className={`text-xs text-danger empty:hidden ${size === 'sm' ? FLOATING : 'mt-1 w-28'}`}>
        {tooLarge && QUANTITY_TOO_LARGE}
      </p>
    </div>
  )
}
