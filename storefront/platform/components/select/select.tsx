import { useRef, useState, useSyncExternalStore } from 'react'
import { useIdleLoad } from '#storefront/platform/components/use-idle-load.ts'
import { formatSelectClasses, SelectedOption, type SelectProps } from './select-look.tsx'
import type { SelectWithList } from './select-with-list.tsx'

/** The list is a large library. It is loaded after the first screen, or as soon as somebody is about to open a field. */
let loaded: typeof SelectWithList | undefined
const watchers = new Set<() => void>()
const watch = (watcher: () => void) => {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
async function load(): Promise<void> {
  loaded ??= (await import('./select-with-list.tsx')).SelectWithList
  for (const watcher of [...watchers]) watcher()
}
const loadQuietly = (): void => void load().catch(() => undefined)

/** A field to choose one option. The browser's own list has the browser's look and language. */
export function Select<V extends string>(props: SelectProps<V>) {
  const Loaded = useSyncExternalStore(watch, () => loaded)
  const [isAsked, setIsAsked] = useState(false)
  const hasFocus = useRef(false)
  useIdleLoad(load)
  if (Loaded) return <Loaded {...props} opensAtOnce={isAsked} hadFocus={hasFocus.current} />
  return (
    <ClosedSelect
      {...props}
      ask={() => {
        setIsAsked(true)
        loadQuietly()
      }}
      focus={(isFocused) => {
        hasFocus.current = isFocused
        if (isFocused) loadQuietly()
      }}
    />
  )
}

/** The field until its list is loaded. */
function ClosedSelect<V extends string>({
  options,
  value,
  onChange: _,
  placeholder = '请选择',
  required = false,
  disabled = false,
  look = 'full',
  className,
  onBlur,
  ask,
  focus,
  ...trigger
}: SelectProps<V> & { ask: () => void; focus: (isFocused: boolean) => void }) {
  const chosen = options.find((option) => option.value === value)
  return (
    <button
      type="button"
      {...trigger}
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      aria-required={required || undefined}
      disabled={disabled}
      data-disabled={disabled ? '' : undefined}
      data-placeholder={chosen ? undefined : ''}
      onClick={ask}
      onKeyDown={({ key }) => (key === 'ArrowDown' || key === 'ArrowUp') && ask()}
      onFocus={() => focus(true)}
      onBlur={(event) => {
        focus(false)
        onBlur?.(event)
      }}
      className={formatSelectClasses(look, className)}
    >
      <SelectedOption text={chosen?.label ?? placeholder} />
    </button>
  )
}
