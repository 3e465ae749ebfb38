import { expect, test } from 'vitest'
import type { OrderLine } from '#contract/orders/orders/shapes.ts'
import { toStaffPermissionHolder } from '#contract/platform/core/permissions.ts'
import { findCancelRequestReason, formatOrderEvent, listOfferedOrderActions, sumOrderUnitsByProgress } from './order-view.ts'

const line = (goodsNum: number, shipped: number) => ({ goodsNum, shipped, left: goodsNum - shipped }) as OrderLine
const order = { state: 'WAIT_SEND', cancelAskedAt: null, actions: [] } as const

test('units are summed over the lines', () =>
  expect(sumOrderUnitsByProgress([line(240, 100), line(4, 4)])).toEqual({ ordered: 244, shipped: 104, left: 140 }))

test('actions that the server offers are enabled', () =>
  expect(listOfferedOrderActions({ ...order, actions: ['ship'] }, toStaffPermissionHolder(['warehouse']))).toEqual([
    { action: 'ship', label: '发货', why: undefined },
  ]))

test('actions of another role are disabled and name that role', () =>
  expect(listOfferedOrderActions({ ...order, actions: [] }, toStaffPermissionHolder(['finance']))).toEqual([
    { action: 'ship', label: '发货', why: '该操作由仓储、管理员处理' },
  ]))

test('nothing can be shipped while a cancellation is requested', () => {
  const asked = { ...order, cancelAskedAt: new Date('2026-11-21T00:00:00Z'), actions: ['agreeCancel', 'refuseCancel'] as const }
  expect(listOfferedOrderActions({ ...asked, actions: [...asked.actions] }, toStaffPermissionHolder(['admin']))).toEqual([
    { action: 'ship', label: '发货', why: '买家申请取消，处理后才能操作' },
    { action: 'agreeCancel', label: '同意取消', why: undefined },
    { action: 'refuseCancel', label: '拒绝取消', why: undefined },
  ])
})

test('an action with nothing left to do says why', () => {
  const offered = listOfferedOrderActions({ ...order, state: 'PART_SENT', actions: [] }, toStaffPermissionHolder(['warehouse']))
  expect(offered.map(({ why }) => why)).toEqual(['没有可发的商品：其余在售后申请中或已退款', '有商品在售后申请中，处理后才能操作'])
})

test('a closed order has no buttons', () =>
  expect(listOfferedOrderActions({ ...order, state: 'DONE', actions: [] }, toStaffPermissionHolder(['admin']))).toEqual([]))

test('events are shown as text', () => {
  expect(formatOrderEvent('shipPart')).toBe('发出部分商品')
  expect(formatOrderEvent('receive')).toBe('确认收货')
  expect(formatOrderEvent('unheard-of')).toBe('unheard-of')
})

test('the last cancellation reason is shown', () => {
  const event = (verb: string, note: string) => ({ verb, note, to: 'WAIT_SEND' as const, at: new Date(0), by: '' })
  expect(
    findCancelRequestReason({ events: [event('askCancel', '选错'), event('refuseCancel', '已备货'), event('askCancel', '工期推迟')] }),
  ).toBe('工期推迟')
  expect(findCancelRequestReason({ events: [] })).toBe('')
})
