import type { Endpoint } from '#contract/platform/core/endpoint.ts'
import { isPlatformKeyAccess } from '#contract/platform/core/permissions.ts'
import { type RefusalName, refusals } from '#contract/platform/core/refusals.ts'

export interface JsonSchemaNode {
  type?: string | string[]
  properties?: Record<string, JsonSchemaNode>
  items?: JsonSchemaNode
  anyOf?: JsonSchemaNode[]
  enum?: unknown[]
  const?: unknown
  description?: string
}

/** The name of each field for people, and an example, by field name. */
export type FieldDescriptions = Readonly<Record<string, readonly [string, unknown]>>

/** The schema with the human-readable name of every field. */
export function addFieldDescriptionsToSchema(schema: JsonSchemaNode, descriptions: FieldDescriptions): JsonSchemaNode {
  const worded = (inner: JsonSchemaNode) => addFieldDescriptionsToSchema(inner, descriptions)
  const { properties, items, anyOf } = schema
  return {
    ...schema,
    ...(items ? { items: worded(items) } : {}),
    ...(anyOf ? { anyOf: anyOf.map(worded) } : {}),
    ...(properties
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, field]) => [
              name,
              { ...worded(field), ...(descriptions[name] ? { description: descriptions[name][0] } : {}) },
            ]),
          ),
        }
      : {}),
  }
}

/** An example answer: objects and lists follow the schema, every other value is the example of the field's name. */
export function createExampleAnswer(
  { properties, items, anyOf, enum: choices }: JsonSchemaNode,
  descriptions: FieldDescriptions,
  name = '',
): unknown {
  const exampleOf = (inner: JsonSchemaNode, of: string) => createExampleAnswer(inner, descriptions, of)
  if (properties) return Object.fromEntries(Object.entries(properties).map(([key, field]) => [key, exampleOf(field, key)]))
  const known = descriptions[name]?.[1] ?? null
  if (items) return Array.isArray(known) && known.length > 0 ? known : [exampleOf(items, name)]
  if (choices) return choices.includes(known) ? known : choices[0]
  if (anyOf) return known === null ? null : exampleOf(anyOf[0] ?? {}, name)
  return known
}

const refusalExample = (name: RefusalName) => ({
  code: refusals[name].code,
  msg: refusals[name].msg,
  success: false,
  data: null,
  reason: name,
})

/** The refusals that any call may return. Only keys of companies can be frozen, and only those of the platform can lose their owner. */
const GENERAL: readonly RefusalName[] = [
  ...(['INVALID_INPUT', 'KEY_NEEDED', 'KEY_INVALID', 'KEY_REVOKED', 'KEY_EXPIRED', 'KEY_ADDRESS', 'KEY_SCOPE', 'KEY_OTHER_SIDE'] as const),
  ...(['TOO_MANY', 'DEFECT', 'OVERLOADED'] as const),
]

/** The refusals of a call as answers, by HTTP status. */
export const buildRefusalResponses = (endpoint: Endpoint) =>
  Object.fromEntries(
    [
      ...Map.groupBy(
        [...GENERAL, isPlatformKeyAccess(endpoint.needs) ? 'KEY_OWNER_GONE' : 'KEY_FROZEN', ...endpoint.refusals] as const,
        (name) => refusals[name].code,
      ),
    ].map(([code, names]) => [
      code,
      {
        description: names.map((name) => refusals[name].msg).join('；'),
        content: { 'application/json': { examples: Object.fromEntries(names.map((name) => [name, { value: refusalExample(name) }])) } },
      },
    ]),
  )
