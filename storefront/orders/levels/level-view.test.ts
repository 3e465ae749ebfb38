import { expect, test } from 'vitest'
import type { EnterpriseLevelOverview } from '#contract/orders/levels/shapes.ts'
import { fen } from '#contract/platform/core/money.ts'
import { computeLevelProgressPercent, findDisplayedLevel, levelPathsByScreen, levelScreenLink, toBenefitViewModels } from './level-view.ts'

const thresholds = [0, 10_000_000, 50_000_000, 200_000_000].map(fen)

test('the progress bar spaces the levels equally and interpolates the paid amount', () => {
  const at = (paid: number) => Math.round(computeLevelProgressPercent(fen(paid), thresholds))
  expect([at(-1), at(0), at(5_000_000), at(10_000_000), at(30_000_000), at(50_000_000)]).toEqual([0, 0, 17, 33, 50, 67])
  expect([at(125_000_000), at(200_000_000), at(900_000_000)]).toEqual([83, 100, 100])
})

test('the link of each level shows that level, locked or unlocked', () => {
  expect(levelScreenLink(1, 4)).toEqual({ to: levelPathsByScreen.normal, search: {} })
  expect(levelScreenLink(3, 1)).toEqual({ to: levelPathsByScreen.middle, search: { tab: 'gold' } })
  expect(levelScreenLink(3, 2)).toEqual({ to: levelPathsByScreen.middleUnlocked, search: { tab: 'gold' } })
  expect([levelScreenLink(4, 3).to, levelScreenLink(4, 4).to]).toEqual([levelPathsByScreen.high, levelPathsByScreen.highUnlocked])
  for (const own of [1, 2, 3, 4] as const)
    for (const level of [1, 2, 3, 4] as const) {
      const { to, search } = levelScreenLink(level, own)
      expect(findDisplayedLevel(to, search.tab, own)).toBe(level)
    }
  expect([
    findDisplayedLevel(levelPathsByScreen.middle, undefined, 1),
    findDisplayedLevel(levelPathsByScreen.middleUnlocked, undefined, 3),
  ]).toEqual([2, 3])
})

const none = { temp: null, coupons: [], gift: null }
const coupon = {
  templateId: 'a',
  name: '会员券',
  couponKind: 'amount' as const,
  amount: fen(5_000),
  offBasisPoints: null,
  threshold: fen(0),
}
const status: EnterpriseLevelOverview = {
  level: 2,
  keptUntil: '2027-11-17',
  paid: { amount: fen(12_000_000), from: '2025-11-22', next: { level: 3, missing: fen(38_000_000) } },
  levels: [
    { level: 1, threshold: fen(0), ...none, coupons: [coupon] },
    { level: 2, threshold: fen(10_000_000), ...none, temp: { percent: 10, days: 15 } },
    { level: 3, threshold: fen(50_000_000), ...none, temp: { percent: 20, days: 30 }, coupons: [coupon, coupon] },
    { level: 4, threshold: fen(200_000_000), ...none },
  ],
  benefits: [
    { benefit: 'temp', state: 'available', reason: null, claimed: null, amount: fen(1_000_000) },
    { benefit: 'coupons', state: 'locked', reason: '升至黄金会员后解锁', claimed: null, amount: null },
    { benefit: 'gift', state: 'locked', reason: '暂未开放会员礼', claimed: null, amount: null },
  ],
  gifts: [],
  changes: [],
  claims: [],
}

test('benefits are available at the own level, locked above it and surpassed below it', () => {
  expect(toBenefitViewModels(status, 2)).toMatchObject([
    { what: '固定额度的 10%，15 天有效', state: 'available', note: null },
    { what: null, state: 'locked', note: '升至黄金会员后解锁' },
    { what: null, state: 'locked', note: '暂未开放会员礼' },
  ])
  expect(toBenefitViewModels(status, 3)).toMatchObject([
    { what: '固定额度的 20%，30 天有效', state: 'locked', note: '再付 ¥380,000.00 解锁' },
    { what: '每月 2 张', state: 'locked', note: '再付 ¥380,000.00 解锁' },
    { what: null, state: 'locked', note: null },
  ])
  expect(toBenefitViewModels({ ...status, paid: null }, 3)[0]).toMatchObject({ note: '升至黄金会员后解锁' })
  expect(toBenefitViewModels(status, 1).map(({ state }) => state)).toEqual(['locked', 'surpassed', 'locked'])
})

test('a claimed benefit shows what it was and when it can be claimed again', () => {
  const claimed = { text: '临时额度 ¥10,000.00，至 2026-12-06', at: new Date(), againOn: '2027-01-01' }
  const [temp] = status.benefits
  const after = { ...status, benefits: [{ ...(temp ?? expect.fail('no benefit')), state: 'claimed' as const, claimed }] }
  expect(toBenefitViewModels(after, 2)).toMatchObject([
    { state: 'claimed', note: '临时额度 ¥10,000.00，至 2026-12-06；2027-01-01 起可再次领取' },
  ])
})
