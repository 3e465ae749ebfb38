import { CSPProvider } from '@base-ui/react/csp-provider'
import { Select as BaseSelect } from '@base-ui/react/select'
import { Check, ChevronDown } from 'lucide-react'
import { type ComponentProps, useEffect, useRef, useState } from 'react'

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

const ITEM =
  'flex min-h-11 cursor-pointer items-center gap-2 px-3 py-1.5 outline-none data-highlighted:bg-jade-tint data-highlighted:outline-2 data-highlighted:-outline-offset-2 data-highlighted:outline-transparent data-selected:font-medium data-selected:text-jade md:min-h-9'

/**
 * A field to choose one option, for the mouse, the finger, or the keyboard: arrows, Home, End, the first characters, Enter and Escape, which
 * closes only the list. The browser's own list has the browser's look and language.
 */
export function Select<V extends string>({
  options,
  value,
  onChange,
  placeholder = '请选择',
  required = false,
  disabled = false,
  look = 'full',
  className = 'h-11 px-3 text-md',
  ref,
  ...trigger
}: SelectProps<V>) {
  const button = useRef<HTMLButtonElement>(null)
  const [main, setMain] = useState<HTMLElement>()
  // The list is a part of the page's main content; that of a window is put beside the window.
  useEffect(() => setMain(button.current?.closest('main') ?? undefined), [])
  const chosen = options.find((option) => option.value === value)
  return (
    // The policy of the pages allows no style elements.
    <CSPProvider disableStyleElements>
      <BaseSelect.Root
        items={options}
        value={chosen?.value ?? null}
        onValueChange={(next) => next !== null && onChange(next)}
        disabled={disabled}
        modal={false}
      >
        <BaseSelect.Trigger
          ref={button}
          render={<button type="button" ref={ref} />}
          {...trigger}
          aria-required={required || undefined}
          className={`${TRIGGER} ${LOOKS[look]} ${className}`}
        >
          <span className="truncate">{chosen?.label ?? placeholder}</span>
          <ChevronDown className="size-4 shrink-0 text-mute" aria-hidden />
        </BaseSelect.Trigger>
        <BaseSelect.Portal container={main}>
          <BaseSelect.Positioner alignItemWithTrigger={false} align="start" sideOffset={4} collisionPadding={8} className="z-60">
            <BaseSelect.Popup className="panel max-h-[min(--spacing(90),var(--available-height))] max-w-(--available-width) min-w-(--anchor-width) overflow-y-auto overscroll-contain py-1 text-base">
              <BaseSelect.List>
                {options.map((option) => (
                  <BaseSelect.Item key={option.value} value={option.value} className={ITEM}>
                    <BaseSelect.ItemText className="min-w-0 flex-1 break-words">{option.label}</BaseSelect.ItemText>
                    <BaseSelect.ItemIndicator className="shrink-0">
                      <Check className="size-4" aria-hidden />
                    </BaseSelect.ItemIndicator>
                  </BaseSelect.Item>
                ))}
              </BaseSelect.List>
            </BaseSelect.Popup>
          </BaseSelect.Positioner>
        </BaseSelect.Portal>
      </BaseSelect.Root>
    </CSPProvider>
  )
}
