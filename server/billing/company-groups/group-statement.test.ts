import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { formatMoney, sum } from '#contract/platform/core/money.ts'
import { createDebtHelpers } from '#server/platform/testing/debts.ts'
import { type Buyer, openMall, TEST_USER_PAYMENT_PASSWORD as payPwd, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { parsePdfTextByPage } from '#server/platform/testing/pdf-text.ts'

const mall = await openMall({ now: new Date('2026-11-05T02:00:00Z') })
const { buys, receives, comesBack, dawns, jobs } = createDebtHelpers(mall)
const { setShare, statement, statementFile } = contract.companyGroup

test('the parent reads the statements of its members as they read them, to the fen, and only while they are members', async () => {
  const finance = await mall.staff('finance')
  const [lin, wu, zhou] = [
    await mall.buyer('林', { credit: '50000' }),
    await mall.buyer('吴', { credit: '50000' }),
    await mall.buyer('周', { credit: '50000' }),
  ]
  const { enterpriseId } = lin
  const joins = async (member: Buyer) => {
    await finance.api.consoleCompanyGroup.invite({ enterpriseId, memberId: member.enterpriseId })
    await member.api.companyGroup.accept({ parentId: enterpriseId, payPwd })
  }
  await finance.api.consoleCompanyGroup.create({ enterpriseId, name: '林业集团' })
  await joins(wu)
  await buys(lin, '1000.01')
  const { orderNo } = await buys(wu, '2000.02', { returnable: ['300.05'] })
  await buys(wu, '600.00')
  await buys(zhou, '700.00')
  await comesBack(wu, orderNo, '300.05')
  await dawns('2026-12-05')
  await jobs()
  await joins(zhou)
  await receives(wu.enterpriseId, yuanTextToFen('500.5'))
  await dawns('2026-12-20')
  await jobs()

  const found = await lin.api.companyGroup.statement({ month: '2026-11' })
  // Staff read the same as the parent.
  const ofStaff = finance.api.consoleCompanyGroup
  expect(await ofStaff.statement({ enterpriseId, month: '2026-11' })).toEqual(found)
  for (const format of ['pdf', 'xlsx'] as const)
    expect((await ofStaff.statementFile({ enterpriseId, month: '2026-11', format })).name).toBe(`合并对账单-2026-11-林业集团.${format}`)
  const warehouse = await mall.staff('warehouse')
  const asked = { enterpriseId, month: '2026-11' }
  expect(await warehouse.post(contract.consoleCompanyGroup.statement.path, asked)).toMatchObject({ code: 403 })
  expect(await finance.post(contract.consoleCompanyGroup.statement.path, { ...asked, enterpriseId: zhou.enterpriseId })).toMatchObject({
    reason: 'COMPANY_GROUP_NOT_FOUND',
  })
  // 周 joined in December, so November is its own.
  expect(found.members.map(({ name }) => name)).toEqual(['林矿业有限公司', '吴矿业有限公司'])
  const own = [await lin.api.statement.detail({ month: '2026-11' }), await wu.api.statement.detail({ month: '2026-11' })]
  for (const [at, detail] of own.entries()) {
    const { drawn, total, repaid, toWallet, offset, writtenOffPrincipal, disputed, owed, interest, hash } = detail
    expect(found.members[at]?.statement).toMatchObject({
      drawn,
      total,
      repaid,
      toWallet,
      offset,
      writtenOffPrincipal,
      disputed,
      owed,
      interest,
    })
    expect(found.members[at]?.statement).toMatchObject({ refunded: drawn - total, hash })
  }
  for (const name of ['drawn', 'total', 'repaid', 'owed', 'interest'] as const)
    expect(found.sums[name]).toBe(sum(own.map((detail) => detail[name])))
  expect(found.sums).toMatchObject({ refunded: 30_005, total: 329_998, repaid: 50_050 })
  expect(found.sums.interest).toBeGreaterThan(0)
  expect((await lin.api.companyGroup.statement({ month: '2026-12' })).members.map(({ statement: one }) => one)).toEqual([null, null, null])

  const pdf = await lin.api.companyGroup.statementFile({ month: '2026-11', format: 'pdf' })
  expect(pdf.name).toBe('合并对账单-2026-11-林业集团.pdf')
  const text = parsePdfTextByPage(Buffer.from(pdf.bytes)).join('')
  for (const part of ['集 团 合 并 对 账 单', '吴矿业有限公司', formatMoney(found.sums.total), own[1]?.hash ?? ''])
    expect(text).toContain(part)
  expect(text).not.toContain('周矿业')
  expect((await lin.api.companyGroup.statementFile({ month: '2026-11', format: 'xlsx' })).name).toBe('合并对账单-2026-11-林业集团.xlsx')
  const acts = await mall.db.selectFrom('audit_log').select('action').where('action', '=', 'download group statement').execute()
  // Two of staff, two of the parent.
  expect(acts).toHaveLength(4)

  for (const other of [wu, await mall.buyer('郑')]) {
    const refused = { code: 404, reason: 'COMPANY_GROUP_NOT_FOUND' }
    expect(await other.post(statement.path, { month: '2026-11' })).toMatchObject(refused)
    expect(await other.post(statementFile.path, { month: '2026-11', format: 'pdf' })).toMatchObject(refused)
  }
  expect(await (await mall.subAccount(lin, ['buyPay'])).post(statement.path, { month: '2026-11' })).toMatchObject({ code: 403 })
  expect((await (await mall.subAccount(lin, ['applyLimit'])).api.companyGroup.statement({ month: '2026-11' })).sums).toEqual(found.sums)

  // A written-off claim of a member holds its share, and its amount is not the parent's to know.
  const claimed = { enterpriseId: wu.enterpriseId, month: '2026-11', amount: yuanTextToFen('100'), reason: '失联' }
  const { id } = await finance.api.consoleFinanceRequest.proposeWriteOff(claimed)
  await (await mall.staff('finance', 'support')).api.consoleFinanceRequest.decide({ enterpriseId: wu.enterpriseId, id, approve: true })
  await finance.api.consoleCredit.setGroupLimit({
    enterpriseId,
    groupLimit: yuanTextToFen('1000000'),
    reason: '年审',
    rowVersion: (await finance.api.consoleCompanyGroup.detail({ enterpriseId })).limitsVersion,
  })
  const seen = (await finance.api.consoleCompanyGroup.detail({ enterpriseId })).rowVersion
  const refusal = await lin.post(setShare.path, { memberId: wu.enterpriseId, share: 100_000, payPwd, rowVersion: seen })
  expect(refusal).toMatchObject({ reason: 'BAD_DEBT_OPEN', msg: '该成员暂不能提高份额，请联系客户经理' })
  expect(refusal).not.toHaveProperty('detail.toRecover')
  await lin.api.companyGroup.setShare({ memberId: wu.enterpriseId, share: yuanTextToFen('0'), payPwd, rowVersion: seen })
  await receives(wu.enterpriseId, yuanTextToFen('3000'))
  await wu.api.companyGroup.leave({ payPwd })
  expect((await lin.api.companyGroup.statement({ month: '2026-11' })).members).toHaveLength(1)
  expect(await mall.findInvariantBreaches()).toEqual({})
})
