import {
  type AnyFilter,
  type FilterDefinitionsByName,
  type FilterValuesOf,
  parseFilters,
  writeFilters,
} from '#console/platform/components/list/filters.ts'
import type { SavedView } from '#contract/people/saved-views/api.ts'

type SearchTexts = Record<string, string>

const isUsual = (field: AnyFilter, value: unknown): boolean => field.kind === 'choice' && field.usual !== undefined && value === field.usual

/** Writes the filters of a list as a view keeps them: without the page and its size, and without what the list does anyway. */
export function toSavedSearch<F extends FilterDefinitionsByName>(fields: F, values: FilterValuesOf<F>): SearchTexts {
  const record: Record<string, unknown> = values
  const set = Object.entries(fields).filter(([name, field]) => !isUsual(field, record[name]))
  return writeFilters(Object.fromEntries(set), record)
}

/** Whether a list shows what a view keeps. Neither the order of the parameters counts nor the page. */
export function isShownView<F extends FilterDefinitionsByName>(
  fields: F,
  { search }: Pick<SavedView, 'search'>,
  values: FilterValuesOf<F>,
) {
  const shown = toSavedSearch(fields, values)
  const names = Object.keys(search)
  return names.length === Object.keys(shown).length && names.every((name) => shown[name] === search[name])
}

/** The labels of the filters that a view would keep, for people: ['状态', '省份']. */
export const listSavedFilterLabels = <F extends FilterDefinitionsByName>(fields: F, values: FilterValuesOf<F>): string[] =>
  Object.keys(toSavedSearch(fields, values)).flatMap((name) => fields[name]?.label ?? [])

/** Whether the filters are worth a name. A tab alone, and the subject of a list, are one press away already. */
export function isWorthSaving<F extends FilterDefinitionsByName>(fields: F, values: FilterValuesOf<F>): boolean {
  return Object.keys(toSavedSearch(fields, values)).some((name) => {
    const field: AnyFilter | undefined = fields[name]
    return field !== undefined && field.kind !== 'tabs' && !(field.kind === 'pick' && field.subject === true)
  })
}

/** Whether a view keeps filters that the list does not know any more, so that it shows more than it did. */
export const hasLapsedFilters = (fields: FilterDefinitionsByName, { search }: Pick<SavedView, 'search'>): boolean =>
  Object.keys(toSavedSearch(fields, parseFilters(fields, search))).length < Object.keys(search).length
