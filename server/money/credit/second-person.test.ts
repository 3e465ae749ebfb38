import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { grantTempLimitAsStaff, setBaseLimitAsStaff } from '#server/platform/testing/limits.ts'
import { type Buyer, openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'
import type { TestUser } from '#server/platform/testing/test-user.ts'
import { createWaybillNo } from '#server/platform/testing/waybills.ts'

const mall = await openMall()
const first = await mall.staff('finance')
const second = await mall.staff('finance', 'support')

const sets = (person: TestUser, buyer: Buyer, limit: string) =>
  setBaseLimitAsStaff(person, { enterpriseId: buyer.enterpriseId, baseLimit: yuanTextToFen(limit), reason: '年审' })
const waiting = async (buyer: Buyer) =>
  (await first.api.consoleCreditBook.limitRequests({ state: 'WAIT' })).dataList.filter((row) => row.enterpriseId === buyer.enterpriseId)
const decides = (person: TestUser, buyer: Buyer, id: string, approve: boolean) =>
  person.post(contract.consoleCreditBook.decideLimit.path, { enterpriseId: buyer.enterpriseId, id, approve })
const limitOf = async (buyer: Buyer) => (await buyer.api.account.account({}))?.creditBaseAmount

describe('a base limit above a million', () => {
  test('waits in the queue for a second person, and nothing changes before', async () => {
    const lin = await mall.buyer('林', { credit: '5000' })
    expect(await sets(first, lin, '1000000')).toMatchObject({ done: true, account: { creditBaseAmount: 100_000_000 } })
    mall.clock.forward(1_000)
    expect(await sets(first, lin, '1000000.01')).toMatchObject({ done: false, account: { creditBaseAmount: 100_000_000 } })
    const [asked] = await waiting(lin)
    expect(asked).toMatchObject({ kind: 'base', limit: 100_000_001, current: 100_000_000, proposedBy: 'finance', own: true, state: 'WAIT' })
    expect((await second.api.consoleQueue.list({})).find(({ kind }) => kind === 'limitRequest')).toMatchObject({ count: 1 })
    const id = asked?.id ?? ''
    expect(await decides(first, lin, id, true)).toMatchObject({ code: 409, reason: 'SECOND_PERSON_NEEDED' })
    expect(await limitOf(lin)).toBe(100_000_000)
    mall.clock.forward(1_000)
    expect((await decides(second, lin, id, true)).code).toBe(200)
    expect(await limitOf(lin)).toBe(100_000_001)
    const { limitChanges } = await first.api.consoleEnterprise.detail({ enterpriseId: lin.enterpriseId })
    expect(limitChanges[0]).toMatchObject({ limit: 100_000_001, by: 'finance,support', reason: '年审' })
    for (const [person, approve] of [
      [second, true],
      [first, false],
    ] as const)
      expect(await decides(person, lin, id, approve)).toMatchObject({
        reason: 'FINANCE_REQUEST_DECIDED',
        msg: expect.stringMatching(/^finance,support 已于 \d\d:\d\d 同意这项申请$/),
      })
  })

  test('does not open a credit account before it is approved', async () => {
    const chen = await mall.buyer('陈')
    expect(await sets(first, chen, '2000000')).toEqual({ done: false, account: null })
    expect(await limitOf(chen)).toBeUndefined()
    expect((await decides(second, chen, (await waiting(chen))[0]?.id ?? '', true)).code).toBe(200)
    expect(await limitOf(chen)).toBe(200_000_000)
  })

  test('is replaced by a newer change, and the older proposal can no longer be approved', async () => {
    const wang = await mall.buyer('王', { credit: '5000' })
    await sets(first, wang, '3000000')
    const [old] = await waiting(wang)
    await sets(second, wang, '8000')
    expect(await waiting(wang)).toEqual([])
    expect(await decides(second, wang, old?.id ?? '', true)).toMatchObject({
      reason: 'FINANCE_REQUEST_DECIDED',
      msg: expect.stringMatching(/^finance,support 已于 \d\d:\d\d 取代这项申请$/),
    })
    expect(await limitOf(wang)).toBe(800_000)
  })

  test('can be lowered without a second person', async () => {
    const zhao = await mall.buyer('赵', { credit: '5000000' })
    expect(await sets(first, zhao, '2000000')).toMatchObject({ done: true })
    expect(await limitOf(zhao)).toBe(200_000_000)
  })

  test('needs a second person for a temporary limit as well', async () => {
    const qian = await mall.buyer('钱', { credit: '5000' })
    const { enterpriseId } = qian
    const grant = { enterpriseId, tempLimit: yuanTextToFen('1500000'), creditTempEndDate: '2026-12-31', reason: '旺季' }
    expect(await grantTempLimitAsStaff(first, grant)).toMatchObject({ done: false, account: { creditTempAmount: 0 } })
    const [asked] = await waiting(qian)
    expect(asked).toMatchObject({ kind: 'temp', endDay: '2026-12-31' })
    expect((await decides(second, qian, asked?.id ?? '', true)).code).toBe(200)
    expect((await qian.api.account.account({}))?.creditTempAmount).toBe(150_000_000)
    // A longer duration also counts as more. A shorter one with less does not.
    expect(await grantTempLimitAsStaff(first, { ...grant, creditTempEndDate: '2027-01-31' })).toMatchObject({ done: false })
    expect(await grantTempLimitAsStaff(first, { ...grant, creditTempEndDate: '2026-12-01' })).toMatchObject({ done: true })
  })

  test('counts base and temporary limit together', async () => {
    const shen = await mall.buyer('沈', { credit: '600000' })
    const { enterpriseId } = shen
    const grant = { enterpriseId, tempLimit: yuanTextToFen('400000.01'), creditTempEndDate: '2026-12-31', reason: '旺季' }
    expect(await grantTempLimitAsStaff(first, grant)).toMatchObject({ done: false, account: { creditTempAmount: 0 } })
    expect(await grantTempLimitAsStaff(first, { ...grant, tempLimit: yuanTextToFen('400000') })).toMatchObject({ done: true })
    expect(await setBaseLimitAsStaff(first, { enterpriseId, baseLimit: yuanTextToFen('600000.01'), reason: '年审' })).toMatchObject({
      done: false,
    })
    expect(await limitOf(shen)).toBe(60_000_000)
  })

  test('approved by two people at once makes one change', async () => {
    const sun = await mall.buyer('孙', { credit: '5000' })
    await sets(first, sun, '3000000')
    const id = (await waiting(sun))[0]?.id ?? ''
    const admin = await mall.staff('admin')
    const answers = await Promise.all([second, admin, second].map((person) => decides(person, sun, id, true)))
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409])
    const { total } = await first.api.consoleCreditBook.limitChanges({ enterpriseId: sun.enterpriseId })
    expect(total).toBe(2)
  })

  test('is not replaced by a person whose page did not show the proposal', async () => {
    const xu = await mall.buyer('徐', { credit: '5000' })
    const { limitsVersion: rowVersion } = await second.api.consoleEnterprise.detail({ enterpriseId: xu.enterpriseId })
    await sets(first, xu, '3000000')
    const blind = { enterpriseId: xu.enterpriseId, baseLimit: 9_000, reason: '年审', rowVersion }
    expect(await second.post(contract.consoleCredit.setBaseLimit.path, blind)).toMatchObject({
      code: 409,
      reason: 'ROW_CHANGED',
      detail: { by: 'finance', what: '固定额度 ¥3,000,000.00（待第二人确认）' },
    })
    expect(await waiting(xu)).toHaveLength(1)
  })

  test('can be withdrawn only by the person who proposed it', async () => {
    const li = await mall.buyer('李', { credit: '5000' })
    await sets(first, li, '3000000')
    const id = (await waiting(li))[0]?.id ?? ''
    for (const role of ['support', 'reviewer', 'warehouse', 'catalogue'] as const)
      expect((await decides(await mall.staff(role), li, id, true)).code).toBe(403)
    const other = await mall.buyer('吴', { credit: '1' })
    expect(await decides(second, other, id, true)).toMatchObject({ code: 404, reason: 'LIMIT_REQUEST_NOT_FOUND' })
    expect((await decides(first, li, id, false)).code).toBe(200)
    expect(await decides(second, li, id, true)).toMatchObject({
      reason: 'FINANCE_REQUEST_DECIDED',
      msg: expect.stringMatching(/^finance 已于 \d\d:\d\d 撤回这项申请$/),
    })
    expect(await limitOf(li)).toBe(500_000)
  })
})

describe('two people who change the limits of an enterprise', () => {
  test('from the same page: the second is told who changed what and when, and nothing is overwritten', async () => {
    const he = await mall.buyer('何', { credit: '5000' })
    const { enterpriseId } = he
    const { limitsVersion: rowVersion } = await first.api.consoleEnterprise.detail({ enterpriseId })
    await first.api.consoleCredit.setBaseLimit({ enterpriseId, baseLimit: yuanTextToFen('6000'), reason: '年审', rowVersion })
    const stale = { enterpriseId, baseLimit: 7_000, reason: '催办', rowVersion }
    expect(await second.post(contract.consoleCredit.setBaseLimit.path, stale)).toMatchObject({
      code: 409,
      reason: 'ROW_CHANGED',
      detail: { by: 'finance', what: '固定额度 ¥6,000.00' },
      msg: expect.stringMatching(/^finance 已于 2026-11-\d\d \d\d:\d\d 修改：固定额度 ¥6,000.00。/),
    })
    const temp = { enterpriseId, tempLimit: 500, creditTempEndDate: '2026-12-31', reason: '旺季', rowVersion }
    expect(await second.post(contract.consoleCredit.grantTempLimit.path, temp)).toMatchObject({ reason: 'ROW_CHANGED' })
    expect(await limitOf(he)).toBe(600_000)
    const { limitsVersion } = await second.api.consoleEnterprise.detail({ enterpriseId })
    expect(await second.post(contract.consoleCredit.setBaseLimit.path, { ...stale, rowVersion: limitsVersion })).toMatchObject({
      code: 200,
    })
    expect(await limitOf(he)).toBe(700_000)
  })

  test('concurrently: only one change succeeds', async () => {
    const lv = await mall.buyer('吕', { credit: '5000' })
    const { enterpriseId } = lv
    const { limitsVersion: rowVersion } = await first.api.consoleEnterprise.detail({ enterpriseId })
    const names = (person: TestUser, baseLimit: number) =>
      person.post(contract.consoleCredit.setBaseLimit.path, { enterpriseId, baseLimit, reason: '年审', rowVersion })
    const answers = await Promise.all([names(first, 6_000), names(second, 7_000), names(first, 8_000), names(second, 9_000)])
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409, 409])
  })
})

test('the credit list shows used, held, available and over; holds link to orders and agree with the ledger', async () => {
  const zhou = await mall.buyer('周', { credit: '1000' })
  const skuId = await mall.createSku('截齿', { sale: '300.00', credit: '300.00' })
  const lines = [{ skuId, goodsNum: 2 }]
  const { quote } = await zhou.api.order.preview({ lines, method: 'credit' })
  const { tradeId, orders } = await zhou.api.order.submit({ lines, method: 'credit', addressId: zhou.addressId, quote })
  await zhou.api.order.payByCredit({ tradeId, payPwd: '135790' })
  const orderNo = orders[0]?.orderNo ?? ''
  const { enterpriseId } = zhou
  const book = async () => (await first.api.consoleCreditBook.accounts({ keyword: '周矿' })).dataList[0]
  expect(await book()).toMatchObject({ base: 100_000, held: 60_000, drawn: 0, used: 60_000, available: 40_000, over: 0 })
  const warehouse = await mall.staff('warehouse')
  const parcel = { enterpriseId, orderNo, carrier: '德邦快递', trackingNo: createWaybillNo(), lines: [{ lineNo: 1, quantity: 1 }] }
  await warehouse.api.consoleFulfilment.ship(parcel)
  const holds = await first.api.consoleCreditBook.holds({ enterpriseId })
  expect(holds).toMatchObject({ total: 1, dataList: [{ orderNo, amount: 60_000, posted: 30_000, voided: 0, rest: 30_000 }] })
  const { accounts } = await first.api.consoleLedger.accounts({ enterpriseId })
  expect(accounts.find(({ account }) => account === 'creditHeld')?.balance).toBe(30_000)
  await sets(first, zhou, '500')
  expect(await book()).toMatchObject({ base: 50_000, used: 60_000, available: 0, over: 10_000 })
  const over = await first.api.consoleCreditBook.accounts({ standing: 'over' })
  expect(over.dataList.map((row) => row.enterpriseId)).toEqual([enterpriseId])
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('orders on credit that wait are listed among the holds, oldest first', async () => {
  const wu = await mall.buyer('吴', { credit: '1000', wallet: '1000' })
  const skuId = await mall.createSku('钎杆', { sale: '100.00', credit: '100.00' })
  const orders = async (method: 'credit' | 'wallet') => {
    mall.clock.forward(1_000)
    const lines = [{ skuId, goodsNum: 1 }]
    const { quote } = await wu.api.order.preview({ lines, method })
    return wu.api.order.submit({ lines, method, addressId: wu.addressId, quote })
  }
  const made = [await orders('credit'), await orders('wallet'), await orders('credit'), await orders('credit')]
  const [old, bought, young] = made.map((trade) => ({ ...trade, payPwd: '135790' }))
  if (!old || !bought || !young) expect.fail('no order')
  // The younger is paid first, and the last is not paid at all.
  await wu.api.order.payByCredit({ tradeId: young.tradeId, payPwd: young.payPwd })
  await wu.api.order.payByWallet({ tradeId: bought.tradeId, payPwd: bought.payPwd })
  await wu.api.order.payByCredit({ tradeId: old.tradeId, payPwd: old.payPwd })
  const { enterpriseId } = wu
  const page = async (pageNo: number) => {
    const { dataList, total } = await first.api.consoleCreditBook.holds({ enterpriseId, pageNo, pageSize: 1 })
    return { orders: dataList.map(({ orderNo }) => orderNo), total }
  }
  expect(await page(1)).toEqual({ orders: [old.orders[0]?.orderNo], total: 2 })
  expect(await page(2)).toEqual({ orders: [young.orders[0]?.orderNo], total: 2 })
  expect(await page(3)).toEqual({ orders: [], total: 2 })
  const everybodys = await first.api.consoleCreditBook.holds({ pageSize: 100 })
  const own = everybodys.dataList.filter((row) => row.enterpriseId === enterpriseId)
  expect(own.map(({ orderNo }) => orderNo)).toEqual([old.orders[0]?.orderNo, young.orders[0]?.orderNo])
  expect(everybodys.total).toBe(everybodys.dataList.length)
})
