import type { CompiledQuery } from 'kysely'
import type pg from 'pg'

/** A step of a plan, as `explain (analyze, format json)` describes it. */
export interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** Runs a query and returns all steps of its plan. */
export async function explainQuery(pool: pg.Pool, { sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>): Promise<PlanNode[]> {
  const { rows } = await pool.query({ text: `explain (analyze, timing off, format json) ${sql}`, values: [...parameters] })
  return nodesOf(rows[0]['QUERY PLAN'][0].Plan)
}

/** The rows that a step has read, those that its filter dropped among them. */
export const countRowsRead = (node: PlanNode): number =>
  node['Actual Rows'] * node['Actual Loops'] + (node['Rows Removed by Filter'] ?? 0) * node['Actual Loops']
