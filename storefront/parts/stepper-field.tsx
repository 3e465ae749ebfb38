import { NumberField } from '@base-ui/react/number-field'
import { Minus, Plus } from 'lucide-react'
import { useState } from 'react'
import { fitted, nextQuantity, type QuantityRule } from '../../contract/cart/quantity.ts'
import { QUANTITY_MAX } from '../../contract/fields.ts'

export interface StepperProps {
  value: number
  rule: QuantityRule
  label: string
  onChange: (value: number) => void
  disabled?: boolean
  size?: 'sm' | 'md'
}

/** 购买数量: goes by the SKU's step, never below its minimum; what is typed is rounded up to what can be ordered when one leaves the field. */
export function StepperField({ value, rule, label, onChange, disabled = false, size = 'md' }: StepperProps) {
  const [typed, setTyped] = useState<number | null>(null)
  const button = 'grid h-full w-7 shrink-0 place-items-center text-mute hover:text-jade disabled:text-line'
  const settle = () => {
    if (typed !== null && typed !== value) onChange(fitted(typed, rule))
    setTyped(null)
  }
  // The field shows what was typed until it is left, so Enter leaves it for a moment: what it was rounded to is seen at once.
  const commit = (input: HTMLInputElement) => {
    input.blur()
    input.focus()
  }
  const press = (direction: 1 | -1) => {
    setTyped(null)
    onChange(nextQuantity(value, rule, direction))
  }
  return (
    <NumberField.Root value={typed ?? value} onValueChange={setTyped} min={1} max={QUANTITY_MAX} step={1} disabled={disabled}>
      <NumberField.Group
        className={`flex items-center rounded-control border border-line bg-white ${size === 'sm' ? 'h-8 w-24' : 'h-9 w-28'}`}
      >
        <button
          type="button"
          aria-label={`减少${label}`}
          className={button}
          disabled={disabled || value <= rule.minimum}
          onClick={() => press(-1)}
        >
          <Minus className="size-3.5" aria-hidden />
        </button>
        <NumberField.Input
          aria-label={label}
          className="num h-full w-full min-w-0 text-center text-base"
          onBlur={settle}
          onKeyDown={(event) => event.key === 'Enter' && commit(event.currentTarget)}
        />
        <button type="button" aria-label={`增加${label}`} className={button} disabled={disabled} onClick={() => press(1)}>
          <Plus className="size-3.5" aria-hidden />
        </button>
      </NumberField.Group>
    </NumberField.Root>
  )
}
