import { formatCount } from '#ui/format.ts'

interface Choice<T> {
  value: T
  label: string
  /** How many rows there are of it. */
  count?: number | undefined
}

interface Props<T extends string> {
  label: string
  choices: readonly Choice<T>[]
  /** The label of the tab without a choice. Without it there is always a choice. */
  none?: string
  /** How many rows there are without a choice. */
  total?: number
  value: T | undefined
  change: (value: T | undefined) => void
}

/** A choice of a few values, as tabs above a list. */
export function ChoiceTabs<T extends string>({ label, choices, none, total, value, change }: Props<T>) {
  const all: readonly Choice<T | undefined>[] = [
    ...(none === undefined ? [] : [{ value: undefined, label: none, count: total }]),
    ...choices,
  ]
  return (
    <fieldset aria-label={label} className="filter-tabs">
      {all.map((choice) => (
        <button key={choice.label} type="button" aria-pressed={choice.value === value} onClick={() => change(choice.value)}>
          {choice.label}
          {choice.count !== undefined && (
            <>
              {' '}
              <span className="num">{formatCount(choice.count)}</span>
            </>
          )}
        </button>
      ))}
    </fieldset>
  )
}
