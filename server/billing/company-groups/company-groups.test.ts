import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { createCompanyGroupHelpers } from '#server/platform/testing/company-groups.ts'
import { type Buyer, openMall, TEST_USER_PAYMENT_PASSWORD as payPwd, yuanTextToFen } from '#server/platform/testing/mall.ts'

const mall = await openMall()
const { finance, groupOf, joins, shares, ordersOnCredit } = await createCompanyGroupHelpers(mall)
const second = await mall.staff('finance', 'support')
const { setShare, leave, accept, decline } = contract.companyGroup
const limitOf = async (buyer: Buyer) => (await buyer.api.account.account({}))?.creditBaseAmount
const invariants = () => mall.findInvariantBreaches()

describe('a group', () => {
  test('begins with what its companies may owe, and the parent moves shares within that', async () => {
    const [lin, wu] = [await mall.buyer('林', { credit: '5000' }), await mall.buyer('吴', { credit: '3000' })]
    await joins(lin, wu)
    expect(await groupOf(lin)).toMatchObject({ limit: 800_000, unshared: 0, members: [{ share: 500_000 }, { share: 300_000 }] })
    expect(
      (await lin.api.message.list({})).dataList.some(({ messageContent }) => messageContent.includes('吴矿业有限公司 加入了集团')),
    ).toBe(true)

    expect(await shares(lin, wu, '3000.01')).toMatchObject({ code: 422, reason: 'COMPANY_GROUP_LIMIT_SHORT' })
    expect((await shares(lin, lin, '1000')).code).toBe(200)
    expect(await limitOf(lin)).toBe(100_000)
    expect((await shares(lin, wu, '7000')).code).toBe(200)
    expect(await limitOf(wu)).toBe(700_000)
    const texts = (await wu.api.message.list({})).dataList.map(({ messageContent }) => messageContent)
    expect(texts.join()).toContain('份额已调整为 ¥7,000.00')

    // Its limit is its share, so staff do not set it beside the group; a temporary limit comes on top.
    const { limitsVersion: rowVersion } = await finance.api.consoleEnterprise.detail({ enterpriseId: wu.enterpriseId })
    const given = { enterpriseId: wu.enterpriseId, reason: '年审', rowVersion }
    expect(await finance.post(contract.consoleCredit.setBaseLimit.path, { ...given, baseLimit: 9_000 })).toMatchObject({
      code: 409,
      reason: 'LIMIT_IS_GROUP_SHARE',
    })
    await finance.api.consoleCredit.grantTempLimit({ ...given, tempLimit: yuanTextToFen('500'), creditTempEndDate: '2026-12-31' })
    expect((await groupOf(lin)).members[1]).toMatchObject({ share: 700_000, used: 0, available: 750_000 })
    expect(await invariants()).toEqual({})
  })

  test('has a limit that two people raise above a million, and nobody lowers below its shares', async () => {
    const lin = await mall.buyer('林', { credit: '5000' })
    const { enterpriseId } = lin
    await joins(lin)
    const sets = async (yuan: number) => {
      const { limitsVersion: rowVersion } = await groupOf(lin)
      return finance.post(contract.consoleCredit.setGroupLimit.path, { enterpriseId, groupLimit: yuan, reason: '年审', rowVersion })
    }
    expect(await sets(4_999.99)).toMatchObject({ code: 422, reason: 'COMPANY_GROUP_LIMIT_SHARED' })
    expect(await sets(1_000_000)).toMatchObject({ data: { done: true } })
    expect(await sets(1_000_000.01)).toMatchObject({ data: { done: false } })
    const waiting = (await second.api.consoleCreditBook.limitRequests({ state: 'WAIT' })).dataList.find(
      (row) => row.enterpriseId === enterpriseId,
    )
    expect(waiting).toMatchObject({ kind: 'group', limit: 100_000_001, current: 100_000_000 })
    const decision = { enterpriseId, id: waiting?.id ?? '', approve: true }
    expect(await finance.post(contract.consoleCreditBook.decideLimit.path, decision)).toMatchObject({ reason: 'SECOND_PERSON_NEEDED' })
    await second.api.consoleCreditBook.decideLimit(decision)
    expect(await groupOf(lin)).toMatchObject({ limit: 100_000_001, unshared: 99_500_001 })
    // What two people have granted to the group, its parent shares out alone.
    expect((await shares(lin, lin, '1000000.01')).code).toBe(200)
    expect(await invariants()).toEqual({})
  })

  test('never shares out more than its limit, even if twenty people raise shares at once while its members order', async () => {
    const lin = await mall.buyer('林', { credit: '10000' })
    const others = await Promise.all(['甲', '乙', '丙'].map((name) => mall.buyer(name, { credit: '0' })))
    await joins(lin, ...others)
    const skuId = await mall.createSku('截齿', { sale: '900.00', credit: '1000.00' })
    await shares(lin, lin, '2000')
    const members = Array.from({ length: 20 }, (_, at) => others[at % others.length] ?? lin)
    for (let round = 0; round < 3; round++) {
      const { rowVersion } = await groupOf(lin)
      const raises = members.map((member, at) => {
        const share = 1_000 * (2 + (at % 4))
        const { enterpriseId } = lin
        const given = { memberId: member.enterpriseId, share, reason: '旺季', rowVersion: rowVersion + (at % 5) }
        return at % 2 === 0
          ? lin.post(setShare.path, { memberId: given.memberId, share, payPwd, rowVersion: given.rowVersion })
          : finance.post(contract.consoleCompanyGroup.setShare.path, { enterpriseId, ...given })
      })
      const orders = [lin, ...others].map((buyer) => ordersOnCredit(buyer, skuId).catch((error: { code?: number }) => error))
      const answers = await Promise.all(raises)
      await Promise.all(orders)
      for (const { code } of answers) expect([200, 409, 422]).toContain(code)
      expect(answers.some(({ code }) => code === 200)).toBe(true)
      const { limit, unshared } = await groupOf(lin)
      expect(limit).toBe(1_000_000)
      expect(unshared).toBeGreaterThanOrEqual(0)
      expect(await invariants()).toEqual({})
    }
  })

  test('takes a share back below what is used, and then its member holds no more', async () => {
    const [lin, wu] = [await mall.buyer('林', { credit: '1000' }), await mall.buyer('吴', { credit: '3000' })]
    await joins(lin, wu)
    const skuId = await mall.createSku('截齿', { sale: '900.00', credit: '1000.00' })
    expect((await ordersOnCredit(wu, skuId)).code).toBe(200)
    expect((await shares(lin, wu, '500')).code).toBe(200)
    expect((await groupOf(lin)).members[1]).toMatchObject({ share: 50_000, used: 100_000, available: 0 })
    await expect(ordersOnCredit(wu, skuId)).rejects.toMatchObject({ reason: 'CREDIT_SHORT' })
    // The share is still there, so the member cannot leave; a company in a group cannot be closed either.
    expect(await wu.post(leave.path, { payPwd })).toMatchObject({ code: 409, reason: 'COMPANY_GROUP_SHARE_LEFT' })
    expect((await wu.api.personalData.closing({})).obstacles.join()).toContain('还在集团中')
  })
})

describe('who sees and decides what', () => {
  test('a member sees itself alone, and nobody moves shares but the parent with its password', async () => {
    const [lin, wu] = [await mall.buyer('林', { credit: '5000' }), await mall.buyer('吴', { credit: '3000' })]
    const [zhou, stranger] = [await mall.buyer('周', { credit: '100' }), await mall.buyer('郑', { credit: '100' })]
    await joins(lin, wu, zhou)
    const { group } = await wu.api.companyGroup.own({})
    expect(group).toMatchObject({ name: '岩锋集团', parentName: '林矿业有限公司', isParent: false, share: 300_000, shares: null })
    expect(JSON.stringify(group)).not.toContain('周')
    expect((await lin.api.companyGroup.own({})).group?.shares?.members.map(({ share }) => share)).toEqual([500_000, 300_000, 10_000])
    expect(await stranger.api.companyGroup.own({})).toEqual({ group: null, invitations: [] })

    const { rowVersion } = await groupOf(lin)
    const given = { memberId: zhou.enterpriseId, share: 50, payPwd, rowVersion }
    for (const other of [wu, stranger])
      expect(await other.post(setShare.path, given)).toMatchObject({ code: 404, reason: 'COMPANY_GROUP_NOT_FOUND' })
    const clerk = await mall.subAccount(lin, ['applyLimit', 'buyPay'])
    expect(await clerk.post(setShare.path, given)).toMatchObject({ code: 403 })
    expect((await clerk.api.companyGroup.own({})).group?.shares?.limit).toBe(810_000)
    expect(await lin.post(setShare.path, { ...given, payPwd: '000000' })).toMatchObject({ reason: 'PAY_PASSWORD_WRONG' })
    expect(await lin.post(setShare.path, { ...given, memberId: stranger.enterpriseId })).toMatchObject({
      reason: 'COMPANY_GROUP_MEMBER_NOT_FOUND',
    })
    expect(await shares(lin, zhou, '50', rowVersion - 1)).toMatchObject({ code: 409, reason: 'ROW_CHANGED' })
    expect((await shares(lin, zhou, '50', rowVersion)).code).toBe(200)
  })

  test('a company joins by its own word, belongs to one group, and is alone again when it has left', async () => {
    const [lin, wu, zhou] = [
      await mall.buyer('林', { credit: '5000' }),
      await mall.buyer('吴', { credit: '3000' }),
      await mall.buyer('周', { credit: '100' }),
    ]
    await joins(lin)
    await joins(zhou)
    const invites = async (parent: Buyer, member: Buyer) =>
      finance.post(contract.consoleCompanyGroup.invite.path, { enterpriseId: parent.enterpriseId, memberId: member.enterpriseId })
    expect(await wu.post(accept.path, { parentId: lin.enterpriseId, payPwd })).toMatchObject({ reason: 'COMPANY_GROUP_MEMBER_NOT_FOUND' })
    for (const parent of [lin, zhou]) expect((await invites(parent, wu)).code).toBe(200)
    expect(await invites(lin, wu)).toMatchObject({ code: 409, reason: 'COMPANY_GROUP_INVITED' })
    expect(await invites(lin, zhou)).toMatchObject({ code: 409, reason: 'COMPANY_IN_GROUP' })
    expect((await wu.api.companyGroup.own({})).invitations).toMatchObject([{ broughtLimit: 300_000 }, { broughtLimit: 300_000 }])
    expect(await limitOf(wu)).toBe(300_000)
    const answers = await Promise.all([lin, zhou].map(({ enterpriseId }) => wu.post(accept.path, { parentId: enterpriseId, payPwd })))
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409])
    const parent = answers[0]?.code === 200 ? lin : zhou
    const other = parent === lin ? zhou : lin
    expect(await wu.post(decline.path, { parentId: parent.enterpriseId })).toMatchObject({ code: 409, reason: 'COMPANY_IN_GROUP' })
    await wu.api.companyGroup.decline({ parentId: other.enterpriseId })
    expect(await parent.post(leave.path, { payPwd })).toMatchObject({ code: 409, reason: 'COMPANY_GROUP_PARENT' })
    const dissolve = contract.consoleCompanyGroup.dissolve.path
    expect(await finance.post(dissolve, { enterpriseId: parent.enterpriseId })).toMatchObject({ reason: 'COMPANY_GROUP_HAS_MEMBERS' })

    expect((await shares(parent, wu, '0')).code).toBe(200)
    await wu.api.companyGroup.leave({ payPwd })
    expect(await wu.api.companyGroup.own({})).toEqual({ group: null, invitations: [] })
    expect((await groupOf(parent)).members).toHaveLength(1)
    const { unshared } = await groupOf(parent)
    expect(unshared).toBe(300_000)
    await finance.api.consoleCompanyGroup.dissolve({ enterpriseId: parent.enterpriseId })
    expect(await limitOf(parent)).toBe(parent === lin ? 500_000 : 10_000)
    await joins(parent, wu)
    expect(await groupOf(parent)).toMatchObject({ unshared: 0, members: [{}, { share: 0 }] })
    expect(await invariants()).toEqual({})
  })
})
