import { OTPField } from '@base-ui/react/otp-field'
import { type Ref, useId, useImperativeHandle } from 'react'

const LENGTH = 6
const HINT = '密码为6位数字'

interface Six {
  label: string
  value: string
  onChange: (value: string) => void
  disabled?: boolean
  /** The digits are being checked. */
  readOnly?: boolean
  fault: string | undefined
  hint?: string
  /** Sets the focus to the first box. */
  ref?: Ref<{ focus: () => void }>
}

/** Six boxes that hide the typed digits. */
export function SixDigitInput({ label, value, onChange, disabled = false, readOnly = false, fault, hint = HINT, ref }: Six) {
  const id = useId()
  useImperativeHandle(ref, () => ({ focus: () => document.getElementById(id)?.focus() }), [id])
  const about = `${id}-about`
  return (
    <>
      <label htmlFor={id} className="mb-1.5 block text-sm text-mute">
        {label}
      </label>
      <OTPField.Root
        id={id}
        length={LENGTH}
        mask
        autoComplete="off"
        value={value}
        onValueChange={onChange}
        disabled={disabled}
        readOnly={readOnly}
        aria-describedby={about}
        className="grid grid-cols-6 gap-2"
      >
        {Array.from({ length: LENGTH }, (_, at) => (
          <OTPField.Input
            // biome-ignore lint/suspicious/noArrayIndexKey: a box is its place
            key={at}
            aria-label={at === 0 ? undefined : `${label}第 ${at + 1} 位`}
            aria-invalid={fault !== undefined}
            className="num h-13 w-full min-w-0 rounded-control border border-placeholder bg-white text-center text-xl focus:border-jade aria-invalid:border-danger disabled:border-line disabled:bg-paper"
          />
        ))}
      </OTPField.Root>
      <p
        id={about}
        role={fault === undefined ? undefined : 'alert'}
        className={`mt-1.5 min-h-5 text-sm ${fault === undefined ? 'text-mute' : 'text-danger'}`}
      >
        {fault ?? hint}
      </p>
    </>
  )
}
