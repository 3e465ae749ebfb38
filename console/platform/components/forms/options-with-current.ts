interface Option {
  value: string
  label: string
}

/**
 * The options of a select, preceded by the current value if it is not among them: not loaded yet, refused, or beyond the listed ones.
 * Otherwise the select would show its id.
 */
export const optionsWithCurrent = (options: readonly Option[], value: string | undefined, label: string): Option[] =>
  value === undefined || options.some((option) => option.value === value) ? [...options] : [{ value, label }, ...options]
