import { describe, expect, test } from 'vitest'
import { orderLifecycle, orderPageTitlesByState } from '#contract/orders/orders/order-lifecycle.ts'
import { buyerOrderActions } from '#contract/orders/orders/shapes.ts'
import { defineLifecycle, findLifecycleErrors, keysOf, type Lifecycle, listAllowedVerbs, renderLifecycleAsMermaid } from './lifecycle.ts'

const lamp = defineLifecycle({
  initial: ['OFF'],
  states: { OFF: { label: '关' }, ON: { label: '开' }, BROKEN: { label: '坏', final: true } },
  verbs: {
    light: { from: ['OFF'], to: 'ON', by: ['person'], label: '开灯' },
    darken: { from: ['ON'], to: 'OFF', by: ['person', 'clock'], label: '关灯', afterHours: 8 },
    break: { from: ['OFF', 'ON'], to: 'BROKEN', by: ['child'], label: '打碎' },
  },
})
type Lamp = Lifecycle<string, string, string>
const changed = (change: (table: Lamp) => void): Lamp => {
  const table = structuredClone(lamp) as unknown as Lamp
  change(table)
  return table
}

describe('the validation of a lifecycle table', () => {
  test('finds no errors in a valid table', () => {
    expect(findLifecycleErrors(lamp)).toEqual([])
  })

  test.each<[string, Lamp, string[]]>([
    [
      'a state nobody comes to',
      changed(({ states }) => Object.assign(states, { LOST: { label: '丢失', final: true } })),
      ['LOST can never be reached'],
    ],
    [
      'a state reached only from one that is never reached',
      changed(({ states, verbs }) => {
        Object.assign(states, { A: { label: '甲' }, B: { label: '乙', final: true } })
        Object.assign(verbs, { hop: { from: ['A'], to: 'B', by: [], label: '跳' } })
      }),
      ['A can never be reached', 'B can never be reached'],
    ],
    [
      'a way out of the end',
      changed(({ verbs }) => Object.assign(verbs, { mend: { from: ['BROKEN'], to: 'OFF', by: ['person'], label: '修' } })),
      ['BROKEN is final but has a way out'],
    ],
    [
      'a dead end that does not say so',
      changed(({ states }) => Object.assign(states, { BROKEN: { label: '坏' } })),
      ['BROKEN is a dead end but not final'],
    ],
    [
      'no beginning',
      changed((table) => Object.assign(table, { initial: [] })),
      ['OFF', 'ON', 'BROKEN'].map((one) => `${one} can never be reached`),
    ],
  ])('%s', (_, table, found) => {
    expect(findLifecycleErrors(table)).toEqual(found)
  })
})

test('a verb is allowed for exactly the actors and states that the table names', () => {
  expect([
    listAllowedVerbs(lamp, 'OFF', 'person'),
    listAllowedVerbs(lamp, 'ON', 'clock'),
    listAllowedVerbs(lamp, 'BROKEN', 'person'),
  ]).toEqual([['light'], ['darken'], []])
})

test('the diagram contains every state and every transition', () => {
  const drawn = renderLifecycleAsMermaid(lamp)
  for (const line of ['[*] --> OFF', 'ON: ON 开', 'OFF --> ON: light 开灯', 'ON --> BROKEN: break 打碎']) expect(drawn).toContain(line)
})

test('every order state has one heading, and every verb of the buyer has a button', () => {
  expect(keysOf(orderPageTitlesByState)).toEqual(keysOf(orderLifecycle.states))
  const buyers = keysOf(orderLifecycle.states).flatMap((state) => listAllowedVerbs(orderLifecycle, state, 'buyer'))
  expect(buyers.filter((verb) => verb !== 'comment' && !(verb in buyerOrderActions))).toEqual([])
})

test('exactly the verbs of the clock have a number of hours', () => {
  const verbs = keysOf(orderLifecycle.verbs).map((verb) => ({ verb, ...orderLifecycle.verbs[verb] }))
  const timed = verbs.filter((verb) => 'afterHours' in verb)
  expect(timed.map(({ verb }) => verb)).toEqual(
    verbs.filter(({ by }) => (by as readonly string[]).includes('clock')).map(({ verb }) => verb),
  )
  expect(Object.fromEntries(timed.map((verb) => [verb.verb, 'afterHours' in verb && verb.afterHours]))).toEqual({
    expireApproval: 72,
    expirePayment: 24,
    autoReceive: 360,
    closeComment: 720,
  })
})
