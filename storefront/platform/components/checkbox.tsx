import { Check, Minus } from 'lucide-react'
import type { ReactNode, RefCallback } from 'react'

interface Props {
  /** The label for screen readers, which do not see the surrounding text. */
  label: string
  /** 'some': a part of several things is selected. */
  value: 'all' | 'some' | 'none'
  onChange: (checked: boolean) => void
  disabled?: boolean
  /** It must be checked and is not. */
  invalid?: boolean
  ref?: RefCallback<HTMLInputElement>
  /** A text beside the box that can also be pressed. */
  children?: ReactNode
}

const BOX =
  'peer size-4.5 appearance-none rounded-[3px] border border-placeholder bg-white checked:border-pine checked:bg-pine indeterminate:border-pine indeterminate:bg-pine disabled:border-line disabled:bg-line-soft'
const SIGN = 'pointer-events-none absolute inset-0 m-auto hidden size-3.5 text-white peer-disabled:text-mute'

/** A checkbox with a touch area around it. */
export function Checkbox({ label, value, onChange, disabled = false, invalid = false, ref, children }: Props) {
  return (
    <label className={`-m-2 inline-flex items-center gap-2.5 p-2 ${disabled ? 'cursor-not-allowed' : 'cursor-pointer'}`}>
      <span className="relative size-4.5 shrink-0">
        <input
          type="checkbox"
          aria-label={label}
          checked={value === 'all'}
          onChange={(event) => onChange(event.target.checked)}
          disabled={disabled}
          aria-invalid={invalid || undefined}
          ref={(box) => {
            // The indeterminate state is not an attribute. It can only be set on the element.
            if (box) box.indeterminate = value === 'some'
            return ref?.(box)
          }}
          className={`${BOX} ${invalid ? 'border-danger!' : ''}`}
        />
        <Check className={`${SIGN} peer-checked:block peer-indeterminate:hidden`} strokeWidth={3} aria-hidden />
        <Minus className={`${SIGN} peer-indeterminate:block`} strokeWidth={3} aria-hidden />
      </span>
      {children}
    </label>
  )
}
