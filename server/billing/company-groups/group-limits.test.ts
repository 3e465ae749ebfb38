import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { fen } from '#contract/platform/core/money.ts'
import { updateOrderStopColumns } from '#server/money/credit/public.ts'
import { createCompanyGroupHelpers } from '#server/platform/testing/company-groups.ts'
import { createDebtHelpers } from '#server/platform/testing/debts.ts'
import { type Buyer, openMall, TEST_USER_PAYMENT_PASSWORD as payPwd, yuanTextToFen } from '#server/platform/testing/mall.ts'

const mall = await openMall()
const { draws, receives } = createDebtHelpers(mall)
const { finance, groupOf, joins, joinsGroupOf, shares, ordersOnCredit } = await createCompanyGroupHelpers(mall)
const second = await mall.staff('finance', 'support')
const { leave, accept } = contract.companyGroup
const invariants = () => mall.findInvariantBreaches()

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
      taken: 300_000,
    })
    const names = async (keyword: string) => (await finance.api.consoleCompanyGroup.list({ keyword })).dataList.map(({ name }) => name)
    const { name, enterpriseName } = await groupOf(lin)
    expect(await names(name.slice(1))).toContain(name)
    expect(await names(enterpriseName?.slice(1) ?? '')).toContain(name)
    expect(await names('没有的集团')).toEqual([])
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
    const pair = { enterpriseId: lin.enterpriseId, memberId: wu.enterpriseId }
    await finance.api.consoleCompanyGroup.remove(pair)
    expect((await wu.api.message.list({})).dataList.map(({ title }) => title)).toContain('集团邀请已撤回')
    await finance.api.consoleCompanyGroup.invite(pair)
    expect((await accepts()).code).toBe(200)
    const { rowVersion } = await groupOf(lin)
    await finance.api.consoleCompanyGroup.setShare({ ...pair, share: yuanTextToFen('800'), reason: '淡季', rowVersion })
    const texts = (await lin.api.message.list({})).dataList.map(({ messageContent }) => messageContent)
    expect(texts.join()).toContain('吴矿业有限公司 的份额已由商城调整为 ¥800.00')
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
    const texts = (await lin.api.message.list({})).dataList.map(({ messageContent }) => messageContent)
    expect(texts.join()).toContain('额度已调整为 ¥1,100,000.00')
    expect((await accepts()).code).toBe(200)
    expect(await groupOf(lin)).toMatchObject({ limit: 110_000_000, unshared: 0, members: [{ share: 60_000_000 }, { share: 50_000_000 }] })
    await shares(lin, wu, '0')
    expect((await shares(lin, lin, '600000.01')).code).toBe(200)
    expect(await invariants()).toEqual({})
  })

  test('is set for a parent that has no credit itself, and opens none', async () => {
    const bare = await mall.buyer('何')
    await joins(bare)
    await proposes(bare, '5000')
    expect(await groupOf(bare)).toMatchObject({ limit: 500_000, unshared: 500_000, members: [{ share: 0, highestShare: 500_000 }] })
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
    const { dataList } = await lin.api.message.list({})
    for (const words of ['已建立，贵公司是母公司，集团额度 ¥5,000.00', '已解散'])
      expect(dataList.find(({ messageContent }) => messageContent.includes(words))?.target?.screen).toBe('/credit_group')
    const changes = (await finance.api.consoleEnterprise.detail({ enterpriseId: wu.enterpriseId })).limitChanges
    expect(changes.map(({ reason }) => reason).join()).toContain('集团母公司 林 调整份额，由 ¥3,000.00 调整为 ¥0.00')
    expect(await invariants()).toEqual({})
  })
})
