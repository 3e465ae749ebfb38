import pg from 'pg'

/** A statement as the database counts it: how often in one order, and its mean time in ms, planning included. */
export interface CountedStatement {
  query: string
  calls: number
  meanMs: number
}

/** More than an order has with what jobs send for it. */
const SHOWN = 150
const TEXT_MAX = 400
/** A statement that runs in fewer acts than one of so many is not of the act. */
const RARE = 20

async function withSuper<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Resets all counts of the statements. */
export const resetStatementCounts = (url: string): Promise<unknown> =>
  withSuper(url, (client) => client.query('select pg_stat_statements_reset()'))

/** The statements since the reset, per act, those with the most time first. */
export async function readStatementCounts(url: string, acts: number): Promise<CountedStatement[]> {
  const { rows } = await withSuper(url, (client) =>
    client.query<{ query: string; calls: number; total: number }>(
      `select query, sum(calls)::float8 as calls, sum(total_exec_time + total_plan_time) as total from pg_stat_statements
       where dbid = (select oid from pg_database where datname = current_database()) and calls > $1 and query not like '%bare.%'
       group by query order by total desc limit $2`,
      [Math.floor(acts / RARE), SHOWN],
    ),
  )
  return rows.map(({ query, calls, total }) => ({
    query: query.replaceAll(/\s+/g, ' ').slice(0, TEXT_MAX),
    calls: calls / Math.max(1, acts),
    meanMs: total / calls,
  }))
}
