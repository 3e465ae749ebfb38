import { describe, expect, test } from 'vitest'
import { screens } from '#console/routes.ts'
import { type FinderHit, type FinderKind, finderKinds } from '#contract/operations/finder/api.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { toStaffPermissionHolder } from '#contract/platform/core/permissions.ts'
import { chooseFinderHitOnEnter, groupFinderHitsByKind, listFindableKinds, moveFinderSelection, toFinderHitLink } from './finder-view.ts'

const hit = (kind: FinderKind, id: string, exact = false): FinderHit => ({
  kind,
  id,
  enterpriseId: 'c1',
  title: id,
  note: '',
  exact,
})

test('each kind of hit opens the screen whose permission rule applies to the kind', () => {
  const faults = keysOf(finderKinds).filter((kind) => {
    const screen = screens.find(({ path }) => path === toFinderHitLink(hit(kind, 'x')).to)
    return JSON.stringify(screen?.call.needs) !== JSON.stringify(finderKinds[kind].needs)
  })
  expect(faults).toEqual([])
  expect(toFinderHitLink(hit('parcel', '202611280000000001'))).toEqual({
    to: '/order',
    search: { enterpriseId: 'c1', orderNo: '202611280000000001' },
  })
})

describe('the Enter key', () => {
  test('opens the exact hit, or the only hit', () => {
    expect(chooseFinderHitOnEnter([hit('order', '1'), hit('sku', '2', true)])).toMatchObject({ opens: { id: '2' } })
    expect(chooseFinderHitOnEnter([hit('enterprise', '3')])).toMatchObject({ opens: { id: '3' } })
  })

  test('opens the exact hit of the first kind if several kinds have one', () => {
    expect(chooseFinderHitOnEnter([hit('payment', '1', true), hit('voucher', '2', true)])).toMatchObject({ opens: { id: '1' } })
  })

  test('opens nothing while the hit is ambiguous, and selects the first candidate', () => {
    expect(chooseFinderHitOnEnter([hit('enterprise', '0'), hit('order', '1', true), hit('order', '2', true)])).toMatchObject({
      first: { id: '1' },
    })
    expect(chooseFinderHitOnEnter([hit('enterprise', '1'), hit('enterprise', '2')])).toMatchObject({ first: { id: '1' } })
    expect(chooseFinderHitOnEnter([])).toEqual({ first: undefined })
  })
})

test('hits are grouped under the heading of their kind, and kinds without hits are omitted', () => {
  const groups = groupFinderHitsByKind([hit('sku', 'b'), hit('order', 'a'), hit('sku', 'c')])
  expect(groups.map(({ label, hits }) => [label, hits.map(({ id }) => id)])).toEqual([
    ['订单', ['a']],
    ['商品规格', ['b', 'c']],
  ])
})

test('each role sees which kinds it can find', () => {
  const labelsOf = (role: 'catalogue' | 'marketing' | 'reviewer') =>
    listFindableKinds(toStaffPermissionHolder([role])).map(({ label }) => label)
  expect(labelsOf('catalogue')).toEqual([
    '商品规格',
    '批次',
    '入库单',
    '仓库调拨',
    '采购单',
    '供应商',
    '采购发票',
    '优惠券',
    '横幅',
    '文章与协议',
  ])
  expect(labelsOf('marketing')).toEqual(['优惠券', '横幅', '文章与协议'])
  expect(labelsOf('reviewer')).toEqual(['用户', '企业'])
})

test('the arrow keys wrap around through the search box', () => {
  expect([moveFinderSelection(-1, 'ArrowDown', 2), moveFinderSelection(1, 'ArrowDown', 2), moveFinderSelection(-1, 'ArrowUp', 2)]).toEqual([
    0, -1, 1,
  ])
  expect([moveFinderSelection(0, 'ArrowDown', 0), moveFinderSelection(0, 'a', 3)]).toEqual([undefined, undefined])
})
