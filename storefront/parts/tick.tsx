import { Checkbox } from '@base-ui/react/checkbox'
import { Check, Minus } from 'lucide-react'
import type { ReactNode, Ref } from 'react'

interface Props {
  /** What is ticked, for people who do not see what stands beside it. */
  label: string
  /** 'some': of several, part of them are. */
  value: 'all' | 'some' | 'none'
  onChange: (ticked: boolean) => void
  disabled?: boolean
  /** It has to be ticked and is not. */
  invalid?: boolean
  ref?: Ref<HTMLElement>
  /** Text beside the box that can be pressed as well. */
  children?: ReactNode
}

const BOX =
  'grid size-4.5 shrink-0 place-items-center rounded-[3px] border border-placeholder bg-white text-white data-checked:border-pine data-checked:bg-pine data-disabled:border-line data-disabled:bg-line-soft data-disabled:text-mute data-indeterminate:border-pine data-indeterminate:bg-pine'

/** A box to tick, with room around it for a finger. */
export function Tick({ label, value, onChange, disabled = false, invalid = false, ref, children }: Props) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is the control
    <label className={`-m-2 inline-flex items-center gap-2.5 p-2 ${disabled ? 'cursor-not-allowed' : 'cursor-pointer'}`}>
      <Checkbox.Root
        aria-label={label}
        checked={value === 'all'}
        indeterminate={value === 'some'}
        onCheckedChange={onChange}
        disabled={disabled}
        aria-invalid={invalid || undefined}
        ref={ref}
        className={`${BOX} ${invalid ? 'border-danger!' : ''}`}
      >
        <Checkbox.Indicator className="grid">
          {value === 'some' ? (
            <Minus className="size-3.5" strokeWidth={3} aria-hidden />
          ) : (
            <Check className="size-3.5" strokeWidth={3} aria-hidden />
          )}
        </Checkbox.Indicator>
      </Checkbox.Root>
      {children}
    </label>
  )
}
