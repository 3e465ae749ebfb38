import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'

const FRAME =
  'rounded-control border border-line bg-white hover:border-placeholder focus:border-jade aria-invalid:border-danger data-disabled:bg-paper'
const LOOKS = { full: `${FRAME} w-full`, fit: FRAME, inner: '' } as const
const TRIGGER =
  'flex min-w-0 items-center justify-between gap-1.5 text-left text-ink transition-colors data-disabled:text-mute data-placeholder:text-mute'

export interface SelectOption<V extends string> {
  value: V
  label: string
}

export interface SelectProps<V extends string>
  extends Pick<ComponentProps<'button'>, 'id' | 'ref' | 'onBlur' | 'aria-label' | 'aria-describedby' | 'aria-invalid'> {
  options: readonly SelectOption<V>[]
  /** A value without an option is shown as the placeholder. */
  value: NoInfer<V> | ''
  onChange: (value: V) => void
  placeholder?: string
  required?: boolean
  disabled?: boolean
  /** As wide as its place, as wide as its text, or a part of a control that has its own frame. */
  look?: keyof typeof LOOKS
  className?: string
}

export const formatSelectClasses = (look: keyof typeof LOOKS, className = 'h-11 px-3 text-md'): string =>
  `${TRIGGER} ${LOOKS[look]} ${className}`

/** What the closed field shows. */
export const SelectedOption = ({ text }: { text: string }) => (
  <>
    <span className="truncate">{text}</span>
    <ChevronDown className="size-4 shrink-0 text-mute" aria-hidden />
  </>
)
