import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fen, sum } from '#contract/platform/core/money.ts'
import { addDays } from '#contract/platform/core/shanghai.ts'
import { type CreditPosition, computeUsedAndUsableCredit } from './limits.ts'

const amount = fc.integer({ min: 0, max: 9_999_999_999 }).map(fen)
const position: fc.Arbitrary<CreditPosition> = fc.record({
  baseFen: amount,
  tempFen: amount,
  tempEndDay: fc.option(fc.constantFrom('2026-11-17', '2026-11-18', '2026-11-19')),
  drawnFen: amount,
  heldFen: amount,
  freedFen: amount,
})
const TODAY = '2026-11-18'
const of = (
  facts: Partial<Record<'base' | 'temp' | 'drawn' | 'held' | 'freed', number>>,
  tempEndDay: string | null = TODAY,
): CreditPosition => ({
  baseFen: fen(facts.base ?? 0),
  tempFen: fen(facts.temp ?? 0),
  tempEndDay,
  drawnFen: fen(facts.drawn ?? 0),
  heldFen: fen(facts.held ?? 0),
  freedFen: fen(facts.freed ?? 0),
})

describe('for any limits and any use', () => {
  test('usable amounts are never negative, and base and temporary parts add up to the total', () => {
    fc.assert(
      fc.property(position, (facts) => {
        const { baseUsableFen, tempUsableFen, usableFen, usedFen } = computeUsedAndUsableCredit(facts, TODAY)
        expect(Math.min(baseUsableFen, tempUsableFen, usableFen)).toBeGreaterThanOrEqual(0)
        expect(sum([baseUsableFen, tempUsableFen])).toBe(usableFen)
        expect(usedFen).toBe(Math.max(0, facts.drawnFen - facts.freedFen) + facts.heldFen)
      }),
      { numRuns: 2_000 },
    )
  })

  test('the usable amount can be held completely, and not one fen more', () => {
    fc.assert(
      fc.property(position, (facts) => {
        const { usableFen, tempInForceFen, usedFen } = computeUsedAndUsableCredit(facts, TODAY)
        const after = computeUsedAndUsableCredit({ ...facts, heldFen: sum([facts.heldFen, usableFen]) }, TODAY)
        expect(after.usableFen).toBe(0)
        expect(after.usedFen <= facts.baseFen + tempInForceFen || usableFen === 0).toBe(true)
        expect(after.usedFen).toBe(usedFen + usableFen)
      }),
    )
  })

  test('the base limit is used first, and the temporary limit only once the base limit is used up', () => {
    fc.assert(
      fc.property(position, (facts) => {
        const { baseUsableFen, tempUsableFen, tempInForceFen } = computeUsedAndUsableCredit(facts, TODAY)
        expect(baseUsableFen === 0 || tempUsableFen === tempInForceFen).toBe(true)
      }),
    )
  })
})

describe('the temporary limit', () => {
  test.each<[string, string | null, number]>([
    ['the day before its end', '2026-11-19', 500],
    ['its last day', '2026-11-18', 500],
    ['the day after', '2026-11-17', 0],
    ['no end day: none was granted', null, 0],
  ])('is counted correctly on %s', (_, endDay, inForce) => {
    expect(computeUsedAndUsableCredit(of({ base: 1_000, temp: 500 }, endDay), TODAY).tempInForceFen).toBe(inForce)
  })

  // J10
  test('that expires while in use blocks new holds until use is below the base limit', () => {
    const lapsed = of({ base: 1_000, temp: 500, drawn: 900, held: 400 }, addDays(TODAY, -1))
    expect(computeUsedAndUsableCredit(lapsed, TODAY)).toEqual({
      usedFen: 1_300,
      tempInForceFen: 0,
      baseUsableFen: 0,
      tempUsableFen: 0,
      usableFen: 0,
    })
    expect(computeUsedAndUsableCredit({ ...lapsed, drawnFen: fen(599) }, TODAY).usableFen).toBe(1)
  })
})

test('usable base limit, usable temporary limit and used amount are shown separately', () => {
  const { baseUsableFen, tempUsableFen, usedFen } = computeUsedAndUsableCredit(of({ base: 1_000, temp: 500, drawn: 700, held: 500 }), TODAY)
  expect({ baseUsableFen, tempUsableFen, usedFen }).toEqual({ baseUsableFen: 0, tempUsableFen: 300, usedFen: 1_200 })
})
