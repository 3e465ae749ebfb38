import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { fen } from '#contract/platform/core/money.ts'
import { updateOrderStopColumns } from '#server/money/credit/public.ts'
import { createDebtHelpers } from '#server/platform/testing/debts.ts'
import { type Buyer, openMall, TEST_USER_PAYMENT_PASSWORD as payPwd, yuanTextToFen } from '#server/platform/testing/mall.ts'

const mall = await openMall()
const { draws, receives } = createDebtHelpers(mall)
const finance = await mall.staff('finance')
const second = await mall.staff('finance', 'support')
const { setShare, leave, accept, decline } = contract.companyGroup

/** A group of a parent and members, each with a base limit in yuan that it has brought. */
async function joins(parent: Buyer, ...members: readonly Buyer[]): Promise<void> {
  const { enterpriseId } = parent
  await finance.api.consoleCompanyGroup.create({ enterpriseId, name: '岩锋集团' })
  for (const member of members) await joinsGroupOf(parent, member)
}

async function joinsGroupOf({ enterpriseId }: Buyer, member: Buyer): Promise<void> {
  await finance.api.consoleCompanyGroup.invite({ enterpriseId, memberId: member.enterpriseId })
  await member.api.companyGroup.accept({ parentId: enterpriseId, payPwd })
}

const groupOf = ({ enterpriseId }: Buyer) => finance.api.consoleCompanyGroup.detail({ enterpriseId })
const limitOf = async (buyer: Buyer) => (await buyer.api.account.account({}))?.creditBaseAmount
const invariants = () => mall.findInvariantBreaches()

/** The parent sets the share of a member in yuan, with the version of the group that it sees now or has seen. */
async function shares(parent: Buyer, member: Buyer, yuan: string, rowVersion?: number) {
  const seen = rowVersion ?? (await groupOf(parent)).rowVersion
  return parent.post(setShare.path, { memberId: member.enterpriseId, share: Number(yuan), payPwd, rowVersion: seen })
}

async function ordersOnCredit(buyer: Buyer, skuId: string) {
  const lines = [{ skuId, goodsNum: 1 }]
  const { quote } = await buyer.api.order.preview({ lines, method: 'credit' })
  const { tradeId } = await buyer.api.order.submit({ lines, method: 'credit', addressId: buyer.addressId, quote })
  return buyer.post(contract.order.payByCredit.path, { tradeId, payPwd }, { 'idempotency-key': crypto.randomUUID() })
}

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

describe('what a member owes beyond its share', () => {
  test('counts against the limit of the group, so a share that goes round never lets it owe more', async () => {
    const lin = await mall.buyer('林', { credit: '3000' })
    const [one, two] = [await mall.buyer('甲', { credit: '0' }), await mall.buyer('乙', { credit: '0' })]
    await joins(lin, one, two)
    const skuId = await mall.createSku('截齿', { sale: '900.00', credit: '1000.00' })
    await shares(lin, lin, '0')
    await shares(lin, one, '3000')
    await draws(one.enterpriseId, fen(200_000))
    expect((await ordersOnCredit(one, skuId)).code).toBe(200)
    expect((await shares(lin, one, '0')).code).toBe(200)
    const { enterpriseId } = lin
    expect(await groupOf(lin)).toMatchObject({
      unshared: 0,
      members: [{ highestShare: 0 }, { share: 0, used: 300_000 }, { highestShare: 0 }],
    })
    expect(await shares(lin, two, '0.01')).toMatchObject({ code: 422, reason: 'COMPANY_GROUP_LIMIT_SHORT' })
    expect(await shares(lin, one, '3000.01')).toMatchObject({ code: 422, reason: 'COMPANY_GROUP_LIMIT_SHORT' })
    const { limitsVersion: rowVersion } = await groupOf(lin)
    const limit = { enterpriseId, groupLimit: 2_999.99, reason: '年审', rowVersion }
    expect(await finance.post(contract.consoleCredit.setGroupLimit.path, limit)).toMatchObject({ reason: 'COMPANY_GROUP_LIMIT_SHARED' })
    // Who has left would owe beside the limit.
    expect(await one.post(leave.path, { payPwd })).toMatchObject({ code: 409, reason: 'COMPANY_GROUP_DEBT_LEFT' })
    const removed = { enterpriseId, memberId: one.enterpriseId }
    expect(await finance.post(contract.consoleCompanyGroup.remove.path, removed)).toMatchObject({ reason: 'COMPANY_GROUP_DEBT_LEFT' })
    expect((await finance.api.consoleCompanyGroup.list({})).dataList.find((row) => row.enterpriseId === enterpriseId)).toMatchObject({
      shared: 300_000,
    })
    await receives(one.enterpriseId, fen(100_000))
    expect(await shares(lin, two, '1000.01')).toMatchObject({ reason: 'COMPANY_GROUP_LIMIT_SHORT' })
    expect((await shares(lin, two, '1000')).code).toBe(200)
    expect(await invariants()).toEqual({})
    const setLimit = (by: number) =>
      mall.runInTransaction((tx) =>
        tx
          .updateTable('company_group')
          .set({ limit_fen: fen(300_000 + by) })
          .where('enterprise_id', '=', enterpriseId)
          .execute(),
      )
    await setLimit(-1)
    expect(Object.keys(await invariants()).join()).toContain('I-63 ')
    await setLimit(0)
  })

  test('is repaid before it joins, and so is whatever else blocks its credit', async () => {
    const [lin, wu] = [await mall.buyer('林', { credit: '5000' }), await mall.buyer('吴', { credit: '1000' })]
    await joins(lin)
    await finance.api.consoleCompanyGroup.invite({ enterpriseId: lin.enterpriseId, memberId: wu.enterpriseId })
    const accepts = () => wu.post(accept.path, { parentId: lin.enterpriseId, payPwd })
    const stop = { scope: 'all', reason: '拖欠', contact: '王会计' } as const
    await mall.runInTransaction((tx) => updateOrderStopColumns(tx, wu.enterpriseId, stop))
    expect(await accepts()).toMatchObject({ reason: 'COMPANY_GROUP_CREDIT_BLOCKED', msg: '该企业已停单，恢复后可加入集团' })
    await mall.runInTransaction((tx) => updateOrderStopColumns(tx, wu.enterpriseId, null))
    const skuId = await mall.createSku('截齿', { sale: '900.00', credit: '1000.00' })
    await ordersOnCredit(wu, skuId)
    const lowers = async (baseLimit: number) => {
      const { limitsVersion: rowVersion } = await finance.api.consoleEnterprise.detail({ enterpriseId: wu.enterpriseId })
      await finance.api.consoleCredit.setBaseLimit({
        enterpriseId: wu.enterpriseId,
        baseLimit: yuanTextToFen(String(baseLimit)),
        reason: '年审',
        rowVersion,
      })
    }
    await lowers(999)
    const msg = '该企业已用额度 ¥1,000.00 超过固定额度 ¥999.00，还清超出部分后可加入集团'
    expect(await accepts()).toMatchObject({ code: 409, reason: 'COMPANY_GROUP_CREDIT_BLOCKED', msg })
    expect(await finance.post(contract.consoleCompanyGroup.create.path, { enterpriseId: wu.enterpriseId, name: '吴氏' })).toMatchObject({
      msg,
    })
    await lowers(1_000)
    expect((await accepts()).code).toBe(200)
  })
})

describe('a limit above what one person may grant', () => {
  const proposes = async (parent: Buyer, yuan: string) => {
    const { enterpriseId } = parent
    const { limitsVersion: rowVersion } = await groupOf(parent)
    await finance.api.consoleCredit.setGroupLimit({ enterpriseId, groupLimit: yuanTextToFen(yuan), reason: '年审', rowVersion })
    return latestRequest(parent)
  }
  const latestRequest = async ({ enterpriseId }: Buyer) =>
    (await second.api.consoleCreditBook.limitRequests({})).dataList.find((row) => row.enterpriseId === enterpriseId)
  const agrees = async ({ enterpriseId }: Buyer, id = '') =>
    second.post(contract.consoleCreditBook.decideLimit.path, { enterpriseId, id, approve: true })

  test('is not reached by joining, nor by a share beside a temporary limit, before two people have agreed to it', async () => {
    const [lin, wu] = [await mall.buyer('林', { credit: '600000' }), await mall.buyer('吴', { credit: '500000' })]
    await joins(lin)
    await finance.api.consoleCompanyGroup.invite({ enterpriseId: lin.enterpriseId, memberId: wu.enterpriseId })
    const accepts = () => wu.post(accept.path, { parentId: lin.enterpriseId, payPwd })
    expect(await accepts()).toMatchObject({ code: 422, reason: 'COMPANY_GROUP_LIMIT_BY_TWO' })
    await finance.api.consoleCredit.grantTempLimit({
      enterpriseId: lin.enterpriseId,
      tempLimit: yuanTextToFen('400000'),
      creditTempEndDate: '2026-12-31',
      reason: '旺季',
      rowVersion: (await groupOf(lin)).limitsVersion,
    })
    await proposes(lin, '1000000')
    expect(await shares(lin, lin, '600000.01')).toMatchObject({ code: 422, reason: 'COMPANY_GROUP_LIMIT_BY_TWO' })
    await agrees(lin, (await proposes(lin, '1100000'))?.id)
    expect((await accepts()).code).toBe(200)
    expect(await groupOf(lin)).toMatchObject({ limit: 110_000_000, unshared: 0, members: [{ share: 60_000_000 }, { share: 50_000_000 }] })
    await shares(lin, wu, '0')
    expect((await shares(lin, lin, '600000.01')).code).toBe(200)
    expect(await invariants()).toEqual({})
  })

  test('is not approved any more once a company has joined or the group is gone', async () => {
    const [lin, wu] = [await mall.buyer('林', { credit: '5000' }), await mall.buyer('吴', { credit: '3000' })]
    const { limitsVersion: rowVersion } = await finance.api.consoleEnterprise.detail({ enterpriseId: wu.enterpriseId })
    const base = { enterpriseId: wu.enterpriseId, baseLimit: yuanTextToFen('2000000'), reason: '年审', rowVersion }
    await finance.api.consoleCredit.setBaseLimit(base)
    await joins(lin)
    await proposes(lin, '1500000')
    await joinsGroupOf(lin, wu)
    for (const buyer of [lin, wu]) {
      expect(await latestRequest(buyer)).toMatchObject({ state: 'REPLACED' })
      expect((await agrees(buyer, (await latestRequest(buyer))?.id)).code).toBe(409)
    }
    await shares(lin, wu, '0')
    await wu.api.companyGroup.leave({ payPwd })
    await proposes(lin, '1600000')
    await finance.api.consoleCompanyGroup.dissolve({ enterpriseId: lin.enterpriseId })
    expect((await latestRequest(lin))?.state).toBe('REPLACED')
    const changes = (await finance.api.consoleEnterprise.detail({ enterpriseId: wu.enterpriseId })).limitChanges
    expect(changes.map(({ reason }) => reason).join()).toContain('集团母公司 林 调整份额，由 ¥3,000.00 调整为 ¥0.00')
    expect(await invariants()).toEqual({})
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
