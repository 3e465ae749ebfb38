import { expect, test } from 'vitest'
import { tabsFilter, textFilter } from '#console/platform/components/list/filters.ts'
import { Text } from '#contract/platform/core/fields.ts'
import {
  type CaseQueue,
  chooseNextCase,
  findNextCase,
  formatListFiltersParam,
  isQueueFilters,
  readCaseRun,
  recordDecidedOrSeenCase,
  toQueueFilters,
} from './case-queue.ts'

interface Row {
  id: string
  takenBy: string | null
}
const viewer = { name: '客服小岩', now: new Date('2026-11-21T06:00:00Z') }
const fields = {
  queue: tabsFilter('环节', { decide: { label: '待审核' }, refund: { label: '待退款' } }),
  orderNo: textFilter('订单号', Text(30), ''),
}

/** A queue of cases, oldest first. Of 250 cases the screen reads three pages. */
const queueOf = (list: string, rows: readonly Row[]) => {
  const asked: unknown[] = []
  const queue: CaseQueue<typeof fields, Row> = {
    list,
    screen: '/case',
    fields,
    rows: async ({ pageNo, pageSize, ...filters }) => {
      asked.push(filters)
      return { dataList: rows.slice((pageNo - 1) * pageSize, pageNo * pageSize), total: rows.length }
    },
    waits: { by: 'queue', for: ['decide', 'refund'] },
    queryKey: ['case'],
    id: ({ id }) => id,
    at: ({ id }) => ({ id }),
    isOthers: ({ takenBy }, { name }) => takenBy !== null && takenBy !== name,
  }
  return { queue, asked }
}
const free = (id: string): Row => ({ id, takenBy: null })
const names = (count: number) => Array.from({ length: count }, (_, at) => free(`case ${at}`))

test('the address of a case keeps the filters of its list but not the page', () => {
  expect(formatListFiltersParam({ queue: 'decide', orderNo: '1', pageNo: '3', pageSize: '50' })).toBe('queue=decide&orderNo=1')
  const { queue } = queueOf('/filters', [])
  expect(toQueueFilters(queue, 'queue=refund&orderNo=1', 'decide')).toBe('queue=refund&orderNo=1')
})

test('from a list with decided cases, or without a list, the next case is a waiting one', () => {
  const { queue } = queueOf('/filters', [])
  expect(toQueueFilters(queue, 'state=REFUNDED&orderNo=1', 'decide')).toBe('orderNo=1&queue=decide')
  expect(toQueueFilters(queue, undefined, 'decide')).toBe('queue=decide')
  // A list whose plain address shows what waits.
  expect(toQueueFilters({ waits: { by: 'shown', for: [undefined] } }, 'shown=all', undefined)).toBe('')
})

test('a case that was opened from a list of others, and does not wait itself, leads nowhere', () => {
  const { queue } = queueOf('/filters', [])
  const leads = (list: string | undefined, waiting: string | undefined) => isQueueFilters(queue, toQueueFilters(queue, list, waiting))
  expect([leads('queue=decide&orderNo=1', undefined), leads('state=REFUNDED', undefined), leads(undefined, undefined)]).toEqual([
    true,
    false,
    false,
  ])
  expect(leads('state=REFUNDED', 'refund')).toBe(true)
})

test('the next case is the oldest unseen one, then the oldest skipped one, never a decided one', async () => {
  const rows = names(3)
  const { queue, asked } = queueOf('/order', rows)
  const next = async () => (await findNextCase(queue, 'queue=decide&orderNo=7', viewer))?.row.id
  const record = (id: string, decided: boolean) => recordDecidedOrSeenCase(queue, 'queue=decide&orderNo=7', { id, decided })
  expect(await next()).toBe('case 0')
  expect(asked).toEqual([{ queue: 'decide', orderNo: '7' }])
  record('case 0', false)
  record('case 1', true)
  expect(await next()).toBe('case 2')
  record('case 2', true)
  // A second person must decide it now, so it still waits. It is not offered again.
  expect(await next()).toBe('case 0')
  record('case 0', true)
  expect(await next()).toBeUndefined()
  expect(readCaseRun(queue, 'queue=decide&orderNo=7').decided.size).toBe(3)
  // Another queue counts for itself.
  expect(readCaseRun(queue, 'queue=refund').decided.size).toBe(0)
})

test('cases claimed by a colleague are skipped, however many pages they fill', async () => {
  const rows = names(250).map((row, at) => (at < 249 ? { ...row, takenBy: '客服小石' } : row))
  const { queue } = queueOf('/others', rows)
  expect((await findNextCase(queue, '', viewer))?.row.id).toBe('case 249')
  recordDecidedOrSeenCase(queue, '', { id: 'case 249', decided: true })
  expect(await findNextCase(queue, '', viewer)).toBeUndefined()
})

test('after all cases were skipped the oldest comes again', () => {
  const run = { decided: new Set<string>(), seen: new Set(['a', 'b']) }
  expect(chooseNextCase([free('a'), free('b')], { run, id: ({ id }) => id, isOthers: () => false })).toEqual(free('a'))
})
