import pg from 'pg'
import type { Invariant } from './invariant.ts'
import { invariants } from './invariants.ts'

export interface Finding extends Pick<Invariant, 'id' | 'promise'> {
  /** How many rows break it, and the first few of them. */
  breaches: number
  examples: string[]
}

const EXAMPLES_MAX = 5

/** Checks every invariant in one read-only snapshot, so that what is under way meanwhile is seen whole or not at all. */
export async function checkInvariants(url: string): Promise<Finding[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('begin transaction isolation level repeatable read read only')
    const findings: Finding[] = []
    for (const { id, promise, sql } of invariants) {
      const { rows } = await client.query<string[]>({ text: sql, rowMode: 'array' })
      findings.push({ id, promise, breaches: rows.length, examples: rows.slice(0, EXAMPLES_MAX).map(([text]) => text ?? '') })
    }
    await client.query('commit')
    return findings
  } finally {
    await client.end()
  }
}
