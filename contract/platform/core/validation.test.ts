import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { contract } from '#contract/api.ts'
import { inputFieldLabels } from '#contract/labels.ts'
import type { Endpoint, EndpointGroup } from './endpoint.ts'
import { Day } from './fields.ts'
import { toValidationRefusalDetail } from './validation.ts'

const calls: Endpoint[] = Object.values<EndpointGroup>(contract).flatMap((api) => Object.values(api))
const CHINESE = /\p{Script=Han}/u

const refusal = (schema: z.ZodMiniType, value: unknown) => {
  const { error } = z.safeDecode(schema, value as never)
  const [issue] = error?.issues ?? []
  return issue && toValidationRefusalDetail(issue)
}

/** The fields of a call's input. */
const fieldsOf = ({ input }: Endpoint): string[] => Object.keys((input._zod.def as unknown as { shape?: object }).shape ?? {})

/** Invalid values. Every field refuses at least some of them. */
const wrong: unknown[] = [undefined, null, true, -1, 1.5, 'x', '', [], {}, [null], 'x'.repeat(2_000)]

describe('the refusal of an invalid input', () => {
  const cases = calls.flatMap((call) => fieldsOf(call).map((field) => [call.path, field, call] as const))

  test.each(cases)('of %s names the field %s in Chinese', (_, field, { input }) => {
    const shape = (input._zod.def as unknown as { shape: Record<string, z.ZodMiniType> }).shape
    const schema = z.object({ [field]: shape[field] as z.ZodMiniType })
    const received = wrong.map((value) => refusal(schema, { [field]: value })).filter((detail) => detail !== undefined)
    expect(received.length, 'a field that refuses nothing').toBeGreaterThan(0)
    for (const { msg, field: named } of received) {
      expect(msg).toMatch(CHINESE)
      expect(msg).not.toMatch(/[Ii]nvalid|expected|undefined|NaN|null/)
      expect(named?.split('.')[0]).toBe(field)
    }
  })
})

test('a day that is missing or malformed is asked for by the name of its field', () => {
  const input = z.strictObject({ dateTo: Day })
  expect([refusal(input, { dateTo: '' })?.msg, refusal(input, {})?.msg]).toEqual(['请选择结束日期', '请选择结束日期'])
  expect(refusal(input, { dateTo: '2026-02-30' })?.msg).toBe('结束日期格式不正确')
})

describe('every kind of rule has its own message', () => {
  const shape = z.object({
    goodsNum: z.optional(z.int().check(z.minimum(2), z.maximum(5))),
    onShelf: z.optional(z.boolean()),
    keyword: z.optional(z.string().check(z.maxLength(3))),
    sort: z.optional(z.enum(['a', 'b'])),
    lines: z.optional(z.array(z.object({ quantity: z.int() }))),
    amount: z.optional(z.number('金额格式不正确')),
  })
  test.each<[string, object, string, string]>([
    ['too small', { goodsNum: 1 }, '数量不能小于 2', 'goodsNum'],
    ['too big', { goodsNum: 6 }, '数量不能超过 5', 'goodsNum'],
    ['no whole number', { goodsNum: 2.5 }, '数量格式不正确', 'goodsNum'],
    ['no yes or no', { onShelf: 'yes' }, '上架格式不正确', 'onShelf'],
    ['too long', { keyword: 'abcd' }, '关键词不能超过 3', 'keyword'],
    ['none of the choices', { sort: 'c' }, '排序格式不正确', 'sort'],
    ['deep within a list', { lines: [{ quantity: 1 }, { quantity: 'x' }] }, '数量格式不正确', 'lines.1.quantity'],
    ['with a sentence of its own', { amount: '1' }, '金额格式不正确', 'amount'],
  ])('%s', (_, given, msg, field) => {
    expect(refusal(shape, given)).toEqual({ msg, field })
  })

  test('an unknown field is named with its name shortened', () => {
    expect(refusal(z.strictObject({}), { ['x'.repeat(1_000)]: 1 })).toEqual({ field: 'x'.repeat(40), msg: '请求包含不支持的字段' })
  })

  test('an input that is not an object is refused without a field', () => {
    expect(refusal(z.strictObject({}), [])).toEqual({ msg: '请求参数有误' })
  })
})

test('the names of fields are in Chinese', () => {
  expect(Object.entries(inputFieldLabels).filter(([, label]) => !CHINESE.test(label))).toEqual([])
})
