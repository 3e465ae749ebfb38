import type pg from 'pg'
import { toNightlyCheck } from '#server/operations/invariants/check-invariants.ts'
import { invariants } from '#server/operations/invariants/invariants.ts'

/** The invariants that a night's check finds broken if it reads these companies. `only`: no other one is checked. */
export async function findInvariantsBrokenAtNight(client: pg.Client, companies: readonly string[], only?: string): Promise<string[]> {
  const found: string[] = []
  for (const invariant of invariants.filter(({ id }) => only === undefined || id === only)) {
    const { text, parameters } = toNightlyCheck(invariant, companies)
    const { rows } = await client.query<{ breaches: number }>({ name: `night ${invariant.id}`, text, values: parameters })
    if (rows[0]?.breaches) found.push(invariant.id)
  }
  return found
}

/** The breaches that a night's check of nobody, or of any single company, finds in a database without any, and the number of companies. */
export async function findBreachesOfPartialChecks(client: pg.Client): Promise<{ companies: number; breaches: string[] }> {
  const { rows } = await client.query<{ id: string }>('select id from enterprise')
  const found = await findInvariantsBrokenAtNight(client, [])
  for (const { id } of rows) found.push(...(await findInvariantsBrokenAtNight(client, [id])))
  return { companies: rows.length, breaches: [...new Set(found)] }
}
