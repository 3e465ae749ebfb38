import type { SelectOption } from './select.tsx'

/** The options of a table of labels. */
export const toLabelOptions = <V extends string>(labels: Readonly<Record<V, string | { label: string }>>): SelectOption<V>[] =>
  (Object.entries(labels) as [V, string | { label: string }][]).map(([value, one]) => ({
    value,
    label: typeof one === 'string' ? one : one.label,
  }))

/** The options of things with an id and a name. `none` is the label of the option for none of them. */
export const toNameOptions = (rows: readonly { id: string; name: string }[], none?: string): SelectOption<string>[] => [
  ...(none === undefined ? [] : [{ value: '', label: none }]),
  ...rows.map(({ id, name }) => ({ value: id, label: name })),
]

/** The options of words, of which each is its own value. */
export const toWordOptions = (words: readonly string[]): SelectOption<string>[] => words.map((word) => ({ value: word, label: word }))
