import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { CompiledQuery } from 'kysely'
import type pg from 'pg'

/**
 * The statements that the real server sent for one order, with a placeholder for everything that differs between orders. Sent again with
 * other values, they are the same work without the server: the limit to compare with.
 */
export interface StatementTrace {
  statements: { name: string; sql: string; parameters: Slot[] }[]
}

/** A constant value, or the name of its role: an enterprise, a person, a SKU, the third created id. */
type Slot = { value: unknown } | { role: string }

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const ORDER_NO = /^\d{18}$/

/** Replaces the values of a recorded order by roles. '=…' stays constant. An id that was not an input was created on the way. */
export function createTrace(queries: readonly CompiledQuery[], known: ReadonlyMap<string, string>): StatementTrace {
  const made = new Map<string, string>()
  const madeRole = (value: string) => {
    const role = made.get(value) ?? `made:${made.size}`
    made.set(value, role)
    return role
  }
  const slot = (value: unknown): Slot => {
    if (Buffer.isBuffer(value)) {
      const role = known.get(value.toString('hex'))
      return role === undefined ? { value } : { role }
    }
    if (typeof value !== 'string')
      return Array.isArray(value) && value.some((one) => known.has(one))
        ? { role: `list:${value.map((one) => known.get(one) ?? one).join()}` }
        : { value }
    const role = known.get(value)
    if (role !== undefined) return { role }
    return UUID.test(value) || ORDER_NO.test(value) ? { role: madeRole(value) } : { value }
  }
  return {
    statements: queries.map(({ sql, parameters }) => ({
      name: createHash('sha256').update(sql).digest('base64url').slice(0, 20),
      sql,
      parameters: parameters.map(slot),
    })),
  }
}

/** The values of the roles for another order. Created ids are new; an order number has the right format. */
export function createRoleValuesForOrder(
  given: Readonly<Record<string, unknown>>,
  numbers: ReadonlySet<string>,
): (role: string) => unknown {
  const made = new Map<string, unknown>()
  const make = (role: string) =>
    numbers.has(role) ? `2099${String(randomBytes(6).readUIntBE(0, 6)).padStart(14, '0').slice(-14)}` : randomUUID()
  const cast = (role: string): unknown => {
    if (role in given) return given[role]
    if (role.startsWith('=')) return role.slice(1)
    if (role.startsWith('list:')) return role.slice('list:'.length).split(',').map(cast)
    const value = made.get(role) ?? make(role)
    made.set(role, value)
    return value
  }
  return cast
}

/** The roles that are order numbers in a trace. */
export function findOrderNumberRoles(queries: readonly CompiledQuery[], trace: StatementTrace): Set<string> {
  const roles = trace.statements.flatMap(({ parameters }, at) =>
    parameters.flatMap((one, place) => ('role' in one && ORDER_NO.test(String(queries[at]?.parameters[place])) ? [one.role] : [])),
  )
  return new Set(roles)
}

/** Sends all statements again, with these values. */
export async function replayTrace(client: pg.ClientBase, { statements }: StatementTrace, cast: (role: string) => unknown): Promise<void> {
  for (const { name, sql, parameters } of statements) {
    const values = parameters.map((one) => ('role' in one ? cast(one.role) : one.value))
    await (parameters.length === 0 ? client.query(sql) : client.query({ name, text: sql, values }))
  }
}
