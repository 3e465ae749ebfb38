import fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeParcelLinePosting } from '#contract/orders/orders/amounts.ts'
import { type Fen, fen, subtractFen, sum } from '#contract/platform/core/money.ts'
import { type CouponOrderInput, type CouponTerms, evaluateCoupon, evaluateCoupons, formatCouponRejection } from './coupons.ts'

const DAYS = ['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21']
const GOODS = ['g1', 'g2', 'g3', 'g4']
/** The category of each product, and its upper category. */
const SHELVES: Record<string, number[]> = { g1: [11, 1], g2: [12, 1], g3: [21, 2], g4: [22, 2] }

const some = <T>(from: readonly T[]) => fc.subarray([...from], { minLength: 1 })
const scope = fc.oneof(
  fc.constant({ kind: 'all' } as const),
  some([1, 2, 11, 12, 21, 22]).map((ids) => ({ kind: 'categories' as const, ids })),
  some(GOODS).map((ids) => ({ kind: 'goods' as const, ids })),
)
/** Small amounts make ties, thresholds that are met exactly, and discounts above the goods. Large amounts make odd remainders. */
const amount = fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 9_999_999 })).map(fen)
const coupon = fc.record({
  id: fc.uuid(),
  shopId: fc.constantFrom('a', 'a', 'a', 'b'),
  amountFen: amount,
  thresholdFen: fc.oneof(fc.constant(fen(0)), amount),
  worth: fc.oneof(
    fc.constant({ kind: 'amount', offBasisPoints: null } as const),
    fc.integer({ min: 1, max: 9_900 }).map((offBasisPoints) => ({ kind: 'percent' as const, offBasisPoints })),
    fc.constant({ kind: 'freight', offBasisPoints: null } as const),
  ),
  firstOrder: fc.boolean(),
  scope,
  days: fc.tuple(fc.constantFrom(...DAYS), fc.constantFrom(...DAYS)),
})
const coupons = fc.uniqueArray(coupon, { maxLength: 7, selector: ({ id }) => id }).map((all) =>
  all.map(({ days, worth, ...rest }): CouponTerms => {
    const [fromDay = '', untilDay = ''] = [...days].sort()
    return { ...rest, ...worth, fromDay, untilDay }
  }),
)
const line = fc.record({ goodsId: fc.constantFrom(...GOODS), amountFen: fc.oneof(fc.constant(fen(0)), amount) })
const cart = fc
  .record({
    lines: fc.array(line, { minLength: 1, maxLength: 6 }),
    freightFen: fc.oneof(fc.constant(null), fc.constant(fen(0)), amount),
    firstOrder: fc.constantFrom('first', 'taken', 'later'),
  })
  .map(
    ({ lines, ...rest }): CouponOrderInput => ({
      ...rest,
      shopId: 'a',
      day: '2026-11-19',
      lines: lines.map((one) => ({ ...one, categoryIds: SHELVES[one.goodsId] ?? [] })),
    }),
  )

/**
 * The expected result, implemented only from the text of the six rules and of decision 540. Each remaining fen of a discount goes to the line with the largest
 * remaining claim.
 */
function byTheRules(held: readonly CouponTerms[], { shopId, day, lines, freightFen, firstOrder }: CouponOrderInput) {
  let best: { id: string; off: bigint; until: string; shares: bigint[] } | undefined
  for (const one of held) {
    const claims: bigint[] = []
    let total = 0n
    for (const { goodsId, amountFen } of lines) {
      const category = SHELVES[goodsId] ?? []
      let inside = one.scope.kind === 'all'
      if (one.scope.kind === 'goods') for (const id of one.scope.ids) inside ||= id === goodsId
      if (one.scope.kind === 'categories') for (const id of one.scope.ids) inside ||= id === category[0] || id === category[1]
      claims.push(inside ? BigInt(amountFen) : 0n)
      total += inside ? BigInt(amountFen) : 0n
    }
    const usable = one.shopId === shopId && !(one.fromDay > day) && !(one.untilDay < day) && total > 0n && total >= BigInt(one.thresholdFen)
    if (!usable || (one.firstOrder && firstOrder !== 'first')) continue
    const base = one.kind === 'freight' ? BigInt(freightFen ?? 0) : total
    const share =
      one.offBasisPoints === null ? base : (base * BigInt(one.offBasisPoints) - ((base * BigInt(one.offBasisPoints)) % 10_000n)) / 10_000n
    const off = BigInt(one.amountFen) > share ? share : BigInt(one.amountFen)
    if (off === 0n) continue
    if (one.kind === 'freight') for (const at of claims.keys()) claims[at] = 0n
    const shares = claims.map((claim) => (off * claim - ((off * claim) % total)) / total)
    const served = new Set<number>()
    for (let left = (one.kind === 'freight' ? 0n : off) - shares.reduce((a, b) => a + b, 0n); left > 0n; left--) {
      let next = -1
      for (let at = 0; at < claims.length; at++) {
        if (served.has(at)) continue
        const rest = (off * (claims[at] ?? 0n)) % total
        const most = next < 0 ? -1n : (off * (claims[next] ?? 0n)) % total
        if (rest > most) next = at
      }
      served.add(next)
      shares[next] = (shares[next] ?? 0n) + 1n
    }
    const better =
      !best || off > best.off || (off === best.off && (one.untilDay < best.until || (one.untilDay === best.until && one.id < best.id)))
    if (better) best = { id: one.id, off, until: one.untilDay, shares }
  }
  return best && { id: best.id, discountFen: Number(best.off), shares: best.shares.map(Number) }
}

test('the engine picks the same coupon, discount and shares as the six rules for 20,000 random carts', () => {
  let used = 0
  fc.assert(
    fc.property(coupons, cart, (held, order) => {
      const [first] = evaluateCoupons(held, order)
      const taken = first?.verdict.applies
        ? { id: first.coupon.id, discountFen: first.verdict.discountFen, shares: [...first.verdict.shares] }
        : undefined
      expect(taken).toEqual(byTheRules(held, order))
      if (taken) used++
    }),
    { numRuns: 20_000 },
  )
  // The test needs enough carts with a coupon.
  expect(used).toBeGreaterThan(5_000)
})

test('a discount is what its lines and the freight bear, and refunds of all units and the freight give back exactly what was paid', () => {
  const units = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 6, maxLength: 6 })
  fc.assert(
    fc.property(coupons, cart, units, (held, order, quantities) => {
      const freightFen = order.freightFen ?? fen(0)
      for (const { coupon: one, verdict } of evaluateCoupons(held, order)) {
        if (!verdict.applies) continue
        const { shares, discountFen, freightDiscountFen } = verdict
        expect(shares.every((share, at) => share >= 0 && share <= (order.lines[at]?.amountFen ?? 0))).toBe(true)
        expect(sum([...shares, freightDiscountFen])).toBe(discountFen)
        expect(discountFen > 0 && discountFen <= one.amountFen && freightDiscountFen <= freightFen).toBe(true)
        expect(one.kind === 'freight' ? sum(shares) : freightDiscountFen).toBe(0)
        const paid = subtractFen(sum([...order.lines.map(({ amountFen }) => amountFen), freightFen]), discountFen)
        const back = order.lines.flatMap(({ amountFen }, at) => {
          const [quantity = 1, netFen] = [quantities[at], subtractFen(amountFen, shares[at] ?? fen(0))]
          const posted: Fen[] = []
          for (let shipped = 0; shipped < quantity; shipped++)
            posted.push(computeParcelLinePosting({ netFen, quantity, shipped, postedFen: sum(posted) }, 1))
          return posted
        })
        expect(back.every((fenOfUnit) => fenOfUnit >= 0)).toBe(true)
        expect(sum([...back, subtractFen(freightFen, freightDiscountFen)])).toBe(paid)
      }
    }),
    { numRuns: 2_000 },
  )
})

const terms = (request: Partial<CouponTerms> = {}): CouponTerms => ({
  id: 'c',
  shopId: 'a',
  kind: 'amount',
  amountFen: fen(1_000),
  offBasisPoints: null,
  firstOrder: false,
  thresholdFen: fen(59_900),
  scope: { kind: 'all' },
  fromDay: '2026-11-18',
  untilDay: '2026-11-20',
  ...request,
})
const order = (amountFen: number, day = '2026-11-19'): CouponOrderInput => ({
  shopId: 'a',
  day,
  freightFen: null,
  firstOrder: 'later',
  lines: [{ goodsId: 'g1', categoryIds: [11, 1], amountFen: fen(amountFen) }],
})

test.each<[string, Partial<CouponTerms>, CouponOrderInput, string]>([
  ['a fen short', {}, order(59_899), '订单金额还差 ¥0.01 可用'],
  ['far short', {}, order(100), '订单金额还差 ¥598.00 可用'],
  ['short of its own goods', { scope: { kind: 'categories', ids: [11] } }, order(59_899), '指定商品金额还差 ¥0.01 可用'],
  ['not begun', { fromDay: '2026-11-20' }, order(59_900), '未到使用时间，2026-11-20 起可用'],
  ['over', {}, order(59_900, '2026-11-21'), '已过期'],
  ['for other goods', { scope: { kind: 'goods', ids: ['g2'] } }, order(59_900), '订单中没有指定商品'],
  ['for the first order', { firstOrder: true }, order(59_900), '仅限首单，贵企业已有订单'],
  ['for freight that is not known', { kind: 'freight' }, order(59_900), '结算时按运费抵扣'],
  ['worth nothing', { kind: 'percent', offBasisPoints: 1, thresholdFen: fen(0) }, order(9_999), '优惠不足 ¥0.01'],
  ['for another shop', { shopId: 'b' }, order(59_900), '不适用所选商品'],
])('a coupon that is %s is rejected with the reason', (_, request, given, text) => {
  const verdict = evaluateCoupon(terms(request), given)
  expect(verdict.applies ? 'applies' : formatCouponRejection(verdict.why)).toBe(text)
})

test('10 yuan off from 599 yuan applies at the threshold, on the first day and on the last day', () => {
  for (const day of ['2026-11-18', '2026-11-20'])
    expect(evaluateCoupon(terms(), order(59_900, day))).toEqual({
      applies: true,
      discountFen: 1_000,
      shares: [1_000],
      freightDiscountFen: 0,
    })
})

test('8.5 折 rounds down in favour of the shop, stops at its cap, and 运费券 takes off freight alone', () => {
  const percent = terms({ kind: 'percent', offBasisPoints: 1_500, amountFen: fen(10_000), thresholdFen: fen(0) })
  expect(evaluateCoupon(percent, order(9_999))).toMatchObject({ discountFen: 1_499, shares: [1_499] })
  expect(evaluateCoupon(percent, order(100_000))).toMatchObject({ discountFen: 10_000 })
  const freight = { ...order(59_900), freightFen: fen(800) }
  expect(evaluateCoupon(terms({ kind: 'freight' }), freight)).toEqual({
    applies: true,
    discountFen: 800,
    shares: [0],
    freightDiscountFen: 800,
  })
})
