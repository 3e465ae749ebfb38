import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fen, ORDER_AMOUNT_MAX, sum, ZERO_FEN } from '#contract/platform/core/money.ts'
import {
  computeGoodsTotalAtPriceType,
  computeParcelLinePosting,
  computeParcelPosting,
  getUnitPrice,
  type OrderLinePostingInput,
} from './amounts.ts'

const net = fc.integer({ min: 0, max: ORDER_AMOUNT_MAX }).map(fen)
/** Splits a quantity into parcels. Some of them may have no unit of the line. */
const cut = fc
  .array(fc.integer({ min: 0, max: 5_000 }), { minLength: 1, maxLength: 12 })
  .filter((units) => units.some((some) => some > 0))
  .map((units) => ({ units, quantity: units.reduce((total, some) => total + some, 0) }))

test('parcels post the amount of a line to the fen however it is split, and none posts less than zero', () => {
  fc.assert(
    fc.property(net, cut, (netFen, { units, quantity }) => {
      let line: OrderLinePostingInput = { netFen, quantity, shipped: 0, postedFen: ZERO_FEN }
      for (const some of units) {
        const share = computeParcelLinePosting(line, some)
        expect(share).toBeGreaterThanOrEqual(0)
        line = { ...line, shipped: line.shipped + some, postedFen: sum([line.postedFen, share]) }
      }
      expect(line.postedFen).toBe(netFen)
    }),
    { numRuns: 2_000 },
  )
})

test('an order with many lines in mixed parcels posts every line and the freight exactly once', () => {
  const lines = fc.array(fc.tuple(net, fc.integer({ min: 1, max: 50 })), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(lines, fc.integer({ min: 0, max: 30_000 }).map(fen), fc.integer({ min: 1, max: 49 }), (ordered, freightFen, at) => {
      const state = ordered.map(([netFen, quantity]): OrderLinePostingInput => ({ netFen, quantity, shipped: 0, postedFen: ZERO_FEN }))
      const send = (first: boolean, unitsOf: (line: OrderLinePostingInput) => number) => {
        const shares = state.map((line) => ({ line, units: unitsOf(line) }))
        const posted = computeParcelPosting(shares, { first, freightFen })
        for (const [index, { line, units }] of shares.entries()) {
          const postedFen = sum([line.postedFen, computeParcelLinePosting(line, units)])
          state[index] = { ...line, shipped: line.shipped + units, postedFen }
        }
        return posted
      }
      const first = send(true, ({ quantity }) => Math.min(quantity, at))
      const rest = send(false, ({ quantity, shipped }) => quantity - shipped)
      expect(sum([first, rest])).toBe(sum([freightFen, ...ordered.map(([netFen]) => netFen)]))
    }),
    { numRuns: 500 },
  )
})

test('the last unit takes the remainder: 100.00 in three parcels is 33.33, 33.33 and 33.34', () => {
  const line = { netFen: fen(10_000), quantity: 3 }
  const shares = [0, 1, 2].map((shipped) =>
    computeParcelLinePosting({ ...line, shipped, postedFen: fen(Math.floor((10_000 * shipped) / 3)) }, 1),
  )
  expect(shares).toEqual([3_333, 3_333, 3_334])
})

test.each([
  ['more than is left', 3, 1],
  ['less than nothing', 0, -1],
])('a parcel cannot contain %s', (_, shipped, units) => {
  expect(() => computeParcelLinePosting({ netFen: fen(100), quantity: 3, shipped, postedFen: ZERO_FEN }, units)).toThrow(RangeError)
})

test('goods total is unit price times quantity, and undefined on credit if one of them has no credit price', () => {
  const onBoth = { salePriceFen: fen(3_850), creditPriceFen: fen(4_040), quantity: 20 }
  const cashOnly = { salePriceFen: fen(100), creditPriceFen: null, quantity: 1 }
  expect([computeGoodsTotalAtPriceType([onBoth, cashOnly], 'sale'), computeGoodsTotalAtPriceType([onBoth], 'credit')]).toEqual([
    77_100, 80_800,
  ])
  expect(computeGoodsTotalAtPriceType([onBoth, cashOnly], 'credit')).toBeUndefined()
  expect(getUnitPrice(cashOnly, 'credit')).toBeUndefined()
})
