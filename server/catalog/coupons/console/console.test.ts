import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { createCouponHelpers } from '#server/platform/testing/coupons.ts'
import { openMall, TEST_USER_PAYMENT_PASSWORD, yuanTextToFen } from '#server/platform/testing/mall.ts'

const mall = await openMall()
const { desk, typed, template } = await createCouponHelpers(mall)
const keeper = await mall.staff('catalogue')
const { grant } = contract.consoleCoupon
const NO_ONE = '00000000-0000-7000-8000-000000000000'
const batch = () => mall.moment().newId()

test('a repeated batch grants each enterprise one coupon, notifies members who may use it, and is audited', async () => {
  const [lin, chen] = [await mall.buyer('林'), await mall.buyer('陈')]
  const clerk = await mall.subAccount(lin, ['lookOrder'])
  const templateId = await template({ way: 'grant', name: '新客满减', total: 5 })
  const asked = { templateId, batchId: batch(), enterpriseIds: [lin.enterpriseId, chen.enterpriseId, lin.enterpriseId] }
  const answers = await Promise.all(Array.from({ length: 10 }, () => keeper.post(grant.path, asked)))
  const given = answers.map(({ data }) => (data as { granted: number }).granted)
  expect(given.sort()).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 2])
  for (const one of [lin, chen]) {
    expect(await one.api.coupon.count({})).toEqual({ unused: 1, locked: 0, used: 0, expired: 0 })
    expect((await one.api.message.list({ kind: 'system' })).dataList).toMatchObject([
      {
        title: '收到一张优惠券',
        messageContent: '新客满减（¥10.00，满¥599元立减）已发放到您的账户，请在有效期内使用。',
        target: { screen: '/coupon' },
      },
    ])
  }
  expect((await clerk.api.message.list({ kind: 'system' })).total).toBe(0)
  expect(await desk.grant({ ...asked, batchId: batch() })).toEqual({ granted: 2 })
  expect(await desk.template({ templateId })).toMatchObject({ claimed: 4, state: 'open' })
  const admin = await mall.staff('admin')
  const { dataList } = await admin.api.consoleAudit.list({ action: grant.path, outcome: 'ok' })
  expect(dataList[0]).toMatchObject({ actionName: '把优惠券发放给企业', actorKind: 'staff' })
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('a batch that cannot be granted completely grants nothing', async () => {
  const [lin, chen] = [await mall.buyer('林'), await mall.buyer('陈')]
  const both = [lin.enterpriseId, chen.enterpriseId]
  const gives = (templateId: string, enterpriseIds: string[]) => keeper.post(grant.path, { templateId, batchId: batch(), enterpriseIds })
  expect(await gives(await template({ way: 'grant', total: 1 }), both)).toMatchObject({ code: 422, reason: 'COUPON_NONE_LEFT' })
  expect(await gives(await template({ way: 'code' }), both)).toMatchObject({ code: 422, reason: 'COUPON_BY_CODE_ONLY' })
  expect(await gives(await template({ untilDay: '2026-11-17' }), both)).toMatchObject({ code: 410, reason: 'COUPON_EXPIRED' })
  expect(await gives(NO_ONE, both)).toMatchObject({ code: 404, reason: 'COUPON_TEMPLATE_NOT_FOUND' })
  expect(await gives(await template({}), [...both, NO_ONE])).toMatchObject({ code: 404, reason: 'ENTERPRISE_NOT_FOUND' })
  expect(await gives(await template({}), [])).toMatchObject({ code: 400 })
  const stopped = await template()
  await desk.stop({ templateId: stopped, rowVersion: 0 })
  expect(await gives(stopped, both)).toMatchObject({ code: 422, reason: 'COUPON_STOPPED' })
  await desk.resume({ templateId: stopped, rowVersion: 1 })
  expect(await gives(stopped, both)).toMatchObject({ data: { granted: 2 } })
  for (const one of [lin, chen]) expect((await one.api.coupon.count({})).unused).toBe(1)
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('a template counts coupons held, used and expired, and the discount that was really given', async () => {
  const lin = await mall.buyer('林', { wallet: '5000' })
  const chen = await mall.buyer('陈')
  const templateId = await template({ amount: '100', threshold: '0', untilDay: '2026-11-19' })
  await lin.api.coupon.claim({ templateId })
  await chen.api.coupon.claim({ templateId })
  const lines = [{ skuId: await mall.createSku('截齿', { sale: '60.00' }), goodsNum: 1 }]
  const { quote } = await lin.api.order.preview({ lines, method: 'wallet' })
  const { tradeId } = await lin.api.order.submit({ lines, method: 'wallet', addressId: lin.addressId, quote })
  expect(await desk.template({ templateId })).toMatchObject({ claimed: 2, locked: 1, used: 0, expired: 0, given: 0 })
  await lin.api.order.payByWallet({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
  mall.clock.now = new Date('2026-11-19T16:00:00Z')
  await mall.renew()
  expect(await desk.template({ templateId })).toMatchObject({ claimed: 2, locked: 0, used: 1, expired: 1, given: yuanTextToFen('60') })
  const held = await desk.ofEnterprise({ enterpriseId: lin.enterpriseId, state: 'used' })
  expect(held).toMatchObject({ total: 1, counts: { unused: 0, locked: 0, used: 1, expired: 0 }, dataList: [{ templateId, state: 'used' }] })
  expect((await desk.ofEnterprise({ enterpriseId: chen.enterpriseId })).counts).toEqual({ unused: 0, locked: 0, used: 0, expired: 1 })
  expect(await keeper.post(contract.consoleCoupon.ofEnterprise.path, { enterpriseId: NO_ONE })).toMatchObject({ code: 404 })
  mall.clock.now = new Date('2026-11-18T06:00:00Z')
  await mall.renew()
})

test('templates are filtered by name, way, scope and state', async () => {
  const lin = await mall.buyer('林')
  const only = async (request: Parameters<typeof desk.templates>[0]) =>
    (await desk.templates({ keyword: '筛选', ...request })).dataList.map(({ name, state }) => [name, state])
  const names = { open: '筛选甲', full: '筛选乙', over: '筛选丙', stopped: '筛选丁' }
  await template({ name: names.open, way: 'code' })
  const full = await template({ name: names.full, total: 1 })
  await lin.api.coupon.claim({ templateId: full })
  await template({ name: names.over, untilDay: '2026-11-17', categoryIds: [1] })
  await desk.stop({ templateId: await template({ name: names.stopped, untilDay: '2026-11-17' }), rowVersion: 0 })
  for (const state of ['open', 'full', 'over', 'stopped'] as const)
    expect(await only({ templateState: state })).toEqual([[names[state], state]])
  expect(await only({ way: 'code' })).toEqual([[names.open, 'open']])
  expect(await only({ scope: 'categories' })).toEqual([[names.over, 'over']])
  expect((await desk.templates({ keyword: '筛选', pageSize: 2 })).total).toBe(4)
  expect((await desk.templates({ keyword: '筛%' })).total).toBe(0)
})

test('coupon codes are listed with the enterprise that redeemed them', async () => {
  const lin = await mall.buyer('林')
  const templateId = (await desk.add(typed({ way: 'code', total: 3 }))).templateId
  await desk.makeCodes({ templateId, codes: 3 })
  const { dataList, total } = await desk.codeList({ templateId })
  expect([total, dataList.every(({ enterpriseId }) => enterpriseId === null)]).toEqual([3, true])
  const couponCode = dataList[1]?.code ?? ''
  await lin.api.coupon.redeem({ couponCode })
  expect(await desk.codeList({ templateId, codeState: 'redeemed' })).toMatchObject({
    total: 1,
    dataList: [{ code: couponCode, enterpriseId: lin.enterpriseId, enterpriseName: '林矿业有限公司' }],
  })
  expect((await desk.codeList({ templateId, codeState: 'free', pageSize: 1 })).total).toBe(2)
  await desk.codes({ templateId, format: 'csv' })
  const admin = await mall.staff('admin')
  expect((await admin.api.consoleAudit.list({ objectId: templateId })).dataList).toMatchObject([
    { actionName: '导出兑换码', actorKind: 'staff', objectKind: 'coupon' },
    { actionName: '生成兑换码', actorKind: 'staff' },
  ])
})
