import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { contract } from '#contract/api.ts'
import { machineApiContract } from '#contract/integration/integration/machine-api.ts'
import type { EndpointGroup } from './endpoint.ts'
import { INPUT_AMOUNT_MAX, PositiveYuan, Yuan, YuanUpTo } from './money.ts'

interface Schema {
  type?: string
  maximum?: number
  multipleOf?: number
  properties?: Record<string, Schema>
  items?: Schema
  [branches: string]: unknown
}

/** Every number in an input schema, with its place. */
function numbersIn(schema: Schema, place: string): { place: string; schema: Schema }[] {
  const parts = Object.entries(schema.properties ?? {}).map(([name, part]) => [part, `${place}.${name}`] as const)
  const inner = schema.items ? [[schema.items, `${place}[]`] as const] : []
  const branches = ['anyOf', 'oneOf', 'allOf'].flatMap((name) =>
    ((schema[name] as Schema[] | undefined) ?? []).map((part) => [part, place] as const),
  )
  const own = schema.type === 'number' || schema.type === 'integer' ? [{ place, schema }] : []
  return [...own, ...[...parts, ...inner, ...branches].flatMap(([part, at]) => numbersIn(part, at))]
}

const jsonOf = (schema: z.ZodMiniType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema
/** Amounts have two decimals on the wire. No other number has. */
const isAmount = ({ multipleOf }: Schema) => multipleOf === 0.01
/** Every whole number has JavaScript's largest safe integer as its maximum, which does not count as a bound. */
const bounded = ({ maximum, ...schema }: Schema) =>
  'const' in schema || 'enum' in schema || (maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER)

const inputs = Object.entries<EndpointGroup>({ ...contract, machine: machineApiContract.machine }).flatMap(([group, api]) =>
  Object.entries(api).flatMap(([name, { input }]) => numbersIn(jsonOf(input), `${group}.${name}`)),
)

test('every amount of an input has an upper bound of at most a thousand million yuan', () => {
  const amounts = inputs.filter(({ schema }) => isAmount(schema))
  expect(amounts.length).toBeGreaterThan(30)
  expect(
    amounts.filter(({ schema }) => !bounded(schema) || (schema.maximum ?? 0) > INPUT_AMOUNT_MAX / 100).map(({ place }) => place),
  ).toEqual([])
})

/** The size of a captcha may be any number. The server limits it. */
const CLAMPED = ['system.captcha.longValue', 'system.captcha.fontSize', 'system.captcha.widthValue']

test('every other number of an input has an upper bound, too', () => {
  expect(inputs.filter(({ schema }) => !bounded(schema)).map(({ place }) => place)).toEqual(CLAMPED)
})

test('the check finds an amount without an upper bound', () => {
  const found = (field: z.ZodMiniType) => numbersIn(jsonOf(z.strictObject({ rows: z.array(z.object({ amount: z.optional(field) })) })), 'x')
  expect(found(Yuan).map(({ place, schema }) => [place, isAmount(schema), (schema.maximum ?? 0) > INPUT_AMOUNT_MAX / 100])).toEqual([
    ['x.rows[].amount', true, true],
  ])
  expect([PositiveYuan, YuanUpTo(), YuanUpTo(5)].map((field) => found(z.nullable(field))[0]?.schema.maximum)).toEqual([1e9, 1e9, 5])
  expect(found(z.int()).every(({ schema }) => bounded(schema))).toBe(false)
})
