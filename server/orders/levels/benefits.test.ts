import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import type { MemberLevel } from '#contract/people/verification/verification-status.ts'
import { applyCreditLimitChange } from '#server/money/credit/public.ts'
import { updateMemberLevelColumn } from '#server/people/organisation/public.ts'
import { createCouponHelpers } from '#server/platform/testing/coupons.ts'
import { createDebtHelpers } from '#server/platform/testing/debts.ts'
import { type Buyer, type BuyerOptions, ONE_DAY_MS, openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { createSettingsHelpers } from '#server/platform/testing/settings.ts'

const mall = await openMall()
const { template } = await createCouponHelpers(mall)
const debts = createDebtHelpers(mall)
const { claimTempLimit, claimCoupons, claimGift } = contract.member
const admin = await mall.staff('admin')
const { setsBenefits: set } = createSettingsHelpers(mall)
const NO_ONE = '00000000-0000-7000-8000-000000000000'

const money = { 'idempotency-key': '' }
const once = () => ({ ...money, 'idempotency-key': randomUUID() })
const claims = (buyer: Buyer, { path }: { path: string }) => buyer.post(path, {}, once())
const stateOf = async (buyer: Buyer, benefit: 'temp' | 'coupons' | 'gift') =>
  (await buyer.api.member.status({})).benefits.find((one) => one.benefit === benefit)

/** A company at a level. */
const member = async (name: string, level: MemberLevel, request: BuyerOptions = {}): Promise<Buyer> => {
  const buyer = await mall.buyer(name, request)
  await mall.runInTransaction((tx) => updateMemberLevelColumn(tx, buyer.enterpriseId, level))
  return buyer
}

let [monthly, welcome] = ['', '']
beforeAll(async () => {
  monthly = await template({ name: '会员券', way: 'grant', days: 30, level: 4 })
  welcome = await template({ name: '升级礼券', way: 'grant', days: 90, amount: '200', threshold: '0' })
  await set({ level: 2, tempPercent: 10, tempDays: 15 })
  await set({ level: 3, tempPercent: 20, tempDays: 30, templateIds: [monthly], giftTemplateId: welcome })
  await set({ level: 4, tempPercent: 100, tempDays: 90, templateIds: [monthly, welcome] })
})

describe('a benefit', () => {
  test('that the level lacks is locked and names the level that unlocks it', async () => {
    const lin = await member('林', 1)
    expect((await lin.api.member.status({})).benefits).toMatchObject([
      { benefit: 'temp', state: 'locked', reason: '升至白银会员后解锁' },
      { benefit: 'coupons', state: 'locked', reason: '升至黄金会员后解锁' },
      { benefit: 'gift', state: 'locked', reason: '升至黄金会员后解锁' },
    ])
    for (const [call, what] of [
      [claimTempLimit, '临时额度'],
      [claimCoupons, '会员专享券'],
      [claimGift, '会员礼'],
    ] as const)
      expect(await claims(lin, call)).toMatchObject({ code: 422, reason: 'BENEFIT_LOCKED', msg: `普通会员未解锁${what}` })
    const top = await member('陈', 4)
    expect(await stateOf(top, 'gift')).toMatchObject({ state: 'locked', reason: '暂未开放会员礼' })
  })

  test('of one enterprise is unavailable to another, and a sub-account claims what its permissions allow', async () => {
    const lin = await member('林', 3, { credit: '100000' })
    const [pays, limits] = [await mall.subAccount(lin, ['buyPay']), await mall.subAccount(lin, ['applyLimit'])]
    expect(await claims(limits, claimCoupons)).toMatchObject({ code: 403, reason: 'NO_PERMISSION' })
    expect(await claims(limits, claimGift)).toMatchObject({ code: 403 })
    expect(await claims(pays, claimTempLimit)).toMatchObject({ code: 403 })
    expect(await claims(pays, claimCoupons)).toMatchObject({ code: 200 })
    expect(await claims(limits, claimTempLimit)).toMatchObject({ code: 200 })
    expect(await claims(lin, claimCoupons)).toMatchObject({ code: 409, reason: 'BENEFIT_CLAIMED' })
    const chen = await member('陈', 3)
    expect((await chen.api.member.status({})).claims).toEqual([])
    expect(await stateOf(chen, 'coupons')).toMatchObject({ state: 'available' })
  })

  test('is unavailable to an enterprise with overdue debts until it has paid', async () => {
    const lin = await member('林', 3, { credit: '100000' })
    await debts.draws(lin.enterpriseId, yuanTextToFen('5000'))
    await debts.dawns('2026-12-20')
    await debts.jobs()
    const reason = '有逾期账单 ¥5,000.00（2026-11 账单），会员权益已暂停，还清后恢复'
    for (const call of [claimTempLimit, claimCoupons, claimGift])
      expect(await claims(lin, call)).toMatchObject({ code: 422, reason: 'BENEFIT_SUSPENDED', msg: reason })
    for (const benefit of ['temp', 'coupons', 'gift'] as const)
      expect(await stateOf(lin, benefit)).toMatchObject({ state: 'waiting', reason })
    await debts.receives(lin.enterpriseId, yuanTextToFen('6000'))
    expect(await stateOf(lin, 'coupons')).toMatchObject({ state: 'available', reason: null })
    expect(await claims(lin, claimCoupons)).toMatchObject({ code: 200 })
    expect(await mall.findInvariantBreaches()).toEqual({})
  })
})

describe('the temporary limit of a level', () => {
  test('is a share of the base limit for some days, once a quarter, also under concurrent claims', async () => {
    const lin = await member('林', 3, { credit: '123456.78' })
    const today = mall.clock.now.toISOString().slice(0, 10)
    expect(await stateOf(lin, 'temp')).toMatchObject({ state: 'available', amount: 2_469_100 })
    const answers = await Promise.all(Array.from({ length: 8 }, () => claims(lin, claimTempLimit)))
    expect(answers.map(({ code, reason }) => (code === 200 ? 'claimed' : reason)).sort()).toEqual([
      ...Array<string>(7).fill('BENEFIT_CLAIMED'),
      'claimed',
    ])
    const account = await lin.api.account.account({})
    expect(account).toMatchObject({ creditTempAmount: 2_469_100, creditTempUseableAmount: 2_469_100 })
    expect(account?.creditTempEndDate).toBe(new Date(Date.parse(today) + 30 * ONE_DAY_MS).toISOString().slice(0, 10))
    expect(await stateOf(lin, 'temp')).toMatchObject({ state: 'claimed', claimed: { againOn: '2027-01-01' } })
    // The rise to the next level changes nothing of what the quarter has had.
    await mall.runInTransaction((tx) => updateMemberLevelColumn(tx, lin.enterpriseId, 4))
    expect(await claims(lin, claimTempLimit)).toMatchObject({
      reason: 'BENEFIT_CLAIMED',
      msg: '临时额度每季度一次，2027-01-01 起可再次领取',
    })
    const finance = await mall.staff('finance')
    const { limitChanges } = await finance.api.consoleEnterprise.detail({ enterpriseId: lin.enterpriseId })
    expect(limitChanges.map(({ kind, reason }) => `${kind} ${reason}`)).toContain('temp 黄金会员权益')
  })

  test('returns the same answer for the same key', async () => {
    const lin = await member('林', 2, { credit: '100000' })
    const key = once()
    const [first, again] = [await lin.post(claimTempLimit.path, {}, key), await lin.post(claimTempLimit.path, {}, key)]
    expect(first).toMatchObject({ code: 200, data: { benefit: 'temp', level: 2 } })
    expect(again.data).toEqual(first.data)
    expect((await lin.api.member.status({})).claims).toHaveLength(1)
  })

  test('does not replace a current temporary limit and becomes available when that ends', async () => {
    const lin = await member('林', 3, { credit: '100000' })
    const granted = {
      enterpriseId: lin.enterpriseId,
      kind: 'temp',
      limitFen: yuanTextToFen('50000'),
      reason: '旺季',
      staffId: null,
    } as const
    const endDay = new Date(mall.clock.now.getTime() + ONE_DAY_MS).toISOString().slice(0, 10)
    await mall.runInTransaction((tx) => applyCreditLimitChange(tx, mall.moment(), { ...granted, endDay }))
    const msg = `现有临时额度 ¥50,000.00 至 ${endDay} 有效，到期后再领取`
    expect(await claims(lin, claimTempLimit)).toMatchObject({ code: 409, reason: 'TEMP_LIMIT_IN_FORCE', msg })
    expect(await stateOf(lin, 'temp')).toMatchObject({ state: 'waiting' })
    expect((await lin.api.account.account({}))?.creditTempAmount).toBe(5_000_000)
    mall.clock.forward(3 * ONE_DAY_MS)
    await mall.renew()
    expect(await claims(lin, claimTempLimit)).toMatchObject({ code: 200 })
    expect((await lin.api.account.account({}))?.creditTempAmount).toBe(2_000_000)
  })

  test('is not claimed in a group, whose parent could raise the share before', async () => {
    const lin = await member('林', 3, { credit: '100000' })
    await (await mall.staff('finance')).api.consoleCompanyGroup.create({ enterpriseId: lin.enterpriseId, name: '林业集团' })
    const msg = '集团成员的临时额度由商城授予，请联系客户经理'
    expect(await claims(lin, claimTempLimit)).toMatchObject({ code: 409, reason: 'TEMP_LIMIT_IN_GROUP', msg })
    expect(await stateOf(lin, 'temp')).toMatchObject({ state: 'waiting', reason: '集团成员的临时额度由商城授予' })
  })

  test('never exceeds what one staff member may grant, and needs an account with a base limit', async () => {
    const rich = await member('林', 4, { credit: '5000000' })
    expect(await claims(rich, claimTempLimit)).toMatchObject({ code: 200 })
    expect((await rich.api.account.account({}))?.creditTempAmount).toBe(100_000_000)
    const none = await member('陈', 4)
    expect(await claims(none, claimTempLimit)).toMatchObject({ reason: 'CREDIT_NOT_OPEN' })
    expect(await stateOf(none, 'temp')).toMatchObject({ state: 'waiting', reason: '开通赊销账户后可领取' })
    const zero = await member('王', 4, { credit: '0' })
    expect(await claims(zero, claimTempLimit)).toMatchObject({ reason: 'BENEFIT_NO_BASE' })
  })
})

describe('the coupons of a level', () => {
  test('are claimed once a month, one of each template, whatever level the template demands', async () => {
    const lin = await member('林', 4)
    expect(await claims(lin, claimCoupons)).toMatchObject({ code: 200 })
    expect((await lin.api.coupon.list({})).dataList.map(({ name }) => name).sort()).toEqual(['会员券', '升级礼券'])
    expect(await claims(lin, claimCoupons)).toMatchObject({ reason: 'BENEFIT_CLAIMED' })
    mall.clock.forward(31 * ONE_DAY_MS)
    await mall.renew()
    expect(await claims(lin, claimCoupons)).toMatchObject({ code: 200 })
    expect((await lin.api.coupon.list({})).total).toBe(3)
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('that have run out are left out; if none is left, the claim is refused', async () => {
    const few = await template({ name: '少量券', way: 'grant', days: 30, total: 1 })
    await set({ level: 2, tempPercent: 10, tempDays: 15, templateIds: [few] })
    const [lin, chen] = [await member('林', 2), await member('陈', 2)]
    expect(await claims(lin, claimCoupons)).toMatchObject({ code: 200 })
    expect(await stateOf(chen, 'coupons')).toMatchObject({ state: 'waiting', reason: '本期优惠券已发完' })
    expect(await claims(chen, claimCoupons)).toMatchObject({ code: 422, reason: 'COUPON_NONE_LEFT' })
    await set({ level: 2, tempPercent: 10, tempDays: 15, templateIds: [few, monthly] })
    expect(await claims(chen, claimCoupons)).toMatchObject({ code: 200 })
    expect((await chen.api.coupon.list({})).dataList.map(({ name }) => name)).toEqual(['会员券'])
  })
})

describe('the gift of a level', () => {
  test('may be a coupon, once per level and year', async () => {
    const lin = await member('林', 3)
    expect(await claims(lin, claimGift)).toMatchObject({ code: 200, data: { text: '升级礼券 ¥200.00（无门槛立减）' } })
    expect(await claims(lin, claimGift)).toMatchObject({ reason: 'BENEFIT_CLAIMED' })
    expect((await lin.api.coupon.list({})).dataList).toMatchObject([{ amount: 20_000 }])
  })

  test('may be goods, which wait for the next order', async () => {
    const skuId = await mall.createSku('保温杯', { unit: '个' })
    await set({ level: 2, giftSkuId: skuId, giftUnits: 2 })
    const lin = await member('林', 2)
    const levels = (await lin.api.member.status({})).levels
    expect(levels[1]).toMatchObject({ level: 2, temp: null, coupons: [], gift: { kind: 'goods', goodsName: '保温杯', units: 2 } })
    expect(await claims(lin, claimGift)).toMatchObject({ data: { text: '保温杯 × 2 个，随下一单赠送' } })
    expect((await lin.api.member.status({})).gifts).toMatchObject([{ goodsName: '保温杯', units: 2, state: 'WAITING', orderNo: null }])
  })
})

describe('the console page of benefits', () => {
  test('shows what each level gives and how often it was claimed; changes are in the audit log', async () => {
    const finance = await mall.staff('finance')
    const levels = await finance.api.consoleLevel.list({})
    expect(levels.map(({ level }) => level)).toEqual([1, 2, 3, 4])
    expect(levels[2]).toMatchObject({ threshold: 50_000_000, temp: { percent: 20, days: 30 }, coupons: [{ name: '会员券' }] })
    expect(levels[2]?.companies).toBeGreaterThan(0)
    const { dataList } = await admin.api.consoleAudit.list({ pageSize: 100 })
    expect(dataList.filter(({ actionName }) => actionName.startsWith('设置会员等级的权益'))[0]?.facts).toEqual(
      expect.arrayContaining([{ name: 'level', value: '2' }]),
    )
  })

  test('refuses incomplete or unknown input', async () => {
    const call = contract.consoleLevel.setBenefits.path
    const send = (body: object) => admin.post(call, { rowVersion: 0, ...body })
    expect(await send({ level: 2, tempPercent: 10 })).toMatchObject({ code: 400, msg: '请填写临时额度的比例和天数' })
    expect(await send({ level: 2, tempPercent: 101, tempDays: 1 })).toMatchObject({ code: 400 })
    expect(await send({ level: 5 })).toMatchObject({ code: 400 })
    expect(await send({ level: 2, giftSkuId: NO_ONE })).toMatchObject({ code: 400, msg: '请填写赠送数量' })
    expect(await send({ level: 2, giftSkuId: NO_ONE, giftUnits: 1 })).toMatchObject({ reason: 'SKU_NOT_FOUND' })
    expect(await send({ level: 2, giftSkuId: NO_ONE, giftUnits: 1, giftTemplateId: welcome })).toMatchObject({ code: 400 })
    expect(await send({ level: 2, templateIds: [NO_ONE] })).toMatchObject({ reason: 'COUPON_TEMPLATE_NOT_FOUND' })
    const stopped = await template({ name: '停发券' })
    await (await mall.staff('catalogue')).api.consoleCoupon.stop({ templateId: stopped, rowVersion: 0 })
    expect(await send({ level: 2, templateIds: [stopped] })).toMatchObject({
      reason: 'COUPON_STOPPED',
      msg: '「停发券」已停止发放，请选择其他优惠券',
    })
    const finance = await mall.staff('finance')
    expect(await finance.post(call, { level: 2 })).toMatchObject({ code: 403 })
  })
})

test('a benefit is unavailable to a frozen enterprise', async () => {
  const lin = await member('林', 3)
  const support = await mall.staff('admin')
  await support.api.consoleEnterpriseAccess.freeze({ enterpriseId: lin.enterpriseId, reason: '核查' })
  expect((await claims(lin, claimCoupons)).code).not.toBe(200)
  expect(await mall.db.selectFrom('benefit_claim').select('id').where('enterprise_id', '=', lin.enterpriseId).execute()).toEqual([])
})
