import type * as z from 'zod/mini'

/** One filter of a list: its label, its control, and its value in the address. */
interface Field<T> {
  label: string
  /** Parses the address's text; undefined if it is invalid, so that a wrong address never breaks a list. */
  read: (text: string) => T | undefined
  write: (value: T) => string
}

export interface TextFilter extends Field<string> {
  kind: 'text'
  placeholder: string
  /** Why a text cannot be searched; undefined if it can. */
  fault: (text: string) => string | undefined
}

export interface FilterChoice {
  value: string
  label: string
}
export interface TabsFilter<T extends string> extends Field<T> {
  kind: 'tabs'
  choices: readonly FilterChoice[]
  /** The label for no choice. */
  none: string
  /** The choice for everything, if no choice means a part. It counts as no filter. */
  all?: T
}
/** A choice of a few values, shown beside the other filters. */
export interface ChoiceFilter<T extends string> extends Field<T> {
  kind: 'choice'
  choices: readonly FilterChoice[]
  /** The default value, if the list always has one. Another choice does not count as a filter. */
  usual?: T
}
export interface FlagFilter extends Field<true> {
  kind: 'flag'
}
export interface DayFilter extends Field<string> {
  kind: 'day'
}
/** A value that is picked with the screen's own control, stored by its id. */
export interface PickFilter extends Field<string> {
  kind: 'pick'
  /** The subject of the list. It does not count as a filter and stays when the filters are cleared. */
  subject?: true
}
// biome-ignore lint/suspicious/noExplicitAny: a field of choices keeps its own, which no common supertype can name
export type AnyFilter = TextFilter | TabsFilter<any> | ChoiceFilter<any> | FlagFilter | DayFilter | PickFilter
export type FilterDefinitionsByName = Record<string, AnyFilter>

/** The values of the filters by name; absent if not set. */
export type FilterValuesOf<F extends FilterDefinitionsByName> = { [K in keyof F]?: NonNullable<ReturnType<F[K]['read']>> | undefined }
export interface Paging {
  pageNo: number
  pageSize: number
}

export const PAGE_SIZE_CHOICES = [20, 50, 100] as const
const FIRST_PAGE: Paging = { pageNo: 1, pageSize: PAGE_SIZE_CHOICES[0] }
const PAGE_MAX = 10_000

type TextRule = z.ZodMiniType<string>
const accepted = (rule: TextRule) => (text: string) => {
  const result = rule.safeParse(text.trim())
  return result.success && result.data !== '' ? result.data : undefined
}
const same = (value: string) => value

/** Free text with a rule of the contract. */
export const textFilter = (label: string, rule: TextRule, placeholder: string): TextFilter => ({
  kind: 'text',
  label,
  placeholder,
  read: accepted(rule),
  write: same,
  fault: (typed) => {
    const result = rule.safeParse(typed.trim())
    return typed.trim() === '' || result.success ? undefined : (result.error.issues[0]?.message ?? '格式不正确')
  },
})

type Choices<T extends string> = Record<T, { label: string }>
const oneOf = <T extends string>(label: string, choices: Choices<T>) => ({
  label,
  write: same,
  choices: (Object.keys(choices) as T[]).map((value) => ({ value, label: choices[value].label })),
  read: (text: string) => (Object.hasOwn(choices, text) ? (text as T) : undefined),
})

/** A choice of a few states, as tabs above the list. */
export const tabsFilter = <T extends string>(label: string, choices: Choices<T>, none = '全部'): TabsFilter<T> => ({
  kind: 'tabs',
  none,
  ...oneOf(label, choices),
})
/** The same for a list that begins with a part, such as what waits. `all` shows everything. */
export const tabsFilterWithAll = <T extends string>(label: string, none: string, choices: Choices<T>, all: NoInfer<T>): TabsFilter<T> => ({
  ...tabsFilter(label, choices, none),
  all,
})
export const choiceFilter = <T extends string>(label: string, choices: Choices<T>): ChoiceFilter<T> => ({
  kind: 'choice',
  ...oneOf(label, choices),
})
/** A choice of a few values that cannot be empty. */
export const requiredChoiceFilter = <T extends string>(label: string, choices: Choices<T>, usual: NoInfer<T>): ChoiceFilter<T> => ({
  ...choiceFilter(label, choices),
  usual,
})

/** A checkbox. */
export const flagFilter = (label: string): FlagFilter => ({
  kind: 'flag',
  label,
  read: (text: string) => (text === '1' ? true : undefined),
  write: () => '1',
})
export const dayFilter = (label: string, rule: TextRule): DayFilter => ({ kind: 'day', label, read: accepted(rule), write: same })
export const pickFilter = (label: string, rule: TextRule): PickFilter => ({ kind: 'pick', label, read: accepted(rule), write: same })
/** The subject of a list, which must be picked first. */
export const requiredPickFilter = (label: string, rule: TextRule): PickFilter => ({ ...pickFilter(label, rule), subject: true })

const wholeNumber = (text: string | undefined): number | undefined => (text && /^\d{1,5}$/.test(text) ? Number(text) : undefined)

/** Parses the number of a page from an address; the first if it is wrong. */
export function parsePageNo(text: string | undefined): number {
  const page = wholeNumber(text) ?? FIRST_PAGE.pageNo
  return page >= 1 && page <= PAGE_MAX ? page : FIRST_PAGE.pageNo
}

function readPaging({ pageNo, pageSize }: Record<string, string | undefined>): Paging {
  const size = wholeNumber(pageSize)
  return {
    pageNo: parsePageNo(pageNo),
    pageSize: PAGE_SIZE_CHOICES.find((one) => one === size) ?? FIRST_PAGE.pageSize,
  }
}

/** Parses the filters from an address, without the page. What a filter does not know is left out. */
export function parseFilters<F extends FilterDefinitionsByName>(fields: F, search: Record<string, string | undefined>): FilterValuesOf<F> {
  const set = Object.entries(fields).flatMap(([name, field]) => {
    const value = search[name] === undefined ? undefined : field.read(search[name])
    return value === undefined ? [] : [[name, value]]
  })
  return Object.fromEntries(set)
}

/** Parses filters and page from an address. */
export const parseListSearchParams = <F extends FilterDefinitionsByName>(
  fields: F,
  search: Record<string, string | undefined>,
): FilterValuesOf<F> & Paging => ({ ...parseFilters(fields, search), ...readPaging(search) })

/** Writes the filters into an address, without the page. */
export function writeFilters<F extends FilterDefinitionsByName>(fields: F, values: FilterValuesOf<F>): Record<string, string> {
  const set = Object.entries(fields).flatMap(([name, field]) => {
    const value: unknown = values[name]
    return value === undefined ? [] : [[name, (field.write as (value: unknown) => string)(value)]]
  })
  return Object.fromEntries(set)
}

/** Writes filters and page into an address. The first page and the default page size are omitted. */
export function toListSearchParams<F extends FilterDefinitionsByName>(
  fields: F,
  values: FilterValuesOf<F> & Paging,
): Record<string, string> {
  return {
    ...writeFilters(fields, values),
    ...(values.pageNo === FIRST_PAGE.pageNo ? {} : { pageNo: String(values.pageNo) }),
    ...(values.pageSize === FIRST_PAGE.pageSize ? {} : { pageSize: String(values.pageSize) }),
  }
}

const isSubject = (field: AnyFilter): boolean =>
  (field.kind === 'pick' && field.subject === true) || (field.kind === 'choice' && field.usual !== undefined)
const isAll = (field: AnyFilter, value: unknown): boolean => field.kind === 'tabs' && field.all === value

/** Whether any filter is set. */
export function isFiltered(fields: FilterDefinitionsByName, values: object): boolean {
  const record = values as Record<string, unknown>
  return Object.entries(fields).some(([name, field]) => record[name] !== undefined && !isSubject(field) && !isAll(field, record[name]))
}

/** The filters after clearing: only the subject of the list, from its first page. */
export function clearFilters<F extends FilterDefinitionsByName>(fields: F, values: FilterValuesOf<F> & Paging): FilterValuesOf<F> & Paging {
  const kept = Object.entries(values).filter(([name]) => fields[name] && isSubject(fields[name]))
  return { ...Object.fromEntries(kept), pageNo: 1, pageSize: values.pageSize } as FilterValuesOf<F> & Paging
}
