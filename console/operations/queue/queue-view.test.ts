import { expect, test } from 'vitest'
import type { WorkQueueItem } from '#contract/operations/queue/api.ts'
import { toStaffPermissionHolder } from '#contract/platform/core/permissions.ts'
import { describeSeries, foldZeroSeries, groupWorkQueueEntries, listWorkCharts, toWorkQueueEntries } from './queue-view.ts'

const now = new Date('2026-11-21T04:00:00Z')
const items: WorkQueueItem[] = [
  { kind: 'waitSend', label: '待发货订单', count: 3, oldestAt: new Date('2026-11-18T00:00:00Z') },
  { kind: 'cancelAsked', label: '取消申请', count: 0, oldestAt: null },
  { kind: 'stockOut', label: '已售罄规格', count: 2, oldestAt: null },
]

test('a queue says how many items wait and since when', () => {
  const [send] = toWorkQueueEntries(items, toStaffPermissionHolder(['warehouse']), now)
  expect(send).toMatchObject({ kind: 'waitSend', count: 3, since: '3天4小时', oldest: '2026-11-18 08:00', mine: true, by: '仓储、管理员' })
  expect(send?.ways.map(({ search }) => search)).toEqual([{ queue: 'waitSend' }])
})

test('queues of the own role come first, empty ones last', () => {
  expect(toWorkQueueEntries(items, toStaffPermissionHolder(['support']), now).map(({ kind }) => kind)).toEqual([
    'cancelAsked',
    'waitSend',
    'stockOut',
  ])
  expect(toWorkQueueEntries(items, toStaffPermissionHolder(['admin']), now).map(({ kind }) => kind)).toEqual([
    'waitSend',
    'stockOut',
    'cancelAsked',
  ])
})

test('nobody gets a link to a list that his role may not see', () => {
  const finance = toWorkQueueEntries(items, toStaffPermissionHolder(['finance']), now)
  expect(finance.find(({ kind }) => kind === 'stockOut')).toMatchObject({ ways: [], mine: false, by: '仓储、管理员' })
  expect(finance.find(({ kind }) => kind === 'waitSend')?.ways).toHaveLength(1)
})

test('empty queues and queues of other roles are collapsed', () => {
  const kindsOf = (roles: ('warehouse' | 'support' | 'admin' | 'auditor')[]) => {
    const { waiting, idle, others } = groupWorkQueueEntries(toWorkQueueEntries(items, toStaffPermissionHolder(roles), now))
    return [waiting, idle, others].map((entries) => entries.map(({ kind }) => kind))
  }
  expect(kindsOf(['warehouse'])).toEqual([['waitSend', 'stockOut'], [], []])
  expect(kindsOf(['support'])).toEqual([[], ['cancelAsked'], ['waitSend', 'stockOut']])
  expect(kindsOf(['admin'])).toEqual([['waitSend', 'stockOut'], ['cancelAsked'], []])
  // An auditor does none of it. He sees it all.
  expect(kindsOf(['auditor'])).toEqual([['waitSend', 'stockOut'], ['cancelAsked'], []])
})

test('each role has its own chart first, and whoever sees his own companies alone has no chart of all companies', () => {
  const kindsOf = (roles: Parameters<typeof toStaffPermissionHolder>[0], ownEnterprisesOnly = false) =>
    listWorkCharts(Object.assign(toStaffPermissionHolder(roles), { ownEnterprisesOnly })).map(({ kind }) => kind)
  expect(kindsOf(['marketing'])).toEqual(['coupons', 'sales', 'done'])
  expect(kindsOf(['support'])).toEqual(['requests', 'sales', 'done'])
  expect(kindsOf(['support'], true)).toEqual(['requests', 'done'])
  expect(kindsOf(['support', 'warehouse', 'finance', 'reviewer'], true)).toEqual(['shipments', 'requests', 'done'])
})

test('a chart leaves out what is zero on every day', () => {
  const [some, none] = [
    { name: '询价', values: [0, 2] },
    { name: '留言', values: [0, 0] },
  ]
  expect(foldZeroSeries({ names: ['11-20', '11-21'], series: [some, none] })).toEqual({ names: ['11-20', '11-21'], series: [some] })
})

test('for those who do not see it, counts of days are summed, and of balances the last one is told', () => {
  const series = [
    { name: '销售额', values: [3, 4] },
    { name: '去年同期', values: [null, 2] },
  ]
  expect(describeSeries({ series, balances: false, format: String })).toBe('销售额 7，去年同期 2')
  expect(describeSeries({ series, balances: true, format: String })).toBe('销售额 4，去年同期 2')
  expect(describeSeries({ series: [{ name: '去年同期', values: [5, null] }], balances: true, format: String })).toBe('去年同期 —')
})
