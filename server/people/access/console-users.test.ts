import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { maskMobile } from '#contract/people/identity/masking.ts'
import type { Tx } from '#server/platform/core/db.ts'
import { openMall, TEST_USER_PASSWORD, TEST_USER_PAYMENT_PASSWORD, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { createWaybillNo } from '#server/platform/testing/waybills.ts'
import { freezeEnterpriseAndEndSessions, freezeUserAndEndSessions } from './freeze-accounts.ts'

const mall = await openMall()
const support = await mall.staff('support')
const reviewer = await mall.staff('reviewer')
const LOGIN = contract.security.loginByMobile.path
const ME = contract.user.detail.path
const reason = '投诉核实'

const logsIn = (mobile: string) => mall.guest().post(LOGIN, { mobile, pwd: TEST_USER_PASSWORD })
type Answer = Awaited<ReturnType<typeof logsIn>>

/** Somebody enters while the freezing is done but not yet committed: what he has read says that he may, what he meets says no. */
async function crossing(enters: () => Promise<Answer>, freezes: (tx: Tx) => Promise<unknown>): Promise<Answer> {
  const pause = () => new Promise((resolve) => setTimeout(resolve, 1_200))
  const [entering] = await mall.runInTransaction(async (tx) => {
    await freezes(tx)
    const entering = enters()
    await Promise.race([entering, pause()])
    return [entering]
  })
  return entering ?? expect.fail('nobody entered')
}

const liveSessions = async (userId: string): Promise<number> =>
  (await mall.db.selectFrom('session').select('id').where('user_id', '=', userId).where('ended_at', 'is', null).execute()).length

const found = async (keyword: string) => (await support.api.consoleUser.list({ keyword })).dataList.map(({ userId }) => userId)

describe('a user is found', () => {
  test('by his name and by the name that his enterprise gave him, and by no other', async () => {
    const lin = await mall.buyer('林一找')
    const sub = await mall.subAccount(lin, [], '陈二找')
    await mall.runInTransaction((tx) => tx.updateTable('app_user').set({ user_name: null }).where('id', '=', sub.userId).execute())
    expect(await found('林一')).toEqual([lin.userId])
    expect(await found('陈二找')).toEqual([sub.userId])
    expect(await found('没有这个人')).toEqual([])
    const anna = await mall.buyer('Anna 陈')
    expect(await found('anna')).toEqual([anna.userId])
    for (const sign of ['%', '_', '林_找', '\\']) expect(await found(sign)).toEqual([])
  })

  test('by the full mobile only, among those with the same masked number', async () => {
    const [lin, chen] = [await mall.buyer('甲'), await mall.buyer('乙')]
    await mall.runInTransaction((tx) =>
      tx
        .updateTable('app_user')
        .set({ mobile_masked: maskMobile(lin.mobile) })
        .where('id', '=', chen.userId)
        .execute(),
    )
    expect(await found(lin.mobile)).toEqual([lin.userId])
    expect((await found(maskMobile(lin.mobile))).sort()).toEqual([lin.userId, chen.userId].sort())
    expect((await found(lin.mobile.slice(-4))).sort()).toEqual([lin.userId, chen.userId].sort())
    expect(await found('13999999999')).toEqual([])
  })

  test('with all enterprises and devices, and never with the full number', async () => {
    const [lin, chen] = [await mall.buyer('丙'), await mall.buyer('丁')]
    const sub = await mall.subAccount(lin, ['lookGoods'], '两处')
    const { seats, sessions, ...user } = await support.api.consoleUser.detail({ userId: sub.userId })
    expect(user).toMatchObject({ userId: sub.userId, name: '两处', mobile: maskMobile(sub.mobile), status: 1 })
    expect(seats.sort((one, two) => one.accountType - two.accountType)).toMatchObject([
      { accountType: 1, permCode: null },
      { enterpriseId: lin.enterpriseId, accountType: 2, permCode: 'lookGoods', enterpriseName: '丙矿业有限公司' },
    ])
    expect(sessions).toMatchObject([{ enterpriseId: lin.enterpriseId, enterpriseName: '丙矿业有限公司', ip: '127.0.0.1' }])
    const raw = [
      await support.post(contract.consoleUser.detail.path, { userId: sub.userId }),
      await support.post(contract.consoleUser.list.path, {}),
      await support.post(contract.consoleEnterpriseAccess.sessions.path, { enterpriseId: lin.enterpriseId }),
    ]
    for (const answer of raw) expect(JSON.stringify(answer)).not.toContain(sub.mobile)
    expect(JSON.stringify(raw)).not.toMatch(/tokenHash|token_hash|mt_/)
    expect(await support.post(contract.consoleUser.detail.path, { userId: chen.enterpriseId })).toMatchObject({ reason: 'USER_NOT_FOUND' })
  })

  test('page by page', async () => {
    const first = await support.api.consoleUser.list({ pageSize: 2 })
    const second = await support.api.consoleUser.list({ pageSize: 2, pageNo: 2 })
    expect(first.total).toBe(second.total)
    const ids = [...first.dataList, ...second.dataList].map(({ userId }) => userId)
    expect(new Set(ids).size).toBe(4)
  })
})

describe('a frozen person', () => {
  test('is logged out of every enterprise, cannot log in, and learns no more than a stranger', async () => {
    const lin = await mall.buyer('林')
    const sub = await mall.subAccount(lin, ['lookGoods'])
    const elsewhere = await mall.logsIn(sub.mobile)
    expect(await support.api.consoleUser.freeze({ userId: sub.userId, reason })).toEqual({ count: 2 })
    for (const device of [sub, elsewhere]) expect(await device.post(ME)).toMatchObject({ code: 510 })
    expect(await logsIn(sub.mobile)).toMatchObject({ code: 422, reason: 'LOGIN_FAILED', msg: '手机号或密码错误' })
    expect(await lin.post(ME)).toMatchObject({ code: 200 })
    await support.api.consoleUser.unfreeze({ userId: sub.userId, reason: '核实无误' })
    expect(await sub.post(ME)).toMatchObject({ code: 510 })
    expect(await logsIn(sub.mobile)).toMatchObject({ code: 200 })
  })

  test('has an audit entry that says who froze him and why', async () => {
    const lin = await mall.buyer('林')
    await support.api.consoleUser.freeze({ userId: lin.userId, reason })
    const [line] = await mall.db
      .selectFrom('audit_log')
      .select(['actor_kind', 'action', 'object_kind', 'object_id', 'facts'])
      .where('object_id', '=', lin.userId)
      .execute()
    expect(line).toEqual({
      actor_kind: 'staff',
      action: contract.consoleUser.freeze.path,
      object_kind: 'user',
      object_id: lin.userId,
      facts: { userId: lin.userId, reason },
    })
  })

  test('is not frozen without a reason, nor if he does not exist', async () => {
    const lin = await mall.buyer('林')
    for (const { path } of [contract.consoleUser.freeze, contract.consoleUser.unfreeze]) {
      expect(await support.post(path, { userId: lin.userId, reason: '  ' })).toMatchObject({ reason: 'INVALID_INPUT' })
      expect(await support.post(path, { userId: lin.enterpriseId, reason })).toMatchObject({ reason: 'USER_NOT_FOUND' })
    }
    expect(await lin.post(ME)).toMatchObject({ code: 200 })
  })

  test('whose login overlaps the freeze is rejected', async () => {
    const lin = await mall.buyer('交叉')
    const { data, reason: refusal } = await crossing(
      () => logsIn(lin.mobile),
      (tx) => freezeUserAndEndSessions(tx, mall.moment(), lin.userId),
    )
    expect({ data, refusal }).toEqual({ data: null, refusal: 'ACCOUNT_DISABLED' })
    expect(await liveSessions(lin.userId)).toBe(0)
  })
})

describe('a frozen enterprise', () => {
  test('has all members logged out and admits none by login or switch', async () => {
    const [lin, chen] = [await mall.buyer('林', { credit: '1000' }), await mall.buyer('陈')]
    const sub = await mall.subAccount(lin, ['buyPay'])
    expect(await reviewer.api.consoleEnterpriseAccess.freeze({ enterpriseId: lin.enterpriseId, reason })).toEqual({ count: 2 })
    for (const one of [lin, sub]) expect(await one.post(ME)).toMatchObject({ code: 510 })
    expect(await logsIn(lin.mobile)).toMatchObject({ code: 403, reason: 'ACCOUNT_DISABLED' })
    const own = await mall.logsIn(sub.mobile)
    expect((await own.api.user.detail({})).enterpriseId).not.toBe(lin.enterpriseId)
    expect(await own.post(contract.enterprise.change.path, { enterpriseId: lin.enterpriseId })).toMatchObject({
      reason: 'ACCOUNT_DISABLED',
    })
    expect(await chen.post(ME)).toMatchObject({ code: 200 })

    await reviewer.api.consoleEnterpriseAccess.unfreeze({ enterpriseId: lin.enterpriseId, reason: '已核实' })
    expect(await lin.post(ME)).toMatchObject({ code: 510 })
    expect(await logsIn(lin.mobile)).toMatchObject({ code: 200 })
  })

  test('still receives its orders and still owes for them', async () => {
    const lin = await mall.buyer('欠', { credit: '1000' })
    const skuId = await mall.createSku('冻结前下单')
    const lines = [{ skuId, goodsNum: 2 }]
    const { quote } = await lin.api.order.preview({ lines, method: 'credit' })
    const { tradeId, orders } = await lin.api.order.submit({ lines, method: 'credit', addressId: lin.addressId, quote })
    await lin.api.order.payByCredit({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
    const { enterpriseId } = lin
    await reviewer.api.consoleEnterpriseAccess.freeze({ enterpriseId, reason })

    const parcel = { carrier: '德邦快递', trackingNo: createWaybillNo(), lines: [{ lineNo: 1, quantity: 2 }] }
    await (await mall.staff('warehouse')).api.consoleFulfilment.ship({ enterpriseId, orderNo: orders[0]?.orderNo ?? '', ...parcel })
    const { credit, status } = await (await mall.staff('finance')).api.consoleEnterprise.detail({ enterpriseId })
    expect(status).toBe(0)
    expect(credit?.creditWaitReturnAmount).toBe(yuanTextToFen('110.80'))
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('rejects a login and a switch that overlap the freeze', async () => {
    const lin = await mall.buyer('交叉')
    const sub = await mall.subAccount(lin, [])
    const own = await mall.logsIn(sub.mobile)
    const { enterpriseId } = (await own.api.enterprise.list({})).find(({ accountType }) => accountType === 1) ?? expect.fail('no company')
    await own.api.enterprise.change({ enterpriseId }).then(({ token }) => {
      own.token = token
    })
    const freeze = (tx: Tx) => freezeEnterpriseAndEndSessions(tx, mall.moment(), lin.enterpriseId)
    const switches = () => own.post(contract.enterprise.change.path, { enterpriseId: lin.enterpriseId })
    for (const enters of [() => logsIn(lin.mobile), switches]) {
      expect(await crossing(enters, freeze)).toMatchObject({ reason: 'ACCOUNT_DISABLED', data: null })
      expect(await support.api.consoleEnterpriseAccess.sessions({ enterpriseId: lin.enterpriseId })).toEqual([])
      await reviewer.api.consoleEnterpriseAccess.unfreeze({ enterpriseId: lin.enterpriseId, reason: '已核实' })
    }
  })
})

describe('devices', () => {
  test('are ended one at a time, and the others stay', async () => {
    const lin = await mall.buyer('林')
    const elsewhere = await mall.logsIn(lin.mobile)
    const { sessions } = await support.api.consoleUser.detail({ userId: lin.userId })
    expect(sessions).toHaveLength(2)
    const { sessionId } = sessions[0] ?? expect.fail('no session')
    expect(await support.api.consoleUser.endSessions({ userId: lin.userId, sessionId })).toEqual({ count: 1 })
    const codes = [await lin.post(ME), await elsewhere.post(ME)].map(({ code }) => code).sort()
    expect(codes).toEqual([200, 510])
    const again = { userId: lin.userId, sessionId }
    expect(await support.post(contract.consoleUser.endSessions.path, again)).toMatchObject({ reason: 'DEVICE_NOT_FOUND' })
  })

  test('of somebody else are not ended through another person', async () => {
    const [lin, chen] = [await mall.buyer('林'), await mall.buyer('陈')]
    const { sessions } = await support.api.consoleUser.detail({ userId: chen.userId })
    const crossed = { userId: lin.userId, sessionId: sessions[0]?.sessionId }
    expect(await support.post(contract.consoleUser.endSessions.path, crossed)).toMatchObject({ reason: 'DEVICE_NOT_FOUND' })
    expect(await chen.post(ME)).toMatchObject({ code: 200 })
  })

  test('of a person or an enterprise are all ended, and the members may log in again', async () => {
    const lin = await mall.buyer('林')
    const sub = await mall.subAccount(lin, [])
    expect(await support.api.consoleUser.endSessions({ userId: sub.userId })).toEqual({ count: 1 })
    const listed = await support.api.consoleEnterpriseAccess.sessions({ enterpriseId: lin.enterpriseId })
    expect(listed).toMatchObject([{ userId: lin.userId, userName: '林', mobile: maskMobile(lin.mobile) }])
    expect(await support.api.consoleEnterpriseAccess.endSessions({ enterpriseId: lin.enterpriseId })).toEqual({ count: 1 })
    expect(await lin.post(ME)).toMatchObject({ code: 510 })
    expect(await logsIn(lin.mobile)).toMatchObject({ code: 200 })
    const nowhere = { enterpriseId: lin.userId }
    expect(await support.post(contract.consoleEnterpriseAccess.endSessions.path, nowhere)).toMatchObject({ reason: 'ENTERPRISE_NOT_FOUND' })
    expect(await support.post(contract.consoleEnterpriseAccess.sessions.path, nowhere)).toMatchObject({ reason: 'ENTERPRISE_NOT_FOUND' })
  })
})
