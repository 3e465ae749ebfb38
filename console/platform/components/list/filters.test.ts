import { expect, test } from 'vitest'
import { orderQueues } from '#contract/orders/orders/console-api.ts'
import { orderLifecycle } from '#contract/orders/orders/order-lifecycle.ts'
import { Day, Id, OrderNo, Text } from '#contract/platform/core/fields.ts'
import {
  choiceFilter,
  clearFilters,
  dayFilter,
  flagFilter,
  isFiltered,
  parseListSearchParams,
  pickFilter,
  requiredChoiceFilter,
  requiredPickFilter,
  tabsFilter,
  tabsFilterWithAll,
  textFilter,
  toListSearchParams,
} from './filters.ts'
import { formatSearchParams, parseSearchParamsAsText } from './search.ts'

const fields = {
  state: tabsFilter('状态', orderLifecycle.states),
  queue: choiceFilter('待办', orderQueues),
  soldOut: flagFilter('售罄'),
  orderNo: textFilter('订单号', OrderNo, '18 位'),
  keyword: textFilter('关键词', Text(5), ''),
  enterpriseId: pickFilter('企业', Id),
  dateFrom: dayFilter('从', Day),
}

const usual = { pageNo: 1, pageSize: 20 }

test('an address without filters means the first page of everything', () => {
  expect(parseListSearchParams(fields, {})).toEqual(usual)
  expect(toListSearchParams(fields, usual)).toEqual({})
  expect(isFiltered(fields, usual)).toBe(false)
})

test('filters and page survive the round trip through the address', () => {
  const values = {
    state: 'WAIT_SEND' as const,
    queue: 'cancelAsked' as const,
    soldOut: true as const,
    orderNo: '202611184715428845',
    enterpriseId: '019e9121-393b-738b-8ffd-2be68252731a',
    dateFrom: '2026-11-01',
    pageNo: 3,
    pageSize: 50,
  }
  const address = formatSearchParams(toListSearchParams(fields, values))
  expect(address).toContain('orderNo=202611184715428845')
  expect(parseListSearchParams(fields, parseSearchParamsAsText(address))).toEqual(values)
  expect(isFiltered(fields, values)).toBe(true)
})

test('a required choice does not count as a filter and stays when the filters are cleared', () => {
  const ofOne = {
    account: requiredChoiceFilter('账户', { wallet: { label: '钱包' }, credit: { label: '赊销' } }, 'wallet'),
    on: dayFilter('日期', Day),
  }
  expect(isFiltered(ofOne, { account: 'credit' })).toBe(false)
  expect(clearFilters(ofOne, { account: 'credit', on: '2026-11-01', ...usual })).toEqual({ account: 'credit', ...usual })
})

test('selecting everything instead of the default tab does not count as a filter', () => {
  const fromWaiting = { state: tabsFilterWithAll('状态', '待处理', { DONE: { label: '已处理' }, ALL: { label: '全部' } }, 'ALL') }
  expect(isFiltered(fromWaiting, { state: 'DONE' })).toBe(true)
  expect(isFiltered(fromWaiting, { state: 'ALL' })).toBe(false)
})

test('the subject of a list does not count as a filter and stays when the filters are cleared', () => {
  const ofOne = { listId: requiredPickFilter('价目表', Id), keyword: textFilter('搜索', Text(50), '') }
  const listId = '019e9121-393b-738b-8ffd-2be68252731a'
  expect(isFiltered(ofOne, { listId })).toBe(false)
  expect(isFiltered(ofOne, { listId, keyword: '截齿' })).toBe(true)
  expect(clearFilters(ofOne, { listId, keyword: '截齿', pageNo: 3, pageSize: 50 })).toEqual({ listId, pageNo: 1, pageSize: 50 })
})

test.each([
  [{ state: 'NONE' }],
  [{ state: 'toString' }],
  [{ queue: '1' }],
  [{ soldOut: 'yes' }],
  [{ orderNo: '123' }],
  [{ keyword: '   ' }],
  [{ enterpriseId: 'x' }],
  [{ dateFrom: '2026-02-30' }],
  [{ pageNo: '0' }],
  [{ pageNo: '-1' }],
  [{ pageNo: '1e3' }],
  [{ pageNo: '99999' }],
  [{ pageSize: '7' }],
])('invalid filters in %j are ignored', (search) => expect(parseListSearchParams(fields, search)).toEqual(usual))

test('an invalid search text gives its error message', () => {
  expect(fields.orderNo.fault('123')).toBe('订单号格式不正确')
  expect(fields.orderNo.fault(' 202611184715428845 ')).toBeUndefined()
  expect(fields.orderNo.fault('')).toBeUndefined()
  expect(fields.keyword.fault('六个字以上了')).toBe('最多5字')
})
