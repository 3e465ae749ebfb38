import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  computeShareOfAmount,
  type Fen,
  fen,
  ORDER_AMOUNT_MAX,
  splitProportionally,
  subtractFen,
  sum,
  ZERO_FEN,
} from '#contract/platform/core/money.ts'
import {
  type AfterSaleLineAmountsAndUnits,
  computeAmountOfNextUnitsOfLine,
  computeAmountOfShippedUnits,
  computeRefundOfReturnedUnits,
} from './line-shares.ts'

const net = fc.oneof(fc.integer({ min: 0, max: ORDER_AMOUNT_MAX }), fc.integer({ min: 0, max: 30 })).map(fen)
const step = fc.record({ what: fc.constantFrom('ship', 'drop', 'return'), units: fc.integer({ min: 1, max: 40 }) })

/** Simulates a line: it records what parcels posted and what came back, as the ledger would. */
function play(
  line: AfterSaleLineAmountsAndUnits,
  posted: Fen,
  { what, units }: { what: string; units: number },
): { line: AfterSaleLineAmountsAndUnits; posted: Fen } {
  const left = line.quantity - line.shipped - line.dropped
  if (what === 'return') {
    const back = Math.min(units, line.shipped - line.returned)
    const share = computeRefundOfReturnedUnits(line, back)
    expect(share).toBeGreaterThanOrEqual(0)
    return { line: { ...line, returned: line.returned + back, returnedFen: sum([line.returnedFen, share]) }, posted }
  }
  const some = Math.min(units, left)
  const share = computeAmountOfNextUnitsOfLine(line, some)
  expect(share).toBeGreaterThanOrEqual(0)
  if (what === 'ship') return { line: { ...line, shipped: line.shipped + some }, posted: sum([posted, share]) }
  return { line: { ...line, dropped: line.dropped + some, droppedFen: sum([line.droppedFen, share]) }, posted }
}

test('refunds and returns never exceed what was paid, and reach it when all units are back', () => {
  fc.assert(
    fc.property(net, fc.integer({ min: 1, max: 60 }), fc.array(step, { maxLength: 25 }), (netFen, quantity, steps) => {
      let line: AfterSaleLineAmountsAndUnits = {
        netFen,
        quantity,
        shipped: 0,
        dropped: 0,
        droppedFen: ZERO_FEN,
        returned: 0,
        returnedFen: ZERO_FEN,
      }
      let posted = ZERO_FEN
      for (const one of steps) {
        ;({ line, posted } = play(line, posted, one))
        // The parcels posted exactly what was sent. So an amount that was never drawn cannot be refunded.
        expect(computeAmountOfShippedUnits(line)).toBe(posted)
        expect(line.returnedFen).toBeLessThanOrEqual(posted)
        expect(sum([line.droppedFen, line.returnedFen])).toBeLessThanOrEqual(netFen)
      }
      ;({ line, posted } = play(line, posted, { what: 'drop', units: quantity }))
      ;({ line } = play(line, posted, { what: 'return', units: quantity }))
      expect(sum([line.droppedFen, line.returnedFen])).toBe(netFen)
    }),
    { numRuns: 3_000 },
  )
})

test('the last unit takes the remainder of 100.00 for three: one refunded unsent, two returned singly', () => {
  const line = { netFen: fen(10_000), quantity: 3, shipped: 0, dropped: 0, droppedFen: ZERO_FEN, returned: 0, returnedFen: ZERO_FEN }
  const first = computeAmountOfNextUnitsOfLine(line, 1)
  const sent = { ...line, dropped: 1, droppedFen: first, shipped: 2 }
  const second = computeRefundOfReturnedUnits(sent, 1)
  const third = computeRefundOfReturnedUnits({ ...sent, returned: 1, returnedFen: second }, 1)
  expect([first, second, third]).toEqual([3_333, 3_333, 3_334])
  expect(subtractFen(line.netFen, sum([first, second, third]))).toBe(0)
})

// Acceptance case 4: the discount is spread over the lines by the largest remainder, as in an order.
test.each([
  ['33.33 %', 3_333],
  ['100 %', 10_000],
])(
  'three lines of odd fen under a discount of %s, refunded unit by unit: what was paid comes back, no share below nothing',
  (_, basisPoints) => {
    const amounts = [fen(3 * 3_333), fen(7 * 1_001), fen(1 * 7)]
    const discounts = splitProportionally(computeShareOfAmount(sum(amounts), basisPoints), amounts)
    const lines = amounts.map((amount, at) => ({ netFen: subtractFen(amount, discounts[at] ?? ZERO_FEN), quantity: [3, 7, 1][at] ?? 0 }))
    const refunded = lines.map(({ netFen, quantity }, at) => {
      let line: AfterSaleLineAmountsAndUnits = {
        netFen,
        quantity,
        shipped: 0,
        dropped: 0,
        droppedFen: ZERO_FEN,
        returned: 0,
        returnedFen: ZERO_FEN,
      }
      // Some units of the second line were shipped and came back; the others were never shipped.
      if (at === 1) line = play(line, ZERO_FEN, { what: 'ship', units: 4 }).line
      for (let unit = 0; unit < quantity; unit++) {
        const what = at === 1 && unit < 4 ? 'return' : 'drop'
        const before = sum([line.droppedFen, line.returnedFen])
        line = play(line, ZERO_FEN, { what, units: 1 }).line
        expect(subtractFen(sum([line.droppedFen, line.returnedFen]), before)).toBeGreaterThanOrEqual(0)
      }
      return sum([line.droppedFen, line.returnedFen])
    })
    expect(refunded).toEqual(lines.map(({ netFen }) => netFen))
    expect(sum(refunded)).toBe(subtractFen(sum(amounts), sum(discounts)))
  },
)

test.each([
  ['more than are left', () => computeAmountOfNextUnitsOfLine({ ...blank, shipped: 2, dropped: 1 }, 1)],
  ['more than have left', () => computeRefundOfReturnedUnits({ ...blank, shipped: 1 }, 2)],
  ['fewer than none', () => computeAmountOfNextUnitsOfLine(blank, -1)],
])('%s is not a valid number of units', (_, act) => expect(act).toThrow(RangeError))

const blank: AfterSaleLineAmountsAndUnits = {
  netFen: fen(100),
  quantity: 3,
  shipped: 0,
  dropped: 0,
  droppedFen: ZERO_FEN,
  returned: 0,
  returnedFen: ZERO_FEN,
}
