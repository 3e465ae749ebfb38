import type * as z from 'zod/mini'

/** How one filter of a list is called, is drawn, and stands in the address. */
interface Field<T> {
  label: string
  /** Takes the address's text; undefined for what is none, so an address typed by hand never breaks a list. */
  read: (text: string) => T | undefined
  write: (value: T) => string
}

export interface TextField extends Field<string> {
  kind: 'text'
  placeholder: string
  /** Why a text cannot be searched for; undefined when it can. */
  fault: (text: string) => string | undefined
}

export interface Choice {
  value: string
  label: string
}
export interface TabsField<T extends string> extends Field<T> {
  kind: 'tabs'
  choices: readonly Choice[]
  /** What the list shows while none is chosen. */
  none: string
  /** The choice that shows everything, where none shows a part: it narrows nothing. */
  all?: T
}
/** One of a few, drawn beside the other filters. */
export interface ChoiceField<T extends string> extends Field<T> {
  kind: 'choice'
  choices: readonly Choice[]
  /** What the list is of while none is chosen, where it is always of one: choosing another narrows nothing. */
  usual?: T
}
export interface FlagField extends Field<true> {
  kind: 'flag'
}
export interface DayField extends Field<string> {
  kind: 'day'
}
/** Something picked with a control of the screen's own, kept by its id. */
export interface PickField extends Field<string> {
  kind: 'pick'
  /** What the list is of: it narrows nothing, and stays when the filters are cleared. */
  subject?: true
}
// biome-ignore lint/suspicious/noExplicitAny: a field of choices keeps its own, which no common supertype can name
export type AnyField = TextField | TabsField<any> | ChoiceField<any> | FlagField | DayField | PickField
export type Filters = Record<string, AnyField>

/** What the filters say: each by its name, absent when it is not set. */
export type ValuesOf<F extends Filters> = { [K in keyof F]?: NonNullable<ReturnType<F[K]['read']>> | undefined }
export interface Paging {
  pageNo: number
  pageSize: number
}

export const PAGE_SIZES = [20, 50, 100] as const
const FIRST_PAGE: Paging = { pageNo: 1, pageSize: PAGE_SIZES[0] }
const PAGE_MAX = 10_000

type TextRule = z.ZodMiniType<string>
const accepted = (rule: TextRule) => (text: string) => {
  const result = rule.safeParse(text.trim())
  return result.success && result.data !== '' ? result.data : undefined
}
const same = (value: string) => value

/** Free text under a rule of the contract. */
export const text = (label: string, rule: TextRule, placeholder: string): TextField => ({
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

/** One of a few states, drawn as tabs above the list. */
export const tabs = <T extends string>(label: string, choices: Choices<T>, none = '全部'): TabsField<T> => ({
  kind: 'tabs',
  none,
  ...oneOf(label, choices),
})
/** The same where the list begins with a part, such as what waits, and `all` shows everything. */
export const tabsWithAll = <T extends string>(label: string, none: string, choices: Choices<T>, all: NoInfer<T>): TabsField<T> => ({
  ...tabs(label, choices, none),
  all,
})
export const choice = <T extends string>(label: string, choices: Choices<T>): ChoiceField<T> => ({
  kind: 'choice',
  ...oneOf(label, choices),
})
/** One of a few, and never all of them at once. */
export const requiredChoice = <T extends string>(label: string, choices: Choices<T>, usual: NoInfer<T>): ChoiceField<T> => ({
  ...choice(label, choices),
  usual,
})

/** Ticked or not. */
export const flag = (label: string): FlagField => ({
  kind: 'flag',
  label,
  read: (text: string) => (text === '1' ? true : undefined),
  write: () => '1',
})
export const day = (label: string, rule: TextRule): DayField => ({ kind: 'day', label, read: accepted(rule), write: same })
export const pick = (label: string, rule: TextRule): PickField => ({ kind: 'pick', label, read: accepted(rule), write: same })
/** What a list is of, which somebody has to pick before there is any. */
export const requiredPick = (label: string, rule: TextRule): PickField => ({ ...pick(label, rule), subject: true })

const wholeNumber = (text: string | undefined): number | undefined => (text && /^\d{1,5}$/.test(text) ? Number(text) : undefined)

function readPaging({ pageNo, pageSize }: Record<string, string | undefined>): Paging {
  const [page, size] = [wholeNumber(pageNo) ?? 1, wholeNumber(pageSize)]
  return {
    pageNo: page >= 1 && page <= PAGE_MAX ? page : FIRST_PAGE.pageNo,
    pageSize: PAGE_SIZES.find((one) => one === size) ?? FIRST_PAGE.pageSize,
  }
}

/** Reads filters and page from an address. */
export function parseListSearch<F extends Filters>(fields: F, search: Record<string, string | undefined>): ValuesOf<F> & Paging {
  const set = Object.entries(fields).flatMap(([name, field]) => {
    const value = search[name] === undefined ? undefined : field.read(search[name])
    return value === undefined ? [] : [[name, value]]
  })
  return { ...Object.fromEntries(set), ...readPaging(search) }
}

/** Writes filters and page into an address; the first page of the usual size is not worth a word. */
export function formatListSearch<F extends Filters>(fields: F, values: ValuesOf<F> & Paging): Record<string, string> {
  const set = Object.entries(fields).flatMap(([name, field]) => {
    const value: unknown = values[name]
    return value === undefined ? [] : [[name, (field.write as (value: unknown) => string)(value)]]
  })
  return {
    ...Object.fromEntries(set),
    ...(values.pageNo === FIRST_PAGE.pageNo ? {} : { pageNo: String(values.pageNo) }),
    ...(values.pageSize === FIRST_PAGE.pageSize ? {} : { pageSize: String(values.pageSize) }),
  }
}

const isSubject = (field: AnyField): boolean =>
  (field.kind === 'pick' && field.subject === true) || (field.kind === 'choice' && field.usual !== undefined)
const isAll = (field: AnyField, value: unknown): boolean => field.kind === 'tabs' && field.all === value

/** Whether any filter narrows the list. */
export function isFiltered(fields: Filters, values: object): boolean {
  const said = values as Record<string, unknown>
  return Object.entries(fields).some(([name, field]) => said[name] !== undefined && !isSubject(field) && !isAll(field, said[name]))
}

/** What stays of the filters when they are cleared: what the list is of, from its first page. */
export function clearFilters<F extends Filters>(fields: F, values: ValuesOf<F> & Paging): ValuesOf<F> & Paging {
  const kept = Object.entries(values).filter(([name]) => fields[name] && isSubject(fields[name]))
  return { ...Object.fromEntries(kept), pageNo: 1, pageSize: values.pageSize } as ValuesOf<F> & Paging
}
