import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Endpoint, idempotentWriteEndpoint, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { textWithMaskedAmountsField, withheldField, withheldListField } from '#contract/platform/core/figures.ts'
import { fen, Yuan } from '#contract/platform/core/money.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Handler } from '#server/platform/http/context.ts'
import { maskFiguresOfHandler } from './mask-figures.ts'

const Seat = z.object({
  owner: z.string(),
  limit: withheldField('budget', z.nullable(Yuan), { person: ({ owner }: { owner: string }) => owner }),
  why: textWithMaskedAmountsField('order'),
  facts: withheldListField('verification', z.object({ value: z.string() })),
  part: z.optional(z.object({ paid: withheldField('spending', Yuan), kept: z.int() })),
})
const whole = {
  owner: 'li',
  limit: fen(100),
  why: '超出 ¥1.00',
  facts: [{ value: '500 万元' }],
  part: { paid: fen(7), kept: 3 },
}
const described = { path: 'x', summary: '', needs: 'login', input: z.strictObject({}) } as const
const member = (permCode: string | null, userId = 'wang') => ({ kind: 'member', permCode, userId }) as Caller
const answers = (endpoint: Endpoint, answer: unknown, caller: Caller) =>
  maskFiguresOfHandler(endpoint, (async () => answer) as Handler<Endpoint>)({} as never, { caller } as never)

describe('an answer', () => {
  const endpoint = readEndpoint({ ...described, output: z.array(Seat) })

  test('is complete for the main account and for staff', async () => {
    for (const caller of [member(null), { kind: 'staff' } as Caller]) expect(await answers(endpoint, [whole], caller)).toEqual([whole])
  })

  test('contains no masked figure for a member without codes, a guest or a key; the original is unchanged', async () => {
    const bare = { owner: 'li', limit: null, why: '超出 ¥***', facts: [], part: { paid: null, kept: 3 } }
    for (const caller of [member(''), { kind: 'guest' }, { kind: 'machine', permCode: '' }] as Caller[])
      expect(await answers(endpoint, [whole], caller)).toEqual([bare])
    expect(whole.limit).toBe(100)
  })

  test('shows each figure for its own codes, and to the person whom it belongs to', async () => {
    expect(await answers(endpoint, [whole], member('addressSet,applyLimit'))).toEqual([{ ...whole, why: '超出 ¥***' }])
    expect(await answers(endpoint, [whole], member('', 'li'))).toMatchObject([{ limit: 100, part: { paid: null } }])
    const { part: _, ...without } = whole
    expect(await answers(endpoint, [without], member('lookOrder'))).toEqual([{ ...without, facts: [] }])
  })
})

test('a marked field that could not be masked prevents the start of the server', () => {
  const choice = z.object({ one: z.union([z.string(), z.object({ paid: withheldField('order', Yuan) })]) })
  expect(() => maskFiguresOfHandler(writeEndpoint({ ...described, output: choice }), async () => null as never)).toThrow('inside a union')
  const asText = z.codec(z.object({ paid: withheldField('order', Yuan) }), z.string(), { decode: String, encode: () => ({ paid: null }) })
  expect(() => maskFiguresOfHandler(writeEndpoint({ ...described, output: z.array(asText) }), async () => null as never)).toThrow(
    'inside a pipe',
  )
  const fromText = z.codec(z.string(), z.object({ paid: withheldField('order', Yuan) }), { decode: () => ({ paid: 1 }), encode: String })
  expect(() => maskFiguresOfHandler(writeEndpoint({ ...described, output: fromText }), async () => null as never)).toThrow('inside a pipe')
  expect(() => maskFiguresOfHandler(idempotentWriteEndpoint({ ...described, output: Seat }), async () => null as never)).toThrow(
    'keeps its answers',
  )
})
