import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { contract } from '#contract/api.ts'
import { machineApiContract } from '#contract/integration/integration/machine-api.ts'
import { auditObjectsByInputField } from '#contract/platform/core/audit-objects.ts'
import type { Endpoint, EndpointGroup } from '#contract/platform/core/endpoint.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { isStaffAccess } from '#contract/platform/core/permissions.ts'
import { isSecretField } from '#contract/platform/core/secret.ts'
import { HIDDEN_LOG_FIELDS } from '#server/platform/core/log.ts'

type Schema = z.core.$ZodType

interface Def {
  type: string
  shape?: Record<string, Schema>
  element?: Schema
  innerType?: Schema
  in?: Schema
  out?: Schema
  valueType?: Schema
  options?: readonly Schema[]
  items?: readonly Schema[]
}
const defOf = (schema: Schema) => schema._zod.def as unknown as Def

interface Field {
  name: string
  /** The call, the side, and the names on the way to the field. */
  at: string
  schema: Schema
}

/** All fields of a schema, at any depth. */
function fieldsIn(schema: Schema, at: string): Field[] {
  const { shape = {}, element, innerType, in: wire, out, valueType, options = [], items = [] } = defOf(schema)
  const own = Object.entries(shape).flatMap(([name, field]) => [
    { name, at: `${at}.${name}`, schema: field },
    ...fieldsIn(field, `${at}.${name}`),
  ])
  const parts = [element, innerType, wire, out, valueType, ...options, ...items].filter((part) => part !== undefined)
  return [...own, ...parts.flatMap((part) => fieldsIn(part, at))]
}

/** Whether a field holds text, or a list of texts. */
function isText(schema: Schema): boolean {
  const { type, element, innerType } = defOf(schema)
  const inner = element ?? innerType
  return type === 'string' || (inner !== undefined && isText(inner))
}

const calls = Object.values<EndpointGroup>({ ...contract, ...machineApiContract }).flatMap((api): Endpoint[] => Object.values(api))
const inputs = calls.flatMap(({ path, input }) => fieldsIn(input, `${path} input`))
const fields = [...inputs, ...calls.flatMap(({ path, output }) => fieldsIn(output, `${path} output`))]
const placesOf = (found: readonly Field[]) => found.map(({ at }) => at).sort()

const staffWrites = calls.filter(({ kind, needs }) => (kind === 'write' || kind === 'upload') && isStaffAccess(needs))
const inputFields = ({ input }: Endpoint): Record<string, Schema> => defOf(input).shape ?? {}

test('a text field named like a password, a token or a one-time code is marked secret', () => {
  const suspects = fields.filter(
    ({ name, schema }) => /pwd|passw|token|secret|ticket|otp|recoveryCode|imageCode/i.test(name) && isText(schema),
  )
  expect(suspects.length).toBeGreaterThan(30)
  expect(placesOf(suspects.filter(({ schema }) => !isSecretField(schema)))).toEqual([])
})

test('an entered code is secret unless it identifies an object', () => {
  expect(placesOf(inputs.filter(({ name, schema }) => name === 'code' && !isSecretField(schema)))).toEqual([
    '/console-api/api/attribute/save input.code',
    '/console-api/api/delivery-time/save input.provinces.code',
    '/console-api/api/goods/save input.content.code',
    '/console-api/api/goods/save input.content.skus.code',
    '/console-api/api/journal/set-rules input.accounts.code',
    '/console-api/api/journal/set-rules input.tax.rates.code',
    '/console-api/api/order-proposal/match input.rows.code',
    '/console-api/api/warehouse/save input.code',
    '/goods-api/api/quick-order/match input.rows.code',
    '/user-api/api/integration/punch-out/save input.unitCodes.code',
    '/user-api/api/project/add input.code',
    '/user-api/api/project/modify input.code',
  ])
})

test('staff input is recorded field by field, so a secret is always a top-level field', () => {
  for (const endpoint of staffWrites) {
    const top = inputFields(endpoint)
    expect({ path: endpoint.path, type: defOf(endpoint.input).type }).toEqual({ path: endpoint.path, type: 'object' })
    const secrets = fieldsIn(endpoint.input, endpoint.path).filter(({ schema }) => isSecretField(schema))
    expect(placesOf(secrets.filter(({ name, schema }) => top[name] !== schema))).toEqual([])
  }
})

test('the log hides every secret field by its name', () => {
  const names = new Set(fields.filter(({ schema }) => isSecretField(schema)).map(({ name }) => name))
  expect([...names].filter((name) => !HIDDEN_LOG_FIELDS.includes(name)).sort()).toEqual(['code', 'url'])
})

test('a staff action names its object by the most specific input field, or has no such field', () => {
  const specific = ({ input }: Endpoint) =>
    keysOf(auditObjectsByInputField).find((name) => auditObjectsByInputField[name].field in (defOf(input).shape ?? {}))
  const audited = calls.filter(({ audits }) => audits !== undefined)
  expect(
    audited.filter((endpoint) => endpoint.audits !== specific(endpoint) || !isStaffAccess(endpoint.needs)).map(({ path }) => path),
  ).toEqual([])
  const silent = staffWrites.filter(({ audits }) => audits === undefined)
  expect(silent.filter((endpoint) => specific(endpoint) !== undefined).map(({ path }) => path)).toEqual([])
})
