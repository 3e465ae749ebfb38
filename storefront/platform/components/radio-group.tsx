import { createContext, type ReactNode, useContext, useId } from 'react'

interface Group {
  name: string
  value: string | null
  choose: (value: string) => void
  disabled: boolean
}
const GroupContext = createContext<Group | undefined>(undefined)

interface RadioGroupProps<Value extends string> {
  'aria-label': string
  /** null: nothing is chosen yet. */
  value: Value | null
  onChange: (value: NoInfer<Value>) => void
  disabled?: boolean
  className?: string
  children: ReactNode
}

/** A choice of one of several. Its `RadioCircle`s are the browser's own radios: the library's would be a large part of the pages that have them. */
export function RadioGroup<Value extends string>({ value, onChange, disabled = false, children, ...rest }: RadioGroupProps<Value>) {
  const name = useId()
  return (
    <div role="radiogroup" {...rest}>
      <GroupContext value={{ name, value, choose: (next) => onChange(next as Value), disabled }}>{children}</GroupContext>
    </div>
  )
}

interface RadioCircleProps {
  value: string
  disabled?: boolean
  /** Lowers the circle to the first line of a label with several lines. */
  lowered?: boolean
}

const CIRCLE =
  'peer size-4.5 appearance-none rounded-full border border-placeholder bg-white checked:border-jade disabled:border-line enabled:cursor-[inherit]'

/** The circle of one choice of a `RadioGroup`. The label around it belongs to the caller. */
export function RadioCircle({ value, disabled = false, lowered = false }: RadioCircleProps) {
  const group = useContext(GroupContext)
  if (!group) throw new Error('a circle outside of a group')
  return (
    <span className={`relative size-4.5 shrink-0 ${lowered ? 'mt-0.5' : ''}`}>
      <input
        type="radio"
        name={group.name}
        value={value}
        checked={group.value === value}
        disabled={disabled || group.disabled}
        onChange={() => group.choose(value)}
        // Enter would send the form around it.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        className={CIRCLE}
      />
      <i aria-hidden className="pointer-events-none absolute inset-0 m-auto hidden size-2.5 rounded-full bg-jade peer-checked:block" />
    </span>
  )
}
