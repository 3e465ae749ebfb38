import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import type { BinaryFile } from '#contract/platform/core/endpoint.ts'
import { createDebtHelpers } from '#server/platform/testing/debts.ts'
import { type Buyer, openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { createSettingsHelpers } from '#server/platform/testing/settings.ts'

const mall = await openMall({ now: new Date('2026-08-18T06:00:00Z') })
const debts = createDebtHelpers(mall)
// The story is of debts that are late, not of what stops who owes them.
await createSettingsHelpers(mall).sets('credit', { overdueTolerance: yuanTextToFen('10000'), graceDays: 3, dailyRateBp: 5 })
const [admin, support, other] = [await mall.staff('admin'), await mall.staff('support'), await mall.staff('support', 'warehouse')]
const [finance, auditor] = [await mall.staff('finance'), await mall.staff('auditor')]
const { consoleAccountManager } = contract

const staffIdOf = async (person: typeof admin) => (await person.api.staff.me({})).staffId
const [mine, his] = [await staffIdOf(support), await staffIdOf(other)]
const [lin, wu, chen] = [
  await mall.buyer('林', { credit: '50000' }),
  await mall.buyer('吴', { credit: '50000' }),
  await mall.buyer('陈', { credit: '50000' }),
]
const companyOf = (buyer: Buyer, seenStaffId: string | null = null) => ({ enterpriseId: buyer.enterpriseId, seenStaffId })
const namesOf = async (person: typeof admin, filter: { manager?: string }) =>
  (await person.api.consoleEnterprise.list(filter)).dataList.map(({ name }) => name).sort()

test('an administrator gives many companies to an account manager in one press; what a colleague gave away meanwhile stays', async () => {
  const companies = [lin, wu, chen].map((buyer) => companyOf(buyer))
  expect(await admin.api.consoleAccountManager.assign({ companies, staffId: mine })).toEqual({ count: 3 })
  // Whoever still sees nobody changes nothing.
  expect(await admin.api.consoleAccountManager.assign({ companies, staffId: his })).toEqual({ count: 0 })
  mall.clock.forward(60_000)
  expect(await admin.api.consoleAccountManager.assign({ companies: [companyOf(chen, mine)], staffId: his })).toEqual({ count: 1 })
  expect(await admin.api.consoleEnterprise.detail({ enterpriseId: chen.enterpriseId })).toMatchObject({
    manager: { staffId: his, name: 'support,warehouse' },
  })
})

test('lists are narrowed to the own companies, to those of a colleague, and to those of nobody', async () => {
  await mall.buyer('周')
  expect(await namesOf(support, { manager: 'mine' })).toEqual(['吴矿业有限公司', '林矿业有限公司'])
  expect(await namesOf(support, { manager: his })).toEqual(['陈矿业有限公司'])
  expect(await namesOf(other, { manager: 'mine' })).toEqual(['陈矿业有限公司'])
  expect(await namesOf(admin, { manager: 'none' })).toEqual(['周矿业有限公司'])
  expect(await support.post(contract.consoleEnterprise.list.path, { manager: 'x' })).toMatchObject({ reason: 'INVALID_INPUT' })
  const { data } = await support.post(contract.consoleExport.enterprises.path, { manager: 'mine', format: 'csv' })
  const text = new TextDecoder().decode((data as BinaryFile).bytes)
  expect(text).toContain('客户经理')
  expect(text).toContain('林矿业有限公司')
  expect(text).not.toContain('陈矿业有限公司')
})

test('orders and receivables are narrowed to the companies of an account manager', async () => {
  await debts.buys(lin, '600.00')
  await debts.buys(chen, '300.00')
  const orders = async (person: typeof admin, manager: string) =>
    (await person.api.consoleOrder.list({ manager })).dataList.map(({ enterpriseName }) => enterpriseName)
  expect(new Set(await orders(support, 'mine'))).toEqual(new Set(['林矿业有限公司']))
  expect(new Set(await orders(support, his))).toEqual(new Set(['陈矿业有限公司']))
  expect(await orders(support, 'none')).toEqual([])
  const debtors = async (manager: string) =>
    (await finance.api.consoleReceivable.list({ manager })).dataList.map(({ enterpriseName }) => enterpriseName)
  expect(await debtors(mine)).toEqual(['林矿业有限公司'])
  expect(await debtors(his)).toEqual(['陈矿业有限公司'])
  expect(await debtors('mine')).toEqual([])
})

test('the overview counts the companies of each account manager, and sums what they owe as the receivables do', async () => {
  await debts.dawns('2026-09-15')
  await debts.jobs()
  const { all, managerCount: count, managers: known, unmanaged } = await admin.api.consoleAccountManager.overview({})
  const { dataList: managers, total } = await admin.api.consoleAccountManager.list({})
  expect([count, all.companies]).toEqual([total, 4])
  // The console of the release before shows them from here.
  expect(known).toEqual(managers)
  // A page sums the companies of its own people alone, and an empty page of nobody.
  const { name } = managers.find(({ staffId }) => staffId === his) ?? expect.fail('not listed')
  const sums = async (keyword: string) => {
    mall.roundTrips.length = 0
    const { dataList } = await admin.api.consoleAccountManager.list({ keyword })
    return [dataList, mall.roundTrips.flat().filter((text) => text.includes('debtor')).length]
  }
  expect(await sums(name)).toEqual([managers.filter((row) => row.name.includes(name)), 1])
  expect(await sums('没有这个人')).toEqual([[], 0])
  const { dataList } = await finance.api.consoleReceivable.list({})
  const owedBy = (buyer: Buyer) => dataList.find(({ enterpriseId }) => enterpriseId === buyer.enterpriseId) ?? expect.fail('owes nothing')
  const [ofLin, ofChen] = [owedBy(lin), owedBy(chen)]
  expect(ofLin.d30).toBeGreaterThan(0)
  const rowOf = (staffId: string) => managers.find((row) => row.staffId === staffId)
  expect(rowOf(mine)).toMatchObject({ active: true, companies: 2, owed: ofLin.total, overdue: ofLin.d30 })
  expect(rowOf(his)).toMatchObject({ companies: 1, owed: ofChen.total, overdue: ofChen.d30 })
  expect(unmanaged).toEqual({ companies: 1, owed: 0, overdue: 0 })
})

test('who leaves hands over all his companies at once, and the history says who had them from when until when', async () => {
  const enters = await mall.staff('admin')
  await enters.api.consoleStaff.setStatus({ staffId: his, status: 0 })
  const { list } = admin.api.consoleAccountManager
  expect(await list({ managerState: 'leaving' })).toMatchObject({ total: 1, dataList: [{ staffId: his, active: false, companies: 1 }] })
  const { total } = await list({})
  expect((await list({ managerState: 'active' })).total).toBe(total - 1)
  // The second page goes on after the first.
  const pages = await Promise.all([1, 2].map((pageNo) => list({ pageNo, pageSize: 1 })))
  expect(new Set(pages.flatMap(({ dataList }) => dataList.map(({ staffId }) => staffId))).size).toBe(2)
  expect((await list({ keyword: 'support,ware' })).dataList.map(({ staffId }) => staffId)).toEqual([his])
  expect((await list({ ownOnly: true })).total).toBe(0)
  // He cannot get companies any more.
  expect(await admin.post(consoleAccountManager.assign.path, { companies: [companyOf(lin, mine)], staffId: his })).toMatchObject({
    code: 422,
    reason: 'ACCOUNT_MANAGER_ROLE',
    detail: { field: 'staffId' },
  })
  mall.clock.forward(60_000)
  const { now } = mall.clock
  expect(await admin.api.consoleAccountManager.handOver({ staffId: his, toStaffId: mine })).toEqual({ count: 1 })
  const again = { staffId: his, toStaffId: mine }
  expect(await admin.post(consoleAccountManager.handOver.path, again)).toMatchObject({ reason: 'ACCOUNT_MANAGER_WITHOUT_COMPANIES' })
  expect(await support.api.consoleAccountManager.history({ enterpriseId: chen.enterpriseId })).toMatchObject([
    { managerName: 'support', from: now, until: null, by: 'admin' },
    { managerName: 'support,warehouse', until: now, by: 'admin' },
    { managerName: 'support' },
  ])
  expect(await namesOf(support, { manager: 'mine' })).toHaveLength(3)
})

test('two administrators who give away the same companies never both do', async () => {
  const companies = [lin, wu, chen].map((buyer) => companyOf(buyer, mine))
  const wanted = [await staffIdOf(admin), await staffIdOf(await mall.staff('support', 'reviewer'))]
  const answers = await Promise.all(
    wanted.map((staffId, at) =>
      admin.api.consoleAccountManager.assign({ companies: at === 0 ? companies : companies.toReversed(), staffId }),
    ),
  )
  expect(answers.map(({ count }) => count).sort()).toEqual([0, 3])
})

test('only administrators give companies away; the auditor reads', async () => {
  const given = { companies: [companyOf(lin)], staffId: mine }
  for (const person of [support, finance, auditor])
    expect(await person.post(consoleAccountManager.assign.path, given)).toMatchObject({ code: 403 })
  expect(await finance.post(consoleAccountManager.handOver.path, { staffId: mine, toStaffId: null })).toMatchObject({ code: 403 })
  expect((await auditor.api.consoleAccountManager.list({})).total).toBeGreaterThan(0)
  expect(await (await mall.staff('warehouse')).post(consoleAccountManager.overview.path, {})).toMatchObject({ code: 403 })
})
