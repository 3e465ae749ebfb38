import {
  type FilterDefinitionsByName,
  type FilterValuesOf,
  type Paging,
  parseListSearchParams,
} from '#console/platform/components/list/filters.ts'
import { formatSearchParams, parseSearchParamsAsText, type SearchParams } from '#console/platform/components/list/search.ts'
import type { RowPage } from '#console/platform/components/list/use-list.ts'
import type { CallOptions } from '#contract/platform/core/client.ts'

/** Whoever works through a queue. */
export interface QueueViewer {
  name: string
  now: Date
}

/** The cases of a list that wait for a decision, and how one of them is opened. */
export interface CaseQueue<F extends FilterDefinitionsByName, Row> {
  /** The paths of the list and of the screen of one case. */
  list: string
  screen: string
  fields: F
  /** The list, whose waiting cases begin with the oldest. */
  rows: (input: FilterValuesOf<F> & Paging, options?: CallOptions) => Promise<RowPage<Row>>
  /** The filter that says which cases are shown, and its values that mean cases which wait; undefined: the list without it. */
  waits: { by: string; for: readonly (string | undefined)[] }
  /** The key under which the queries of the list are cached. A decision invalidates it. */
  queryKey: readonly string[]
  id: (row: Row) => string
  /** The search parameters of the case. */
  at: (row: Row) => Record<string, string>
  /** Whether only somebody else can decide it now. */
  isOthers?: (row: Row, viewer: QueueViewer) => boolean
}

// biome-ignore lint/suspicious/noExplicitAny: what is common to all queues does not depend on their rows
export type AnyCaseQueue = CaseQueue<any, any>

/** The queue of a list whose rows are decided in it, so that a case has no screen of its own. `waiting`: the values of its filter `by` that mean rows which wait; undefined: the list without it. */
export const createListQueue = <F extends FilterDefinitionsByName, Row extends { id: string }>(
  list: string,
  {
    waiting,
    by = 'state',
    ...queue
  }: Pick<CaseQueue<F, Row>, 'fields' | 'rows' | 'queryKey'> & { waiting: CaseQueue<F, Row>['waits']['for']; by?: string },
): CaseQueue<F, Row> => Object.assign(queue, { list, screen: list, waits: { by, for: waiting }, id: ({ id }: Row) => id, at: () => ({}) })

/** The filters of a list as the address of a case keeps them: 'queue=decide&type=REFUND'. The page is left out. */
export const formatListFiltersParam = ({ pageNo: _, pageSize: __, ...filters }: SearchParams): string =>
  formatSearchParams(filters).slice(1)

/**
 * The filters of the queue that a case was opened from. A list that shows other cases too, or no list, leads to those that wait: `waiting`
 * is then the value of the filter.
 */
export function toQueueFilters({ waits }: Pick<AnyCaseQueue, 'waits'>, list: string | undefined, waiting: string | undefined): string {
  if (list !== undefined && isQueueFilters({ waits }, list)) return list
  const given: SearchParams = parseSearchParamsAsText(list ?? '')
  const { state: _, ...rest } = given
  return formatListFiltersParam(
    Object.fromEntries(Object.entries({ ...rest, [waits.by]: waiting }).filter(([, value]) => value !== undefined)),
  )
}

/** Whether filters show only cases that wait, so that one of them leads to the next. */
export const isQueueFilters = ({ waits }: Pick<AnyCaseQueue, 'waits'>, filters: string): boolean =>
  waits.for.includes(parseSearchParamsAsText(filters)[waits.by])

/** What a person has done of a queue since he has opened the console: what he has decided, and what he has had before him. */
interface Run {
  decided: ReadonlySet<string>
  seen: ReadonlySet<string>
}

const NOTHING: Run = { decided: new Set(), seen: new Set() }
const runs = new Map<string, Run>()
const listeners = new Set<() => void>()
/** Another person begins anew. */
export const clearCaseRuns = (): void => runs.clear()

const keyOf = ({ list }: Pick<AnyCaseQueue, 'list'>, filters: string) => `${list}?${filters}`
export const readCaseRun = (queue: Pick<AnyCaseQueue, 'list'>, filters: string): Run => runs.get(keyOf(queue, filters)) ?? NOTHING

/** Records that a case was decided, or only seen. */
export function recordDecidedOrSeenCase(
  queue: Pick<AnyCaseQueue, 'list'>,
  filters: string,
  { id, decided }: { id: string; decided: boolean },
): void {
  const run = readCaseRun(queue, filters)
  runs.set(keyOf(queue, filters), {
    decided: decided ? new Set([...run.decided, id]) : run.decided,
    seen: new Set([...run.seen, id]),
  })
  for (const listener of listeners) listener()
}

/** Calls the listener when a case is recorded. Returns the function that stops it. */
export function watchCaseRuns(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/**
 * The next case: the oldest that the person has not had before him, otherwise the oldest that he has passed over. Undefined: none is left
 * for him. What he has decided waits for somebody else, if it still waits.
 */
export function chooseNextCase<Row>(
  rows: readonly Row[],
  { run, id, isOthers }: { run: Run; id: (row: Row) => string; isOthers: (row: Row) => boolean },
): Row | undefined {
  const free = rows.filter((row) => !run.decided.has(id(row)) && !isOthers(row))
  return free.find((row) => !run.seen.has(id(row))) ?? free[0]
}

const BATCH = 100

/** Reads the queue until it finds the next case; see `chooseNextCase`. */
export async function findNextCase<F extends FilterDefinitionsByName, Row>(
  queue: CaseQueue<F, Row>,
  filters: string,
  viewer: QueueViewer,
): Promise<{ row: Row } | undefined> {
  const { pageNo: _, pageSize: __, ...values } = parseListSearchParams(queue.fields, parseSearchParamsAsText(filters))
  const { id, isOthers = () => false } = queue
  const run = readCaseRun(queue, filters)
  let passed: { row: Row } | undefined
  for (let pageNo = 1; ; pageNo += 1) {
    const { dataList, total } = await queue.rows({ ...(values as unknown as FilterValuesOf<F>), pageNo, pageSize: BATCH })
    const next = chooseNextCase(dataList, { run, id, isOthers: (row) => isOthers(row, viewer) })
    if (next !== undefined && !run.seen.has(id(next))) return { row: next }
    if (next !== undefined) passed ??= { row: next }
    if (dataList.length === 0 || pageNo * BATCH >= total) return passed
  }
}
