/** The OpenAPI document of the machine API, as far as its page reads it. */
export interface MachineDocument {
  info: { title: string; version: string; description: string }
  paths: Record<string, { get: Operation }>
  webhooks: Record<string, { post: { summary: string; requestBody: { content: Record<string, { example: unknown }> } } }>
}

export interface Operation {
  operationId: string
  summary: string
  description: string
  parameters: { name: string; required: boolean; description: string; example?: unknown }[]
  responses: Record<string, Answer>
}

interface Answer {
  description: string
  content: Record<string, { schema?: Schema; example?: unknown; examples?: Record<string, { value: { reason: string; msg: string } }> }>
}

export interface Schema {
  type?: string | string[]
  description?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}

export interface FieldLine {
  /** The names on the way to it. */
  path: string
  name: string
  /** How deep it lies: 0 is a field of `data`. */
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

const namesOf = ({ type, anyOf = [] }: Schema): string[] =>
  type === undefined ? anyOf.flatMap(namesOf) : Array.isArray(type) ? type : [type]

/** What a field holds, in a word or two. */
export const schemaTypeLabel = (schema: Schema): string => [...new Set(namesOf(schema).map((name) => types[name] ?? name))].join('，')

const inside = ({ properties, items, anyOf = [] }: Schema): Record<string, Schema> => {
  if (properties) return properties
  if (items) return inside(items)
  const object = anyOf.find((one) => one.properties ?? one.items)
  return object ? inside(object) : {}
}

/** The fields of a shape, those that lie in others behind them. */
export const fieldLines = (schema: Schema, depth = 0, above = ''): FieldLine[] =>
  Object.entries(inside(schema)).flatMap(([name, field]) => [
    { path: `${above}${name}`, name, depth, type: schemaTypeLabel(field), words: field.description ?? '' },
    ...fieldLines(field, depth + 1, `${above}${name}.`),
  ])

/** What a call answers: the fields of its data, an example, and what it may refuse. */
export function toOperationView({ responses }: Operation) {
  const good = responses['200']?.content[JSON_TYPE]
  const refused = Object.entries(responses).filter(([status]) => status !== '200')
  return {
    fields: fieldLines(good?.schema?.properties?.data ?? {}),
    example: JSON.stringify(good?.example, null, 2),
    refusals: refused.flatMap(([status, answer]) =>
      Object.values(answer.content[JSON_TYPE]?.examples ?? {}).map(({ value: { reason, msg } }) => ({ status, reason, msg })),
    ),
  }
}

/** How a call is made from a terminal. */
export function formatCurl(origin: string, path: string, { parameters }: Operation): string {
  const given = parameters.filter(({ required }) => required).map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`)
  return `curl -H "Authorization: Bearer $YANFENG_KEY" "${origin}${path}${given.length > 0 ? `?${given.join('&')}` : ''}"`
}

/** The paragraphs of a text, each in pieces: what stands between backquotes is code. */
export const paragraphs = (text: string): { code: boolean; text: string }[][] =>
  text.split(/\n{2,}/).map((paragraph) => paragraph.split('`').map((piece, at) => ({ code: at % 2 === 1, text: piece })))
