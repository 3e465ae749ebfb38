import { expect, test } from 'vitest'
import { formatOrderChange, orderChangeVerbs } from './order-changes.ts'
import { orderLifecycle } from './order-lifecycle.ts'

test('a change of an order says who made it, when and how, with the day if it was not today', () => {
  const change = { verb: 'shipRest', at: new Date('2026-11-20T17:21:00Z'), by: '仓储李' }
  expect(formatOrderChange(change, new Date('2026-11-20T18:00:00Z'))).toBe('仓储李 已于 01:21 全部发出')
  expect(formatOrderChange(change, new Date('2026-11-22T00:00:00Z'))).toBe('仓储李 已于 11-21 01:21 全部发出')
})

test('every step that ends an order or its shipping has its words', () => {
  const steps = Object.entries(orderLifecycle.verbs).filter(([, { to }]) => ['CANCELLED', 'SENT', 'WAIT_COMMENT', 'DONE'].includes(to))
  expect(steps.map(([verb]) => verb).filter((verb) => !orderChangeVerbs.includes(verb))).toEqual([])
})
