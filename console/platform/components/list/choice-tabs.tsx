interface Props<T extends string> {
  label: string
  choices: readonly { value: T; label: string }[]
  /** The label of the tab without a choice. Without it there is always a choice. */
  none?: string
  value: T | undefined
  change: (value: T | undefined) => void
}

/** A choice of a few values, as tabs above a list. */
export function ChoiceTabs<T extends string>({ label, choices, none, value, change }: Props<T>) {
  const all = [...(none === undefined ? [] : [{ value: undefined, label: none }]), ...choices]
  return (
    <fieldset aria-label={label} className="filter-tabs">
      {all.map((choice) => (
        <button key={choice.label} type="button" aria-pressed={choice.value === value} onClick={() => change(choice.value)}>
          {choice.label}
        </button>
      ))}
    </fieldset>
  )
}
