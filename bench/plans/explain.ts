import type pg from 'pg'

/** What a plan does with the tables that matter. */
export interface StatementPlan {
  /** Which list or job sends the statement. */
  act: string
  sql: string
  /** Names of indexes, in the order of the plan. */
  indexes: string[]
  /** Tables that it reads from end to end. */
  scanned: string[]
  /** Rows that were sorted in the largest sort. */
  sorted: number
  ms: number
  /** Pages of 8 kB that were read. */
  pages: number
}

interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Shared Hit Blocks'?: number
  'Shared Read Blocks'?: number
  Plans?: Node[]
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]
const rowsOf = (node: Node): number => (node['Actual Rows'] ?? 0) * (node['Actual Loops'] ?? 1)

/** Runs a statement and says how. `tables` are those whose scans count. */
export async function explain(
  client: pg.Client,
  { act, sql, parameters }: { act: string; sql: string; parameters: readonly unknown[] },
  tables: readonly string[],
): Promise<StatementPlan> {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Node; 'Execution Time': number }] }>(
    `explain (analyze, buffers, timing off, format json) ${sql}`,
    [...parameters],
  )
  const found = rows[0]?.['QUERY PLAN'][0]
  if (!found) throw new Error('no plan')
  const nodes = nodesOf(found.Plan)
  const sorts = nodes.filter((node) => node['Node Type'] === 'Sort').flatMap(({ Plans = [] }) => Plans.map(rowsOf))
  return {
    act,
    sql,
    indexes: [...new Set(nodes.flatMap((node) => node['Index Name'] ?? []))],
    scanned: nodes
      .filter((node) => node['Node Type'].endsWith('Seq Scan') && tables.includes(node['Relation Name'] ?? ''))
      .map((node) => node['Relation Name'] ?? ''),
    sorted: Math.max(0, ...sorts),
    ms: found['Execution Time'],
    pages: (found.Plan['Shared Hit Blocks'] ?? 0) + (found.Plan['Shared Read Blocks'] ?? 0),
  }
}
