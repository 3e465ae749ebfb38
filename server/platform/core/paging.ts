import { type RawBuilder, type SelectQueryBuilder, type Simplify, sql } from 'kysely'
import { ROWS_REACHABLE_BY_PAGES_MAX } from '#contract/platform/core/fields.ts'
import type { DB } from '#server/platform/database/schema-types.ts'
import type { Db } from './db.ts'

/** The paging fields of a call. */
export interface PageInput {
  pageNo: number
  pageSize: number
}

/** The part of a list that a query reads: at most `limit` rows, after the first `offset`. */
export interface RowSlice {
  limit: number
  offset: number
}

/** The clause of a slice, for a query in plain SQL. Its order is that of `fetchSlice`. */
export const limitAndOffsetSql = ({ limit, offset }: RowSlice): RawBuilder<unknown> => sql`limit ${limit} offset ${offset}`

export const toSlice = ({ pageNo, pageSize }: PageInput): RowSlice => ({ limit: pageSize, offset: (pageNo - 1) * pageSize })

/**
 * A query for the rows of a slice, for use as a subquery: it selects their keys, which an index alone can return. Its order is that of
 * `fetchSlice`.
 */
export const limitToSlice = <Tables, From extends keyof Tables, Row>(
  ordered: SelectQueryBuilder<Tables, From, Row>,
  { limit, offset }: RowSlice,
): SelectQueryBuilder<Tables, From, Row> => ordered.limit(limit).offset(offset)

/** The rows of a slice. The query must already be ordered, by columns that together are unique. */
export const fetchSlice = <Tables, From extends keyof Tables, Row>(
  ordered: SelectQueryBuilder<Tables, From, Row>,
  slice: RowSlice,
): Promise<Simplify<Row>[]> => limitToSlice(ordered, slice).execute()

const selectTotal = <Tables, From extends keyof Tables, Row>(matching: SelectQueryBuilder<Tables, From, Row>) =>
  matching
    .clearSelect()
    .select(({ fn }) => fn.countAll().as('total'))
    .$castTo<{ total: number }>()

/** How many rows a query without an order matches. Its selected columns do not matter. */
export async function countRows<Tables, From extends keyof Tables, Row>(matching: SelectQueryBuilder<Tables, From, Row>): Promise<number> {
  return (await selectTotal(matching).executeTakeFirstOrThrow()).total
}

const limitToReachable = <Tables, From extends keyof Tables, Row>(matching: SelectQueryBuilder<Tables, From, Row>) =>
  matching.clearSelect().select(sql`1`.as('one')).limit(ROWS_REACHABLE_BY_PAGES_MAX).$castTo<{ one: number }>()

/**
 * Counts like `countRows`, but only up to `ROWS_REACHABLE_BY_PAGES_MAX`: for lists that grow without end, so that a page costs the same with two million
 * rows. Screens show this total as "more than". `db` is the connection of the query.
 */
export const countRowsUpTo = <Tables, From extends keyof Tables, Row>(
  db: Db,
  matching: SelectQueryBuilder<Tables, From, Row>,
): Promise<number> => {
  return countRows(db.selectFrom(limitToReachable(matching).as('counted')))
}

/** Begins a statement that reads the keys of a slice first, as `page`. */
export const startWithPage = (
  db: Db,
  keys: SelectQueryBuilder<DB, 'order', { enterprise_id: string; id: string }>,
): Pick<Db, 'selectFrom'> => db.with('page', () => keys) as unknown as Pick<Db, 'selectFrom'>

/** Counts like `countRowsUpTo` within the statement of `page`, and only if the page is full; otherwise 0. */
export const countOfFullPage = <Tables, From extends keyof Tables, Row>(
  db: Db,
  matching: SelectQueryBuilder<Tables, From, Row>,
  { limit }: RowSlice,
) => selectTotal(db.selectFrom(limitToReachable(matching.where(sql<boolean>`(select count(*) from page) = ${limit}`)).as('reachable')))

/** The rows of a slice, and the total number of matches: two statements, one after the other. */
export async function fetchPageWithTotal<
  Tables,
  From extends keyof Tables,
  Row,
  CountedTables,
  CountedFrom extends keyof CountedTables,
  Counted,
>(
  ordered: SelectQueryBuilder<Tables, From, Row>,
  matching: SelectQueryBuilder<CountedTables, CountedFrom, Counted>,
  slice: RowSlice,
): Promise<{ rows: Simplify<Row>[]; total: number }> {
  const rows = await fetchSlice(ordered, slice)
  return { rows, total: await countRows(matching) }
}

/** The direction of a list by time, by the state that it shows: what waits begins with the oldest, all else with the newest. */
export const getSortDirectionByState = (state: string | undefined, waiting: readonly string[] = ['WAIT']): 'asc' | 'desc' =>
  state !== undefined && waiting.includes(state) ? 'asc' : 'desc'
