/** A rule that holds for all data at all times, with SQL that finds the rows that violate it. */
export interface Invariant {
  id: string
  promise: string
  /** A read-only statement that returns one text for each violation. */
  sql: string
  /**
   * The same about new days and a part of the old ones, for what is compared day by day. The job of the night checks this instead; of all
   * other invariants it checks some companies.
   */
  nightly?: string
  /** It compares what belongs to several companies or to none, so that a part of the companies does not show whether it holds. */
  acrossCompanies?: true
}

/** How many nights it takes until each day and each company was checked again. */
export const NIGHTS_PER_TURN = 28

/** The SQL condition that the rows of two tables, named by their aliases, belong to the same enterprise. */
export const haveSameEnterpriseSql = (left: string, right: string): string => `${left}.enterprise_id = ${right}.enterprise_id`

/** The SQL of the rate of interest that was recorded for a day of the month `s`. */
export const recordedRateSql = (day: string): string =>
  `(select (r ->> 'rate')::int from jsonb_array_elements(s.interest_rates) r where (r ->> 'day')::date <= ${day} order by r ->> 'day' desc limit 1)`
