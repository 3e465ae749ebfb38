import { expect, test } from 'vitest'
import {
  dayFilter,
  flagFilter,
  parseFilters,
  parseListSearchParams,
  pickFilter,
  requiredChoiceFilter,
  requiredPickFilter,
  tabsFilter,
  textFilter,
} from '#console/platform/components/list/filters.ts'
import { orderLifecycle } from '#contract/orders/orders/order-lifecycle.ts'
import { Day, Id, Text } from '#contract/platform/core/fields.ts'
import { hasLapsedFilters, isShownView, isWorthSaving, listSavedFilterLabels, toSavedSearch } from './view-address.ts'

const fields = {
  state: tabsFilter('状态', orderLifecycle.states),
  province: textFilter('省份', Text(20), ''),
  soldOut: flagFilter('售罄'),
  enterpriseId: pickFilter('企业', Id),
  dateFrom: dayFilter('从', Day),
  sort: requiredChoiceFilter('排序', { newest: { label: '最新' }, amount: { label: '金额' } }, 'newest'),
  listId: requiredPickFilter('价目表', Id),
}
const ID = '019e9121-393b-738b-8ffd-2be68252731a'
const open = (search: Record<string, string>) => parseListSearchParams(fields, search)
const view = (search: Record<string, string>) => ({ search })

test('an address equals a view whatever the page, its size and the order of the parameters', () => {
  const saved = view({ state: 'WAIT_SEND', province: '山西省' })
  expect(isShownView(fields, saved, open({ province: '山西省', pageNo: '3', pageSize: '50', state: 'WAIT_SEND' }))).toBe(true)
  expect(toSavedSearch(fields, open({ province: '山西省', pageNo: '3', pageSize: '50', state: 'WAIT_SEND' }))).toEqual(saved.search)
})

test('an address with more, fewer or other filters is not the view', () => {
  const saved = view({ state: 'WAIT_SEND', province: '山西省' })
  for (const other of [
    { state: 'WAIT_SEND' },
    { state: 'WAIT_SEND', province: '陕西省' },
    { state: 'WAIT_SEND', province: '山西省', soldOut: '1' },
    { state: 'WAIT_SEND', soldOut: '1' },
    {},
  ])
    expect(isShownView(fields, saved, open(other)), JSON.stringify(other)).toBe(false)
})

test('the usual choice written into the address is the same as none, and another is a part of the view', () => {
  const saved = view({ province: '山西省' })
  expect(isShownView(fields, saved, open({ province: '山西省', sort: 'newest' }))).toBe(true)
  expect(isShownView(fields, saved, open({ province: '山西省', sort: 'amount' }))).toBe(false)
  expect(toSavedSearch(fields, open({ sort: 'amount' }))).toEqual({ sort: 'amount' })
})

test('only what the list declares goes into a view, and comes out of one', () => {
  const filters = { province: '山西省', soldOut: '1', enterpriseId: ID, dateFrom: '2026-11-01' }
  expect(toSavedSearch(fields, open(Object.assign({ dirty: 'x' }, filters)))).toEqual(filters)
  expect(parseFilters(fields, Object.assign({ dirty: 'x', pageNo: '4' }, filters))).toEqual({
    province: '山西省',
    soldOut: true,
    enterpriseId: ID,
    dateFrom: '2026-11-01',
  })
})

test('a view with a filter that the list has no more is never the one that is shown', () => {
  const saved = view({ province: '山西省', grade: 'A' })
  expect(hasLapsedFilters(fields, saved)).toBe(true)
  expect(isShownView(fields, saved, parseFilters(fields, saved.search))).toBe(false)
  expect(hasLapsedFilters(fields, view({ province: '山西省' }))).toBe(false)
})

test('a tab alone and the subject of a list are not worth a name, a filter is', () => {
  const worth = (search: Record<string, string>) => isWorthSaving(fields, open(search))
  expect([worth({}), worth({ state: 'SENT' }), worth({ listId: ID }), worth({ sort: 'newest' })]).toEqual([false, false, false, false])
  expect([worth({ state: 'SENT', province: '山西省' }), worth({ sort: 'amount' }), worth({ soldOut: '1' })]).toEqual([true, true, true])
  expect(listSavedFilterLabels(fields, open({ state: 'SENT', province: '山西省' }))).toEqual(['状态', '省份'])
})
