/** The parts of the machine API's OpenAPI document that the page uses. */
export interface MachineApiDocument {
  info: { title: string; version: string; description: string }
  paths: Record<string, { get: ApiOperation }>
  webhooks: Record<string, { post: { summary: string; requestBody: { content: Record<string, { example: unknown }> } } }>
}

export interface ApiOperation {
  operationId: string
  summary: string
  description: string
  parameters: { name: string; required: boolean; description: string; example?: unknown }[]
  responses: Record<string, Answer>
}

interface Answer {
  description: string
  content: Record<string, { schema?: ApiSchema; example?: unknown; examples?: Record<string, { value: { reason: string; msg: string } }> }>
}

export interface ApiSchema {
  type?: string | string[]
  description?: string
  properties?: Record<string, ApiSchema>
  items?: ApiSchema
  anyOf?: ApiSchema[]
}

export interface SchemaField {
  /** The names of the fields that contain it. */
  path: string
  name: string
  /** The depth: 0 is a field of `data`. */
  depth: number
  type: string
  words: string
}

const JSON_TYPE = 'application/json'
const types: Readonly<Record<string, string>> = {
  string: '文本',
  integer: '整数',
  number: '数字',
  boolean: '是否',
  array: '列表',
  object: '对象',
  null: '可为空',
}

const namesOf = ({ type, anyOf = [] }: ApiSchema): string[] =>
  type === undefined ? anyOf.flatMap(namesOf) : Array.isArray(type) ? type : [type]

/** Describes the type of a field in a word or two. */
export const schemaTypeLabel = (schema: ApiSchema): string => [...new Set(namesOf(schema).map((name) => types[name] ?? name))].join('，')

const inside = ({ properties, items, anyOf = [] }: ApiSchema): Record<string, ApiSchema> => {
  if (properties) return properties
  if (items) return inside(items)
  const object = anyOf.find((one) => one.properties ?? one.items)
  return object ? inside(object) : {}
}

/** Returns the fields of a schema, each followed by the fields inside it. */
export const listSchemaFields = (schema: ApiSchema, depth = 0, above = ''): SchemaField[] =>
  Object.entries(inside(schema)).flatMap(([name, field]) => [
    { path: `${above}${name}`, name, depth, type: schemaTypeLabel(field), words: field.description ?? '' },
    ...listSchemaFields(field, depth + 1, `${above}${name}.`),
  ])

/** Returns the response of a call: the fields of its data, an example, and the possible refusals. */
export function toApiResponseView({ responses }: ApiOperation) {
  const good = responses['200']?.content[JSON_TYPE]
  const refused = Object.entries(responses).filter(([status]) => status !== '200')
  return {
    fields: listSchemaFields(good?.schema?.properties?.data ?? {}),
    example: JSON.stringify(good?.example, null, 2),
    refusals: refused.flatMap(([status, answer]) =>
      Object.values(answer.content[JSON_TYPE]?.examples ?? {}).map(({ value: { reason, msg } }) => ({ status, reason, msg })),
    ),
  }
}

/** Returns an example of the call with curl. */
export function formatCurlExample(origin: string, path: string, { parameters }: ApiOperation): string {
  const given = parameters.filter(({ required }) => required).map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`)
  return `curl -H "Authorization: Bearer $YANFENG_KEY" "${origin}${path}${given.length > 0 ? `?${given.join('&')}` : ''}"`
}

/** Splits a text into paragraphs of segments. Text between backquotes is code. */
export const parseParagraphSegments = (text: string): { code: boolean; text: string }[][] =>
  text.split(/\n{2,}/).map((paragraph) => paragraph.split('`').map((piece, at) => ({ code: at % 2 === 1, text: piece })))
