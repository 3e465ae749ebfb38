import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { fen } from '#contract/platform/core/money.ts'
import type { MemberPermissionCode } from '#contract/platform/core/permissions.ts'
import { setPaymentPassword } from '#server/people/identity/public.ts'
import { createCompanyGroupHelpers } from '#server/platform/testing/company-groups.ts'
import { type Buyer, openMall, TEST_USER_PAYMENT_PASSWORD as payPwd } from '#server/platform/testing/mall.ts'
import { createTestUser, type TestUser } from '#server/platform/testing/test-user.ts'

const mall = await openMall()
const admin = await mall.staff('admin')
const { finance, joins, shares, ordersOnCredit } = await createCompanyGroupHelpers(mall)
const { propose, withdraw, approve } = contract.groupBuyer
const DETAIL = contract.user.detail.path
const buying = ['lookGoods', 'addCart', 'editCart', 'buyPay', 'lookOrder', 'addressSet'] as const

const isIn = async (person: TestUser) => (await person.post(DETAIL)).code === 200
const subUserIdOf = async (parent: Buyer, name: string) =>
  (await parent.api.subUser.list({})).find((row) => row.name === name)?.id ?? expect.fail(`no ${name}`)
const waitingIn = async (member: Buyer) => (await member.api.subUser.list({})).find(({ parentName }) => parentName !== null)

/** A person of the parent, proposed by it. */
async function isProposed(parent: Buyer, member: Buyer, name: string): Promise<Buyer> {
  const person = await mall.subAccount(parent, ['lookGoods'], name)
  await parent.api.groupBuyer.propose({ memberId: member.enterpriseId, subUserId: await subUserIdOf(parent, name) })
  return person
}

/** His session for the member. It follows the one of the parent. */
async function actsFor(person: Buyer, member: Buyer): Promise<Buyer> {
  const { token } = await (await mall.logsIn(person.mobile)).api.enterprise.change({ enterpriseId: member.enterpriseId })
  const facts = { mobile: person.mobile, userId: person.userId, enterpriseId: member.enterpriseId, addressId: member.addressId }
  return Object.assign(createTestUser(mall.app.http, token), facts)
}

async function buysFor(
  parent: Buyer,
  member: Buyer,
  name: string,
  codes: readonly MemberPermissionCode[] = buying,
): Promise<[Buyer, Buyer]> {
  const person = await isProposed(parent, member, name)
  const id = (await waitingIn(member))?.id ?? expect.fail('nobody waits')
  await member.api.groupBuyer.approve({ id, permCode: codes.join(), orderLimit: null, monthLimit: null })
  return [person, await actsFor(person, member)]
}

describe('a buyer of the parent', () => {
  test('orders for a member with its prices, limit and address, and the records say who it was', async () => {
    const [lin, wu] = [await mall.buyer('林', { credit: '5000' }), await mall.buyer('吴', { credit: '3000' })]
    await joins(lin, wu)
    const zhang = await isProposed(lin, wu, '张三')
    const proposed = (await wu.api.message.list({})).dataList.find(({ title }) => title === '集团采购员待授权')
    expect(proposed?.messageContent).toContain('母公司 林矿业有限公司 委派 张三 为贵公司采购')
    // He is nobody there until the member has approved him, whatever he calls.
    expect((await zhang.api.enterprise.list({})).map(({ enterpriseId }) => enterpriseId)).not.toContain(wu.enterpriseId)
    for (const call of [contract.enterprise.change, contract.enterprise.accept])
      expect(await zhang.post(call.path, { enterpriseId: wu.enterpriseId })).toMatchObject({ code: 404, reason: 'ENTERPRISE_NOT_FOUND' })
    const id = (await waitingIn(wu))?.id ?? expect.fail('nobody waits')
    await wu.api.groupBuyer.approve({ id, permCode: buying.join(), orderLimit: fen(150_000), monthLimit: null })
    expect((await zhang.api.message.list({})).dataList.map(({ messageContent }) => messageContent).join()).toContain('授权已生效')
    expect(await lin.api.groupBuyer.list({})).toMatchObject([{ enterpriseName: '吴矿业有限公司', name: '张三', state: 'active' }])

    const acting = await actsFor(zhang, wu)
    const parent = { enterpriseId: lin.enterpriseId, name: '林矿业有限公司' }
    expect(await acting.api.user.detail({})).toMatchObject({ enterpriseName: '吴矿业有限公司', parent, accountType: 2, payPwdSet: false })
    expect((await acting.api.enterprise.list({})).map(({ asGroupBuyer, current }) => [asGroupBuyer, current])).toContainEqual([true, true])
    // His payment password at the parent is none here: he sets one of his own.
    const skuId = await mall.createSku('截齿', { sale: '900.00', credit: '1000.00' })
    expect(await ordersOnCredit(acting, skuId)).toMatchObject({ reason: 'PAY_PASSWORD_NOT_SET' })
    await mall.runInTransaction((tx) => setPaymentPassword(tx, mall.moment(), { keys: mall.keys, membership: acting, payPwd }))
    expect((await ordersOnCredit(acting, skuId)).code).toBe(200)
    expect(await wu.api.account.account({})).toMatchObject({ usedAmount: 100_000 })
    expect(await lin.api.account.account({})).toMatchObject({ usedAmount: 0 })
    const { orderNo } = (await wu.api.order.list({})).dataList[0] ?? expect.fail('no order')
    const orderedBy = '集团采购 张三（林矿业有限公司）'
    expect(await wu.api.order.detail({ orderNo })).toMatchObject({ orderedBy })
    expect(await lin.post(contract.order.detail.path, { orderNo })).toMatchObject({ code: 404 })
    // Staff see it in the list and on the page of the order.
    const ofStaff = { orderNo, parentName: '林矿业有限公司' }
    const { dataList } = await admin.api.consoleOrder.list({ enterpriseId: wu.enterpriseId })
    expect(dataList.find((row) => row.orderNo === orderNo)).toMatchObject(ofStaff)
    expect(await admin.api.consoleOrder.detail({ enterpriseId: wu.enterpriseId, orderNo })).toMatchObject(ofStaff)
    const audited = (await admin.api.consoleAudit.list({ enterpriseId: wu.enterpriseId })).dataList
    expect(audited.filter(({ actorName }) => actorName === orderedBy).length).toBeGreaterThan(0)
    expect(audited.map(({ actionName }) => actionName)).toContain('授权集团采购员')

    // What was ordered and recorded keeps the mark, also when he is a sub-account of the member itself later; what he does then has none.
    await lin.api.groupBuyer.withdraw({ memberId: wu.enterpriseId, id })
    await wu.api.subUser.add({ mobile: zhang.mobile, name: '张三', permCode: 'lookGoods', orderLimit: null, monthLimit: null })
    await zhang.api.enterprise.accept({ enterpriseId: wu.enterpriseId })
    const marksOf = async () =>
      (await admin.api.consoleAudit.list({ enterpriseId: wu.enterpriseId, actorId: zhang.userId, pageSize: 100 })).dataList.filter(
        ({ actorName }) => actorName === orderedBy,
      ).length
    const marked = audited.filter(({ actorName }) => actorName === orderedBy).length
    expect(await marksOf()).toBe(marked)
    await actsFor(zhang, wu)
    expect(await marksOf()).toBe(marked)
    expect(await wu.api.order.detail({ orderNo })).toMatchObject({ orderedBy })
    expect(await lin.post(propose.path, { memberId: wu.enterpriseId, subUserId: await subUserIdOf(lin, '张三') })).toMatchObject({
      reason: 'GROUP_BUYER_EXISTS',
    })
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('has no more rights than a sub-account with the same codes, and none beyond his member', async () => {
    const [lin, wu, zhou] = [await mall.buyer('林', { credit: '5000' }), await mall.buyer('吴'), await mall.buyer('周')]
    const stranger = await mall.buyer('郑')
    await joins(lin, wu, zhou)
    const [person, acting] = await buysFor(lin, wu, '李四', ['lookGoods', 'lookOrder'])
    expect(await acting.post(contract.address.list.path)).toMatchObject({ code: 403 })
    expect(await acting.post(contract.subUser.list.path)).toMatchObject({ code: 403 })
    for (const other of [zhou, stranger])
      expect(await acting.post(contract.enterprise.change.path, { enterpriseId: other.enterpriseId })).toMatchObject({ code: 404 })

    // Only the main account of the parent proposes and withdraws, only its own people, only for members of its group.
    const subUserId = await subUserIdOf(lin, '李四')
    const given = { memberId: zhou.enterpriseId, subUserId }
    for (const one of [person, acting]) expect(await one.post(propose.path, given)).toMatchObject({ code: 403 })
    for (const one of [wu, stranger]) expect(await one.post(propose.path, given)).toMatchObject({ reason: 'COMPANY_GROUP_NOT_FOUND' })
    expect(await lin.post(propose.path, { ...given, memberId: stranger.enterpriseId })).toMatchObject({
      reason: 'COMPANY_GROUP_MEMBER_NOT_FOUND',
    })
    expect(await lin.post(propose.path, { ...given, memberId: lin.enterpriseId })).toMatchObject({ code: 422 })
    await mall.subAccount(wu, ['lookGoods'], '吴家的人')
    const own = await subUserIdOf(wu, '吴家的人')
    expect(await lin.post(propose.path, { ...given, subUserId: own })).toMatchObject({ reason: 'SUB_USER_NOT_FOUND' })
    expect(await lin.post(propose.path, { memberId: wu.enterpriseId, subUserId })).toMatchObject({ reason: 'GROUP_BUYER_EXISTS' })
    const { id } = (await lin.api.groupBuyer.list({}))[0] ?? expect.fail('nobody')
    for (const one of [zhou, stranger, wu])
      expect(await one.post(approve.path, { id, permCode: 'buyPay' })).toMatchObject({ reason: 'GROUP_BUYER_NOT_WAITING' })
    expect(await lin.post(withdraw.path, { memberId: wu.enterpriseId, id: own })).toMatchObject({ reason: 'SUB_USER_NOT_FOUND' })
    for (const one of [zhou, stranger])
      expect((await one.post(withdraw.path, { memberId: wu.enterpriseId, id })).reason).toBe('COMPANY_GROUP_NOT_FOUND')

    // More codes apply at once, fewer too; the name stays that of the parent.
    const rights = { id, name: '别名', orderLimit: null, monthLimit: null }
    expect(await wu.api.subUser.modify({ ...rights, permCode: 'lookGoods,addressSet' })).toMatchObject({ name: '李四' })
    expect((await acting.post(contract.address.list.path)).code).toBe(200)
    await wu.api.subUser.modify({ ...rights, permCode: 'lookGoods' })
    expect(await acting.post(contract.address.list.path)).toMatchObject({ code: 403 })
  })
})

test('what a buyer has left unpaid stays within limits while he waits again, and only an approval gives him rights', async () => {
  const [lin, wu] = [await mall.buyer('林', { credit: '5000' }), await mall.buyer('吴', { credit: '3000' })]
  await joins(lin, wu)
  const [, acting] = await buysFor(lin, wu, '孙七')
  const lines = [{ skuId: await mall.createSku('截齿', { credit: '1000.00' }), goodsNum: 1 }]
  const { quote } = await acting.api.order.preview({ lines, method: 'credit' })
  const { tradeId } = await acting.api.order.submit({ lines, method: 'credit', addressId: wu.addressId, quote })
  const { id } = (await waitingIn(wu)) ?? expect.fail('nobody')
  const memberId = wu.enterpriseId
  await wu.api.subUser.modify({ id, name: '孙七', permCode: 'lookGoods', orderLimit: fen(10_000), monthLimit: null })
  await lin.api.groupBuyer.withdraw({ memberId, id })
  await lin.api.groupBuyer.propose({ memberId, subUserId: await subUserIdOf(lin, '孙七') })
  const colleague = await mall.subAccount(wu, buying, '吴家的同事')
  const key = { 'idempotency-key': crypto.randomUUID() }
  await colleague.post(contract.order.payByCredit.path, { tradeId, payPwd }, key)
  expect((await wu.api.order.list({})).dataList).toMatchObject([{ state: 'WAIT_APPROVAL' }])

  const waiting = (await waitingIn(wu)) ?? expect.fail('nobody')
  const change = { id: waiting.id, name: '孙七', permCode: 'lookGoods', orderLimit: null, monthLimit: null }
  expect(await wu.post(contract.subUser.modify.path, change)).toMatchObject({ reason: 'GROUP_BUYER_WAITS' })
  expect(await wu.post(contract.subUser.modifyStatus.path, { id: waiting.id, status: 1 })).toMatchObject({ reason: 'GROUP_BUYER_WAITS' })
  expect(await waitingIn(wu)).toMatchObject({ permCode: '', status: 0 })
})

describe('a buyer of the parent is out with his next call, and his own login stays', () => {
  type Ending = (parts: { lin: Buyer; wu: Buyer; id: string; own: string }) => Promise<unknown>
  const leaving: Ending = async ({ lin, wu }) => {
    await shares(lin, wu, '0')
    return wu.post(contract.companyGroup.leave.path, { payPwd })
  }
  const removing: Ending = ({ lin, wu }) => {
    const ids = { enterpriseId: lin.enterpriseId, memberId: wu.enterpriseId }
    return finance.post(contract.consoleCompanyGroup.remove.path, ids)
  }
  const endings: readonly [string, Ending, recorded: string, byParent?: 'parent', ownEnds?: 'own ends'][] = [
    ['when the member disables him', ({ wu, id }) => wu.post(contract.subUser.modifyStatus.path, { id, status: 0 }), '停用子账号'],
    ['when the member removes him', ({ wu, id }) => wu.post(contract.subUser.delete.path, { id }), '删除子账号'],
    [
      'when the parent withdraws him',
      ({ lin, wu, id }) => lin.post(withdraw.path, { memberId: wu.enterpriseId, id }),
      '撤回集团采购员',
      'parent',
    ],
    [
      'when the parent disables his account',
      ({ lin, own }) => lin.post(contract.subUser.modifyStatus.path, { id: own, status: 0 }),
      '集团采购授权终止',
      'parent',
      'own ends',
    ],
    [
      'when the parent removes his account',
      ({ lin, own }) => lin.post(contract.subUser.delete.path, { id: own }),
      '集团采购授权终止',
      'parent',
      'own ends',
    ],
    ['when the member leaves the group', leaving, '集团采购授权终止'],
    ['when staff remove the member from the group', removing, '集团采购授权终止'],
  ]
  test.each(endings)('%s', async (_, end, recorded, byParent, ownEnds) => {
    const [lin, wu] = [await mall.buyer('林', { credit: '5000' }), await mall.buyer('吴')]
    await joins(lin, wu)
    const [person, acting] = await buysFor(lin, wu, '王五')
    const id = (await waitingIn(wu))?.id ?? expect.fail('nobody')
    const own = await subUserIdOf(lin, '王五')
    const skuId = await mall.createSku('截齿')
    // Writes that run while it ends are either there before it returns, or refused: none comes after it.
    const adds = Array.from({ length: 6 }, () => acting.post(contract.cart.add.path, { skuId, goodsNum: 1 }))
    expect(await end({ lin, wu, id, own })).toMatchObject({ code: 200 })
    expect(await acting.post(contract.cart.add.path, { skuId, goodsNum: 1 })).toMatchObject({ code: 510 })
    for (const { code } of await Promise.all(adds)) expect([200, 510]).toContain(code)
    expect(await isIn(person)).toBe(ownEnds === undefined)
    // The company that did not act hears of it, and both find it in the audit trail.
    const hears = (parts: Buyer) =>
      parts.api.message.list({}).then(({ dataList }) => dataList.map(({ messageContent }) => messageContent).join())
    expect(await hears(byParent ? wu : lin)).toMatch(/集团采购员 王五 为 吴矿业有限公司 采购的授权(已被|已终止|已由)/)
    for (const { enterpriseId } of [lin, wu]) {
      const { dataList } = await admin.api.consoleAudit.list({ enterpriseId, objectId: id })
      expect(dataList.map(({ actionName }) => actionName)).toContain(recorded)
    }
    const again = await mall.logsIn(person.mobile)
    expect((await again.post(contract.enterprise.change.path, { enterpriseId: wu.enterpriseId })).code).not.toBe(200)
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('and who is proposed or approved while the member leaves does not stay behind', async () => {
    const [lin, wu] = [await mall.buyer('林', { credit: '5000' }), await mall.buyer('吴')]
    await joins(lin, wu)
    await isProposed(lin, wu, '甲')
    await mall.subAccount(lin, ['lookGoods'], '乙')
    const [id, other] = [(await waitingIn(wu))?.id, await subUserIdOf(lin, '乙')]
    const answers = await Promise.all([
      wu.post(approve.path, { id, permCode: 'lookGoods' }),
      lin.post(propose.path, { memberId: wu.enterpriseId, subUserId: other }),
      wu.post(contract.companyGroup.leave.path, { payPwd }),
    ])
    for (const { code } of answers) expect([200, 404, 409]).toContain(code)
    if (answers[2].code !== 200) await wu.api.companyGroup.leave({ payPwd })
    expect(await waitingIn(wu)).toBeUndefined()
    expect(await mall.findInvariantBreaches()).toEqual({})
  })
})
