import { CSPProvider } from '@base-ui/react/csp-provider'
import { Select as BaseSelect } from '@base-ui/react/select'
import { Check } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { formatSelectClasses, SelectedOption, type SelectProps } from './select-look.tsx'

const ITEM =
  'flex min-h-11 cursor-pointer items-center gap-2 px-3 py-1.5 outline-none data-highlighted:bg-jade-tint data-highlighted:outline-2 data-highlighted:-outline-offset-2 data-highlighted:outline-transparent data-selected:font-medium data-selected:text-jade md:min-h-9'

interface Props<V extends string> extends SelectProps<V> {
  /** Whether the list was asked for, or the field had the focus, before this was loaded. */
  opensAtOnce: boolean
  hadFocus: boolean
}

/**
 * The field with its list, for the mouse, the finger, or the keyboard: arrows, Home, End, the first characters, Enter and Escape, which closes
 * only the list.
 */
export function SelectWithList<V extends string>({
  opensAtOnce,
  hadFocus,
  options,
  value,
  onChange,
  placeholder = '请选择',
  required = false,
  disabled = false,
  look = 'full',
  className,
  ref,
  ...trigger
}: Props<V>) {
  const button = useRef<HTMLButtonElement>(null)
  const [main, setMain] = useState<HTMLElement>()
  // The list is a part of the page's main content; that of a window is put beside the window.
  useEffect(() => setMain(button.current?.closest('main') ?? undefined), [])
  const [before] = useState({ opensAtOnce, hadFocus })
  useEffect(() => {
    if (before.hadFocus) button.current?.focus()
    if (before.opensAtOnce) button.current?.click()
  }, [before])
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
          className={formatSelectClasses(look, className)}
        >
          <SelectedOption text={chosen?.label ?? placeholder} />
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
