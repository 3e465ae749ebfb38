import { expect, test } from 'vitest'
import { MAIN_WAREHOUSE_ID } from '#contract/catalog/inventory/warehouses-api.ts'
import { type OrderState, orderLifecycle, orderPageTitlesByState } from '#contract/orders/orders/order-lifecycle.ts'
import type { BuyerOrderAction, OrderDetail } from '#contract/orders/orders/shapes.ts'
import {
  findDeliveryStage,
  findNewestOrderNo,
  findWarehousesOfOrderLine,
  formatAutomaticReceipt,
  isOrderLineReceived,
  listOrderStatesToShow,
  orderButtonLabels,
  orderEventLabel,
  orderStatusNote,
  parseOrderListFilter,
  toOrderButtons,
  toOrderRowButtons,
  toOrderSteps,
} from './order-view.ts'

const at = (text: string) => new Date(`2026-11-${text}Z`)
const now = at('21T00:00:00')

test.each([
  ['WAIT_PAY', '订单待支付'],
  ['WAIT_SEND', '订单待发货'],
  ['CANCELLED', '订单已取消'],
  ['WAIT_COMMENT', '订单待评论'],
] as const)('%s is headed in the words of the specification: %s', (state, heading) => expect(orderPageTitlesByState[state]).toBe(heading))

const stand = (state: OrderState, given: Partial<Parameters<typeof orderStatusNote>[0]> = {}) =>
  orderStatusNote({ state, deadline: null, cancelAskedAt: null, ...given }, now)

test('an order shows what it waits for', () => {
  expect(stand('WAIT_PAY', { deadline: at('21T20:12:30') })).toBe('请在 20小时12分 内完成支付，逾期自动取消')
  expect(stand('WAIT_PAY', { deadline: at('20T23:00:00') })).toBe('支付时间已过，订单即将取消')
  expect(stand('WAIT_PAY')).toBe('付款凭证审核中，审核期间不会自动取消')
  expect(stand('SENT', { deadline: at('24T02:00:00') })).toBe('还有 3天2小时 自动确认收货')
  expect(stand('WAIT_SEND')).toBe('商品备货中，发出后可在此查看物流')
  expect(stand('WAIT_SEND', { cancelAskedAt: now })).toBe('已申请取消，等待客服确认')
  expect(stand('CANCELLED', { cancelReason: '规格选错' })).toBe('取消原因：规格选错')
})

test('an order on its way says on which day it is received automatically, and why', () => {
  const say = (given: Partial<Parameters<typeof formatAutomaticReceipt>[0]>) =>
    formatAutomaticReceipt({ state: 'SENT', deadline: at('28T02:00:00'), receiptFrom: 'shipment', ...given })
  expect(say({})).toBe('末次发货满 15 天，即 2026-11-28 10:00，自动确认收货；包裹全部签收后改从签收起算')
  expect(say({ receiptFrom: 'delivery' })).toBe(
    '承运公司报告包裹已全部签收，2026-11-28 10:00 自动确认收货；有短少或破损，请在此之前申请售后',
  )
  expect(say({ receiptFrom: null, deadline: null })).toBe('售后处理期间不会自动确认收货')
  expect(say({ state: 'PART_SENT', receiptFrom: null, deadline: null })).toBe('')
})

const labels = (state: OrderState, method: 'credit' | 'online' | 'transfer', ...actions: BuyerOrderAction[]) =>
  toOrderButtons({ state, method, actions }).map((press) => orderButtonLabels[press])

test('each state has the buttons of the specification that the server allows', () => {
  expect(labels('WAIT_PAY', 'credit', 'pay', 'changeMethod', 'cancel')).toEqual([
    '去支付',
    '线上支付',
    '转账支付',
    '更换支付方式',
    '取消订单',
    '再次购买',
    '联系客服',
  ])
  expect(labels('WAIT_PAY', 'online', 'pay')[0]).toBe('线上支付')
  expect(labels('WAIT_PAY', 'transfer', 'pay')[0]).toBe('转账支付')
  expect(labels('WAIT_PAY', 'credit')).toEqual(['再次购买', '联系客服'])
  expect(labels('WAIT_SEND', 'credit', 'askCancel')).toEqual(['申请取消', '再次购买', '联系客服'])
  expect(labels('WAIT_SEND', 'credit', 'withdrawCancel')).toEqual(['撤回取消申请', '再次购买', '联系客服'])
  expect(labels('SENT', 'credit', 'receive')).toEqual(['确认收货', '再次购买', '联系客服'])
  expect(labels('WAIT_COMMENT', 'credit')).toEqual(['我来评论', '再次购买', '联系客服'])
  expect(labels('CANCELLED', 'credit')).toEqual(['再次购买', '联系客服'])
})

test('a row of the list has the most important buttons', () => {
  expect(toOrderRowButtons({ state: 'WAIT_PAY', method: 'credit', actions: ['pay', 'changeMethod', 'cancel'] })).toEqual([
    'pay',
    'changeMethod',
    'cancel',
    'again',
  ])
  expect(toOrderRowButtons({ state: 'WAIT_SEND', method: 'credit', actions: ['askCancel'] })).toEqual(['askCancel', 'again'])
  expect(toOrderRowButtons({ state: 'PART_SENT', method: 'credit', actions: [] })).toEqual(['again'])
})

const way = (state: OrderState, given: Partial<OrderDetail> = {}) =>
  toOrderSteps({ state, createdAt: at('01T00:00:00'), paidAt: null, events: [], parcels: [], ...given }).map(
    ({ label, status }) => `${label} ${status}`,
  )

test('the progress steps follow the state of the order', () => {
  expect(way('WAIT_PAY')).toEqual(['提交订单 done', '支付 current', '发货 ahead', '收货 ahead', '评论 ahead'])
  expect(way('SENT', { paidAt: now })).toEqual(['提交订单 done', '支付 done', '发货 done', '收货 current', '评论 ahead'])
  expect(way('PART_SENT')[2]).toBe('发货 current')
  expect(way('DONE').every((step) => step.endsWith('done'))).toBe(true)
})

test('a cancelled order ends at the step where it was cancelled', () => {
  const events = [{ verb: 'cancel', to: 'CANCELLED' as const, at: now, by: '采购方', note: '' }]
  expect(way('CANCELLED', { events })).toEqual(['提交订单 done', '已取消 done'])
  expect(way('CANCELLED', { events, paidAt: now })).toEqual(['提交订单 done', '支付 done', '已取消 done'])
})

test('an order that needed an approval has a step for it', () => {
  const events = [{ verb: 'submit', to: 'WAIT_APPROVAL' as const, at: now, by: '采购方', note: '' }]
  expect(way('WAIT_APPROVAL', { events }).slice(0, 3)).toEqual(['提交订单 done', '审批 current', '支付 ahead'])
  expect(way('WAIT_SEND', { events, paidAt: now })).toContain('发货 current')
})

test('the address filters the list, and invalid parameters are ignored', () => {
  expect(parseOrderListFilter({ state: 'SENT', keyword: ' U84 ', from: '2026-11-01', to: '2026-11-30', page: '3' })).toEqual({
    state: 'SENT',
    keyword: 'U84',
    dateFrom: '2026-11-01',
    dateTo: '2026-11-30',
    pageNo: 3,
  })
  expect(parseOrderListFilter({ state: 'toString', keyword: '  ', from: '2026-02-30', to: 'x', page: '0' })).toEqual({ pageNo: 1 })
  expect(parseOrderListFilter({ keyword: '长'.repeat(80) }).keyword).toHaveLength(50)
})

test('待审批 is a tab only if an order waits for an approval', () => {
  expect(listOrderStatesToShow(new Map())).not.toContain('WAIT_APPROVAL')
  expect(listOrderStatesToShow(new Map([['WAIT_APPROVAL', 1]]))[0]).toBe('WAIT_APPROVAL')
})

test('the newest of several orders is found', () => {
  expect(findNewestOrderNo([])).toBeNull()
  expect(
    findNewestOrderNo([
      { orderNo: 'a', createdAt: at('01T00:00:00') },
      { orderNo: 'b', createdAt: at('02T00:00:00') },
    ]),
  ).toBe('b')
})

test('every order event has a text', () => {
  expect(orderEventLabel({ verb: 'submit' })).toBe('提交订单')
  expect(orderEventLabel({ verb: 'shipPart' })).toBe('部分发货')
  expect(orderEventLabel({ verb: 'expirePayment' })).toBe('超时未支付')
  for (const verb of Object.keys(orderLifecycle.verbs)) expect(orderEventLabel({ verb })).not.toBe('订单更新')
})

test.each([
  ['WAIT_APPROVAL', 'wallet', null, 'approval'],
  ['WAIT_PAY', 'wallet', null, 'unpaid'],
  ['WAIT_PAY', 'transfer', null, 'transfer'],
  ['WAIT_SEND', 'transfer', new Date(), 'toShip'],
  ['PART_SENT', 'credit', new Date(), 'toShip'],
  ['SENT', 'credit', new Date(), 'shipped'],
  ['WAIT_COMMENT', 'credit', new Date(), undefined],
  ['CANCELLED', 'wallet', null, undefined],
] as const)('the goods of an order in %s by %s are on their way: %s', (state, method, paidAt, stage) =>
  expect(findDeliveryStage({ state, method, paidAt })).toBe(stage),
)

test('a line arrives from the warehouse that it is planned from, and from any of the order where a line can be divided', () => {
  const planned = (skuId: string, plannedFrom?: string, goodsNum = 1) => ({ skuId, plannedFrom, goodsNum })
  const [south, north, main] = [planned('a', 'south'), planned('b', 'north'), planned('c')]
  expect(findWarehousesOfOrderLine({ lines: [main] }, main)).toBeUndefined()
  const promisedFrom = [MAIN_WAREHOUSE_ID, 'north', 'south']
  const find = (...lines: (typeof main)[]) => lines.map((line) => findWarehousesOfOrderLine({ promisedFrom, lines }, line))
  expect(find(south, north, main)).toEqual([['south'], ['north'], [MAIN_WAREHOUSE_ID]])
  // Its second half may leave from a warehouse that another line is planned from.
  expect(find(planned('a', 'south', 2), north, main)).toEqual([promisedFrom, promisedFrom, promisedFrom])
  // A gift of the same SKU.
  expect(find(south, planned('a', 'south'))).toEqual([promisedFrom, promisedFrom])
})

test('a line is received when everything of it has left and all its parcels are confirmed', () => {
  const parcel = (receivedAt: Date | null, lineNo = 1) => ({ receivedAt, lines: [{ lineNo }] })
  const line = { lineNo: 1, left: 0 }
  expect(isOrderLineReceived(line, [parcel(at('01T00:00:00')), parcel(null, 2)])).toBe(true)
  expect(isOrderLineReceived({ ...line, left: 1 }, [parcel(at('01T00:00:00'))])).toBe(false)
  expect(isOrderLineReceived(line, [parcel(at('01T00:00:00')), parcel(null)])).toBe(false)
  expect(isOrderLineReceived(line, [])).toBe(false)
})
