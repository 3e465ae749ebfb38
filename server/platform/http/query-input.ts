import type { FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'

type Def = {
  type: string
  innerType?: z.core.$ZodType
  in?: z.core.$ZodType
  shape?: Record<string, z.core.$ZodType>
  values?: unknown[]
}
const defOf = (schema: z.core.$ZodType): Def => schema._zod.def as unknown as Def

/** The schema type of a field without its wrappers: default, optional, nullable, codec. */
function wireType(schema: z.core.$ZodType): string {
  const def = defOf(schema)
  const inner = def.innerType ?? def.in
  if (inner) return wireType(inner)
  return def.type === 'literal' ? typeof def.values?.[0] : def.type
}

function readValue(schema: z.core.$ZodType, text: string): unknown {
  switch (wireType(schema)) {
    case 'number':
      return /^-?\d{1,15}(\.\d{1,6})?$/.test(text) ? Number(text) : text
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : text
    case 'array':
      return text === '' ? [] : text.split(',')
    default:
      return text
  }
}

/**
 * Parses the input of a GET. Numbers, booleans and comma-separated lists are converted as the call's schema says. Everything else stays
 * text, so that the rules for bodies refuse values that do not fit.
 */
export function parseQueryInput(input: z.ZodMiniType, query: Record<string, unknown>): Record<string, unknown> {
  const shape = defOf(input).shape ?? {}
  const read = Object.entries(query).map(([name, value]) => {
    const schema = Object.hasOwn(shape, name) ? shape[name] : undefined
    return [name, schema && typeof value === 'string' ? readValue(schema, value) : value]
  })
  return Object.fromEntries(read)
}

/** The fields of a call: a GET has them in its query, a DELETE in its query or body, all others in their body. */
export function selectRequestInput(
  input: z.ZodMiniType,
  { method, query, body }: Pick<FastifyRequest, 'method' | 'query' | 'body'>,
): unknown {
  const inQuery = method === 'GET' || (method === 'DELETE' && Object.keys(body ?? {}).length === 0)
  return inQuery ? parseQueryInput(input, query as Record<string, unknown>) : (body ?? {})
}
