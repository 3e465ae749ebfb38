interface Option {
  value: string
  label: string
}

/**
 * Options to choose from, in front of them what is chosen and not among them: not read yet, refused, or beyond those that are listed. Without
 * a place of its own it would be shown by its id.
 */
export const optionsWithCurrent = (options: readonly Option[], value: string | undefined, label: string): Option[] =>
  value === undefined || options.some((option) => option.value === value) ? [...options] : [{ value, label }, ...options]
