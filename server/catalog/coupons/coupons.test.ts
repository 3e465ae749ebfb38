import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { updateMemberLevelColumn } from '#server/people/organisation/public.ts'
import { createCouponHelpers } from '#server/platform/testing/coupons.ts'
import { ONE_DAY_MS, openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { grantCouponOncePerReason, sendCouponExpiryReminders } from './public.ts'

const mall = await openMall()
const { desk, typed, template } = await createCouponHelpers(mall)
const { claim, redeem } = contract.coupon
const NO_ONE = '00000000-0000-7000-8000-000000000000'
const codesOf = async (templateId: string): Promise<string[]> => {
  const { bytes } = await desk.codes({ templateId, format: 'csv' })
  return (
    Buffer.from(bytes)
      .toString('utf8')
      .match(/[2-9A-HJ-NP-Z]{12}/g) ?? []
  )
}

describe('the claim centre', () => {
  test('lists claimable coupons, and a claimed one is among the unused with its texts', async () => {
    const lin = await mall.buyer('林')
    const templateId = await template({ name: '双十一满减' })
    const [offer] = (await lin.api.coupon.centre({})).dataList
    expect(offer).toMatchObject({ templateId, type: '满减券', scopeNote: '仅限购买岩锋自营商品', left: 100, mine: 0, reason: null })
    const claimed = await lin.api.coupon.claim({ templateId })
    expect(claimed).toMatchObject({ state: 'unused', amount: 1_000, threshold: 59_900, untilDay: '2026-12-31', orderNo: null })
    expect((await lin.api.coupon.list({})).dataList).toEqual([claimed])
    expect(await lin.api.coupon.count({})).toEqual({ unused: 1, locked: 0, used: 0, expired: 0 })
    expect((await lin.api.coupon.centre({})).dataList.find((one) => one.templateId === templateId)).toMatchObject({
      mine: 1,
      reason: '已领取',
    })
    expect(await lin.post(claim.path, { templateId })).toMatchObject({
      code: 422,
      reason: 'COUPON_LIMIT',
      msg: '每家企业限领 1 张，已领 1 张',
    })
  })

  test('counts a validity in days from the day of the claim', async () => {
    const lin = await mall.buyer('林')
    const claimed = await lin.api.coupon.claim({ templateId: await template({ days: 7 }) })
    expect([claimed.fromDay, claimed.untilDay]).toEqual(['2026-11-18', '2026-11-25'])
  })

  test('shows for goods the coupons of their shop, their categories and themselves', async () => {
    const lin = await mall.buyer('林')
    const skuId = await mall.createSku('截齿')
    const row = await mall.db.selectFrom('sku').select('goods_id').where('id', '=', skuId).executeTakeFirstOrThrow()
    const mine = [
      await template({ goodsIds: [row.goods_id], name: '商品券' }),
      await template({ categoryIds: [1], name: '大类券' }),
      await template({ categoryIds: [2], name: '小类券' }),
    ]
    const shop = await mall.newShop('别家')
    const other = await template({ shopId: shop })
    const shown = (await lin.api.coupon.centre({ goodsId: row.goods_id, pageSize: 100 })).dataList.map(({ templateId }) => templateId)
    expect(shown).toEqual(expect.arrayContaining(mine))
    expect(shown).not.toContain(other)
  })

  test('requires the level of a coupon, and refuses coupons that are stopped, over or by code only', async () => {
    const lin = await mall.buyer('林')
    const gold = await template({ level: 3 })
    expect(await lin.post(claim.path, { templateId: gold })).toMatchObject({
      code: 422,
      reason: 'COUPON_LEVEL',
      msg: '黄金会员及以上可领取',
    })
    await mall.runInTransaction((tx) => updateMemberLevelColumn(tx, lin.enterpriseId, 3))
    expect(await lin.api.coupon.claim({ templateId: gold })).toMatchObject({ state: 'unused' })
    const stopped = await template()
    await desk.stop({ templateId: stopped, rowVersion: 0 })
    expect(await lin.post(claim.path, { templateId: stopped })).toMatchObject({ reason: 'COUPON_STOPPED' })
    const over = await template({ untilDay: '2026-11-17' })
    expect(await lin.post(claim.path, { templateId: over })).toMatchObject({ code: 410, reason: 'COUPON_EXPIRED' })
    for (const templateId of [await template({ way: 'code' }), await template({ way: 'grant' }), NO_ONE])
      expect(await lin.post(claim.path, { templateId })).toMatchObject({ code: 404, reason: 'COUPON_TEMPLATE_NOT_FOUND' })
    // I10
    for (const templateId of ['1e9', -1, 99_999_999_999, ['a']])
      expect(await lin.post(claim.path, { templateId })).toMatchObject({ code: 400 })
  })
})

describe('concurrent claims', () => {
  // I8
  test('of one enterprise, 50 at once, get it no more coupons than its quota', async () => {
    const lin = await mall.buyer('林')
    const templateId = await template({ perEnterprise: 3 })
    const answers = await Promise.all(Array.from({ length: 50 }, () => lin.post(claim.path, { templateId })))
    const codes = answers.map(({ code, reason }) => (code === 200 ? 'claimed' : reason))
    expect(codes.filter((code) => code === 'claimed')).toHaveLength(3)
    expect(codes.filter((code) => code === 'COUPON_LIMIT')).toHaveLength(47)
    expect((await desk.template({ templateId })).claimed).toBe(3)
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('of five enterprises, 50 at once, get no more coupons than exist', async () => {
    const templateId = await template({ perEnterprise: 10, total: 7 })
    const people = await Promise.all(['甲', '乙', '丙', '丁', '戊'].map((name) => mall.buyer(name)))
    const answers = await Promise.all(people.flatMap((who) => Array.from({ length: 10 }, () => who.post(claim.path, { templateId }))))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(7)
    expect(answers.filter(({ reason }) => reason === 'COUPON_NONE_LEFT')).toHaveLength(43)
    const counts = await Promise.all(people.map(async (who) => (await who.api.coupon.count({})).unused))
    expect(counts.reduce((total, count) => total + count, 0)).toBe(7)
    expect(await mall.findInvariantBreaches()).toEqual({})
  })
})

describe('coupon codes', () => {
  test('are generated up to the total, exported, and redeemed once each, in any spelling', async () => {
    const lin = await mall.buyer('林')
    const templateId = await template({ way: 'code', total: 5, perEnterprise: 2 })
    expect(await desk.makeCodes({ templateId, codes: 5 })).toEqual({ codes: 5 })
    await expect(desk.makeCodes({ templateId, codes: 1 })).rejects.toMatchObject({ reason: 'COUPON_CODES_FULL' })
    const [code = '', other = ''] = await codesOf(templateId)
    const typedCode = `${code.slice(0, 4)}-${code.slice(4, 8)} ${code.slice(8)}`.toLowerCase()
    const answers = await Promise.all(Array.from({ length: 10 }, () => lin.post(redeem.path, { couponCode: typedCode })))
    expect(answers.map(({ code: one, reason }) => (one === 200 ? 'got' : reason)).sort()).toEqual([
      ...Array(9).fill('COUPON_CODE_USED'),
      'got',
    ])
    expect(await lin.api.coupon.redeem({ couponCode: other })).toMatchObject({ templateId, state: 'unused' })
    expect(await desk.template({ templateId })).toMatchObject({ claimed: 2, codes: 5 })
    const csv = Buffer.from((await desk.codes({ templateId, format: 'csv' })).bytes).toString('utf8')
    expect(csv.match(/林矿业有限公司/g)).toHaveLength(2)
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('are blocked for an hour after 20 tries, even a correct one', async () => {
    const chen = await mall.buyer('陈')
    const templateId = await template({ way: 'code', total: 1 })
    await desk.makeCodes({ templateId, codes: 1 })
    const [code = ''] = await codesOf(templateId)
    for (let at = 0; at < 20; at++)
      expect(await chen.post(redeem.path, { couponCode: '222222222222' })).toMatchObject({ code: 404, reason: 'COUPON_CODE_UNKNOWN' })
    expect(await chen.post(redeem.path, { couponCode: code })).toMatchObject({ code: 429, reason: 'COUPON_CODE_TOO_OFTEN' })
    mall.clock.forward(3_600_000)
    expect(await chen.api.coupon.redeem({ couponCode: code })).toMatchObject({ templateId })
    expect(await chen.post(redeem.path, { couponCode: 'O0I1' })).toMatchObject({ code: 400 })
  })
})

test('coupon terms can be changed until the first claim', async () => {
  const lin = await mall.buyer('林')
  const templateId = await template()
  await desk.modify({ templateId, rowVersion: 0, ...typed({ amount: '20', threshold: '800' }) })
  expect(await desk.template({ templateId })).toMatchObject({ amount: 2_000, threshold: 80_000, state: 'open' })
  await lin.api.coupon.claim({ templateId })
  await expect(desk.modify({ templateId, rowVersion: 1, ...typed({ amount: '1' }) })).rejects.toMatchObject({ reason: 'COUPON_CLAIMED' })
  await desk.stop({ templateId, rowVersion: 1 })
  expect(await desk.template({ templateId })).toMatchObject({ state: 'stopped', claimed: 1, locked: 0, used: 0, expired: 0 })
  expect((await desk.claims({ templateId })).dataList).toMatchObject([{ enterpriseName: '林矿业有限公司', state: 'unused', orderNo: null }])
})

test('the mall grants a coupon once for each reason and up to the total number', async () => {
  const lin = await mall.buyer('林')
  const templateId = await template({ way: 'grant', total: 2, level: 4 })
  const gives = (grantedFor: string) =>
    mall.runInTransaction((tx) => grantCouponOncePerReason(tx, mall.moment(), { enterpriseId: lin.enterpriseId, templateId, grantedFor }))
  expect([await gives('level 3 2026-11'), await gives('level 3 2026-11')]).toEqual([expect.any(String), undefined])
  expect(await gives('level 3 2026-12')).toEqual(expect.any(String))
  await expect(gives('level 3 2027-01')).rejects.toMatchObject({ reason: 'COUPON_NONE_LEFT' })
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('members are reminded once three days before the last day of a coupon, and it expires at midnight', async () => {
  const lin = await mall.buyer('林')
  const clerk = await mall.subAccount(lin, ['lookOrder'])
  mall.clock.now = new Date('2026-12-01T06:00:00Z')
  await mall.renew()
  await lin.api.coupon.claim({
    templateId: await template({ fromDay: '2026-12-01', untilDay: '2026-12-10', amount: '30', threshold: '900' }),
  })
  const titles = async () => (await lin.api.message.list({ kind: 'system' })).dataList.map(({ title }) => title)
  const reminds = async (at: string) => {
    mall.clock.now = new Date(at)
    await mall.renew()
    await sendCouponExpiryReminders(mall.db, mall.moment())
    return titles()
  }
  expect(await reminds('2026-12-06T15:59:59Z')).toEqual([])
  expect(await reminds('2026-12-06T16:00:00Z')).toEqual(['优惠券即将到期'])
  expect(await reminds('2026-12-07T16:00:00Z')).toEqual(['优惠券即将到期'])
  const [received] = (await lin.api.message.list({ kind: 'system' })).dataList
  expect(received).toMatchObject({
    messageContent: '满减（¥30.00，满¥900元立减）将于 2026-12-10 到期，请尽快使用。',
    target: { screen: '/coupon' },
  })
  expect((await clerk.api.message.list({ kind: 'system' })).dataList).toEqual([])
  mall.clock.now = new Date('2026-12-10T15:59:59.999Z')
  await mall.renew()
  expect(await lin.api.coupon.count({})).toEqual({ unused: 1, locked: 0, used: 0, expired: 0 })
  mall.clock.forward(1)
  expect((await lin.api.coupon.list({ state: 'expired' })).dataList).toMatchObject([{ state: 'expired', amount: yuanTextToFen('30') }])
  mall.clock.forward(ONE_DAY_MS)
})
