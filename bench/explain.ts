import type { CompiledQuery } from 'kysely'
import type pg from 'pg'

/** A step of a plan, as `explain (analyze, format json)` describes it. */
export interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  /** The name of the table in the statement. */
  Alias?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  /** Of an Index Only Scan: rows that it had to read in the table. */
  'Heap Fetches'?: number
  'Shared Hit Blocks'?: number
  'Shared Read Blocks'?: number
  Plans?: PlanNode[]
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

export interface QueryPlan {
  /** All steps; the first one is the root. */
  steps: PlanNode[]
  ms: number
}

type Query = Pick<CompiledQuery, 'sql' | 'parameters'>

/** Runs a query and returns its plan. */
export async function readQueryPlan(db: pg.Pool | pg.Client, { sql, parameters }: Query): Promise<QueryPlan> {
  const { rows } = await db.query({ text: `explain (analyze, buffers, timing off, format json) ${sql}`, values: [...parameters] })
  const [{ Plan: root, 'Execution Time': ms }] = rows[0]['QUERY PLAN']
  return { steps: nodesOf(root), ms }
}

/** Runs a query and returns all steps of its plan. */
export const explainQuery = async (db: pg.Pool, query: Query): Promise<PlanNode[]> => (await readQueryPlan(db, query)).steps

/** Whether a step reads one of the tables from end to end. */
export const isSequentialScan = ({ 'Node Type': type, 'Relation Name': table = '' }: PlanNode, tables: readonly string[]): boolean =>
  type === 'Seq Scan' && tables.includes(table)

/** The rows that a step sorts; 0 if it sorts none. */
export const countRowsSorted = ({ 'Node Type': type, Plans: [first] = [] }: PlanNode): number =>
  type === 'Sort' && first ? first['Actual Rows'] * first['Actual Loops'] : 0

/** The rows that a step has read, including those that its filter dropped. */
export const countRowsRead = (node: PlanNode): number =>
  node['Actual Rows'] * node['Actual Loops'] + (node['Rows Removed by Filter'] ?? 0) * node['Actual Loops']
