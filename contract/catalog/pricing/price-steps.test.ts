import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MemberLevel } from '#contract/people/verification/verification-status.ts'
import { fen } from '#contract/platform/core/money.ts'
import {
  computePriceLadder,
  findPriceStepForQuantity,
  isPriceListActive,
  type PriceLadder,
  type PricesFromQuantity,
  type SkuPriceSources,
  type SkuPricesInPriceList,
} from './price-steps.ts'
import { findNextPriceStepOffer, formatPriceOriginName, toVisiblePriceSteps } from './visible-price-steps.ts'

const DAY = '2026-11-21'
const amount = fc.integer({ min: 0, max: 1_000_000 }).map(fen)
const prices = { salePriceFen: amount, creditPriceFen: fc.option(amount) }
const priced: fc.Arbitrary<PricesFromQuantity> = fc.record({ from: fc.integer({ min: 1, max: 60 }), ...prices })
const day = fc.constantFrom('2026-11-19', '2026-11-20', DAY, '2026-11-22', '2026-11-23')
const listed: fc.Arbitrary<SkuPricesInPriceList> = fc.record({
  holder: fc.constantFrom<SkuPricesInPriceList['holder']>('contract', 1, 2, 3, 4),
  fromDay: day,
  untilDay: fc.option(day),
  prices: fc.array(priced, { maxLength: 4 }),
})
const book: fc.Arbitrary<SkuPriceSources> = fc.record({
  base: fc.record(prices),
  tiers: fc.array(priced, { maxLength: 4 }),
  lists: fc.array(listed, { maxLength: 4 }),
})
const quantity = fc.integer({ min: 1, max: 70 })
const many = { numRuns: 3_000 }
const mixed = <T>(all: readonly T[]): T[] => all.toReversed()

test('unit prices never rise with quantity or fall below zero, and credit is never cheaper than cash', () => {
  fc.assert(
    fc.property(book, quantity, quantity, (one, few, others) => {
      const ladder = computePriceLadder(one, DAY)
      const [small, large] = [findPriceStepForQuantity(ladder, few), findPriceStepForQuantity(ladder, few + others)]
      expect(large.salePriceFen).toBeLessThanOrEqual(small.salePriceFen)
      expect(large.creditPriceFen ?? 0).toBeLessThanOrEqual(small.creditPriceFen ?? 0)
      expect(large.salePriceFen).toBeGreaterThanOrEqual(0)
      if (large.creditPriceFen !== null) expect(large.creditPriceFen).toBeGreaterThanOrEqual(large.salePriceFen)
    }),
    many,
  )
})

test('the ladder does not depend on the order of its tiers, lists and prices', () => {
  fc.assert(
    fc.property(book, ({ base, tiers, lists }) => {
      const turned = { base, tiers: mixed(tiers), lists: mixed(lists).map((list) => ({ ...list, prices: mixed(list.prices) })) }
      expect(computePriceLadder(turned, DAY)).toEqual(computePriceLadder({ base, tiers, lists }, DAY))
    }),
    many,
  )
})

test('no list makes goods sellable on credit; goods sold on credit have a credit price at every quantity', () => {
  fc.assert(
    fc.property(book, quantity, (one, few) => {
      expect(findPriceStepForQuantity(computePriceLadder(one, DAY), few).creditPriceFen === null).toBe(one.base.creditPriceFen === null)
    }),
    many,
  )
})

test('a contract price from quantity 1 is what the enterprise pays; without one at most the public price', () => {
  fc.assert(
    fc.property(book, quantity, (one, few) => {
      const mine = findPriceStepForQuantity(computePriceLadder(one, DAY), few).salePriceFen
      const contracts = one.lists
        .filter((list) => list.holder === 'contract' && isPriceListActive(list, DAY))
        .flatMap((list) => list.prices)
      const named = contracts.filter(({ from }) => from === 1).map(({ salePriceFen }) => salePriceFen)
      const reached = contracts.filter(({ from }) => from <= few).map(({ salePriceFen }) => salePriceFen)
      if (named.length > 0) expect(mine).toBe(Math.min(...reached))
      if (contracts.length === 0)
        expect(mine).toBeLessThanOrEqual(findPriceStepForQuantity(computePriceLadder({ ...one, lists: [] }, DAY), few).salePriceFen)
    }),
    many,
  )
})

test('each step of a ladder differs from the previous one, and inactive lists do not affect it', () => {
  fc.assert(
    fc.property(book, (one) => {
      const ladder = computePriceLadder(one, DAY)
      expect(ladder[0].from).toBe(1)
      for (const [at, step] of ladder.slice(1).entries()) {
        const before = ladder[at] ?? step
        expect(step.from).toBeGreaterThan(before.from)
        expect([step.salePriceFen, step.creditPriceFen]).not.toEqual([before.salePriceFen, before.creditPriceFen])
      }
      expect(computePriceLadder({ ...one, lists: one.lists.filter((list) => isPriceListActive(list, DAY)) }, DAY)).toEqual(ladder)
    }),
    many,
  )
})

const yuan = (sale: number, credit: number | null = null, from = 1): PricesFromQuantity => ({
  from,
  salePriceFen: fen(sale * 100),
  creditPriceFen: credit === null ? null : fen(credit * 100),
})
const list = (holder: 'contract' | MemberLevel, ...all: PricesFromQuantity[]): SkuPricesInPriceList => ({
  holder,
  fromDay: '2026-01-01',
  untilDay: null,
  prices: all,
})
const expected = (ladder: PriceLadder) =>
  ladder.map(({ from, salePriceFen, creditPriceFen, saleRule, creditRule }) => [
    from,
    salePriceFen / 100,
    creditPriceFen === null ? null : creditPriceFen / 100,
    formatPriceOriginName(saleRule, '支'),
    formatPriceOriginName(creditRule, '支'),
  ])

test.each<[string, Partial<SkuPriceSources>, unknown[][]]>([
  ['everybody', {}, [[1, 40, 42, null, null]]],
  [
    'tiers of everybody',
    { tiers: [yuan(36, 38, 500), yuan(38, null, 100)] },
    [
      [1, 40, 42, null, null],
      [100, 38, 42, '满100支价', null],
      [500, 36, 38, '满500支价', '满500支价'],
    ],
  ],
  [
    'a level, below which tiers begin',
    { lists: [list(3, yuan(39, 41))], tiers: [yuan(38.5, 41, 50)] },
    [
      [1, 39, 41, '黄金会员价', '黄金会员价'],
      [50, 38.5, 41, '满50支价', '黄金会员价'],
    ],
  ],
  ['a level above everybody', { lists: [list(2, yuan(45, 46))] }, [[1, 40, 42, null, null]]],
  [
    'a contract, whatever the tiers of everybody',
    { lists: [list('contract', yuan(39.5, 41.5))], tiers: [yuan(30, 31, 100)] },
    [[1, 39.5, 41.5, '协议价', '协议价']],
  ],
  ['a contract above everybody', { lists: [list('contract', yuan(41, 43))] }, [[1, 41, 43, '协议价', '协议价']]],
  [
    'a contract with tiers of its own',
    { lists: [list('contract', yuan(39), yuan(35, 36, 200))] },
    [
      [1, 39, 42, '协议价', null],
      [200, 35, 36, '协议价', '协议价'],
    ],
  ],
  [
    'a contract from a quantity on',
    { lists: [list('contract', yuan(35, 36, 50))], tiers: [yuan(38, 39, 20)] },
    [
      [1, 40, 42, null, null],
      [20, 38, 39, '满20支价', '满20支价'],
      [50, 35, 36, '协议价', '协议价'],
    ],
  ],
  ['two contracts', { lists: [list('contract', yuan(38, 39)), list('contract', yuan(37, 39.5))] }, [[1, 37, 39, '协议价', '协议价']]],
])('%s', (_, more, steps) => {
  expect(expected(computePriceLadder({ base: yuan(40, 42), tiers: [], lists: [], ...more }, DAY))).toEqual(steps)
})

test('shown steps begin at the minimum and give the units missing to the next price as orderable steps', () => {
  const tiers = [yuan(39, 41, 20), yuan(38, 40, 205), yuan(37, 39, 1_000)]
  const steps = toVisiblePriceSteps(computePriceLadder({ base: yuan(40, 42), tiers, lists: [] }, DAY), { minimum: 200, unit: '升' })
  expect(steps.map(({ from, salePrice, saleLabel }) => [from, salePrice / 100, saleLabel])).toEqual([
    [200, 39, '满20升价'],
    [205, 38, '满205升价'],
    [1_000, 37, '满1000升价'],
  ])
  const sku = { minimum: 200, step: 10, stock: 1_000 }
  expect(findNextPriceStepOffer(steps, 200, sku)).toMatchObject({ more: 10, kind: 'sale' })
  expect(findNextPriceStepOffer(steps, 210, sku)).toMatchObject({ more: 790, kind: 'sale', price: 3_700 })
  expect(findNextPriceStepOffer(steps, 1_000, sku)).toBeUndefined()
  // The cash price stays, so the credit price falls.
  const onAccount = toVisiblePriceSteps(computePriceLadder({ base: yuan(40, 42), tiers: [yuan(40, 41, 300)], lists: [] }, DAY), {
    minimum: 200,
    unit: '升',
  })
  expect(findNextPriceStepOffer(onAccount, 200, sku)).toEqual({ more: 100, kind: 'credit', price: 4_100 })
  // No quantity above the stock is suggested.
  expect(findNextPriceStepOffer(steps, 210, { ...sku, stock: 990 })).toBeUndefined()
})
