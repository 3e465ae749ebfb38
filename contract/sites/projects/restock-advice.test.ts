import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isOrderableQuantity } from '#contract/catalog/pricing/quantity.ts'
import { computeRestockAdvice, type RestockAdviceInput } from './restock-advice.ts'

const rig: RestockAdviceInput = {
  first: { day: '2026-05-01', hours: 1_200 },
  last: { day: '2026-11-18', hours: 1_840 },
  perTenThousand: 600,
  shipped: 20,
  coming: 10,
  rule: { minimum: 10, step: 5 },
  unit: '支',
}

test('the advice is the estimated wear minus sent and coming units, as an orderable quantity, explained', () => {
  expect(computeRestockAdvice(rig)).toEqual({
    goodsNum: 10,
    summary: '预计用 38.4，已发 20，在途 10',
    why: '自 2026-05-01（1200 小时）起运行 640 小时，每百小时 6 支，约消耗 38.4 支；期间已发 20 支、在途 10 支，还需 8.4 支，按起订量和倍数取 10 支',
  })
  expect(computeRestockAdvice({ ...rig, coming: 0 }).goodsNum).toBe(20)
})

test('nothing is advised if exactly the needed units were sent', () => {
  const even = { ...rig, last: { day: '2026-11-18', hours: 1_300 }, shipped: 6, coming: 0 }
  expect(computeRestockAdvice(even).goodsNum).toBe(0)
  expect(computeRestockAdvice({ ...even, shipped: 5, rule: { minimum: 1, step: 1 } }).goodsNum).toBe(1)
})

test('the advised quantity is orderable, covers the need, and exceeds it only by the quantity rule', () => {
  const count = fc.integer({ min: 1, max: 50 })
  fc.assert(
    fc.property(
      fc.nat(20_000),
      fc.integer({ min: 1, max: 99_000 }),
      fc.nat(500),
      count,
      count,
      (run, perTenThousand, shipped, minimum, step) => {
        const rule = { minimum, step }
        const { goodsNum } = computeRestockAdvice({
          ...rig,
          last: { day: '', hours: rig.first.hours + run },
          perTenThousand,
          shipped,
          coming: 0,
          rule,
        })
        const missing = Math.ceil((run * perTenThousand) / 10_000 - shipped)
        if (goodsNum === 0) return missing <= 0
        return (
          isOrderableQuantity(goodsNum, rule) &&
          goodsNum >= Math.min(missing, 990_000) &&
          (goodsNum === minimum || goodsNum - step < missing)
        )
      },
    ),
  )
})
