import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import type { BinaryFile } from '#contract/platform/core/endpoint.ts'
import { addMonths, toShanghaiMonth } from '#contract/platform/core/shanghai.ts'
import { computeSalesTotalsOfUnclosedDays } from '#server/operations/reports/public.ts'
import { deleteAccountManagerDataOfEnterprises } from '#server/people/account-managers/public.ts'
import { createAfterSaleHelpers } from '#server/platform/testing/after-sales.ts'
import { type Buyer, ONE_DAY_MS, openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'

const mall = await openMall({ now: new Date('2026-11-10T06:00:00Z') })
const back = await createAfterSaleHelpers(mall)
const admin = await mall.staff('admin')
const [mei, hua] = [await mall.staff('support'), await mall.staff('support', 'reviewer')]
const [lin, wu] = [await mall.buyer('林', { wallet: '90000' }), await mall.buyer('吴', { wallet: '90000' })]
const staffIdOf = async (person: typeof admin) => (await person.api.staff.me({})).staffId
const [meiId, huaId] = [await staffIdOf(mei), await staffIdOf(hua)]
const month = toShanghaiMonth(mall.clock.now)
const { consoleSalesTarget, consoleExport } = contract

const assign = ({ enterpriseId }: Buyer, staffId: string, seenStaffId: string | null = null) =>
  admin.api.consoleAccountManager.assign({ companies: [{ enterpriseId, seenStaffId }], staffId })
const makeTotals = () => computeSalesTotalsOfUnclosedDays(mall.db, mall.moment())
async function newDay() {
  mall.clock.forward(ONE_DAY_MS)
  await mall.renew()
}
const rowOf = async (staffId: string, of = month, person = admin) =>
  (await person.api.consoleSalesTarget.list({ month: of })).dataList.find((row) => row.staffId === staffId) ?? expect.fail('no row')

test('what companies bought counts for who had them at the end of the day, less what came back since', async () => {
  await assign(lin, huaId)
  // The end of a day decides: the other one had it for a moment.
  await assign(lin, meiId, huaId)
  await assign(wu, huaId)
  const first = await back.order(lin, [{ price: '100', units: 6 }])
  await back.order(wu, [{ price: '300', units: 3 }])
  await newDay()
  await assign(lin, huaId, meiId)
  await back.order(lin, [{ price: '50', units: 2 }])
  await back.refunds(first, [[1, 'unsent', 1]])
  await makeTotals()
  expect(await rowOf(meiId)).toMatchObject({ net: yuanTextToFen('600'), newCompanies: 1, salesTarget: 0, rowVersion: 0, active: true })
  // 900 of 吴; of 林 100 sold and 100 back on the second day, and it was no new company then.
  expect(await rowOf(huaId)).toMatchObject({ net: yuanTextToFen('900'), newCompanies: 1 })
  expect(await rowOf(huaId, addMonths(month, -1))).toMatchObject({ net: 0, newCompanies: 0 })
  await assign(wu, meiId, huaId)
  expect(await rowOf(huaId)).toMatchObject({ net: yuanTextToFen('900') })
  // A company that closes leaves no past month.
  await mall.runInTransaction((tx) => deleteAccountManagerDataOfEnterprises(tx, [wu.enterpriseId]))
  expect(await rowOf(huaId)).toMatchObject({ net: yuanTextToFen('900'), newCompanies: 1 })
})

test('an administrator sets a target, and its account manager sees at home what is reached and what is missing', async () => {
  expect(await mei.api.consoleSalesTarget.mine({})).toBeNull()
  const target = { staffId: meiId, month, sales: yuanTextToFen('1000'), newCompanies: 2 }
  await admin.api.consoleSalesTarget.set(target)
  expect(await mei.api.consoleSalesTarget.mine({})).toEqual({
    staffId: meiId,
    month,
    salesTarget: yuanTextToFen('1000'),
    net: yuanTextToFen('600'),
    newCompaniesTarget: 2,
    newCompanies: 1,
    asOf: mall.clock.now,
    limitedToShops: false,
  })
  expect(await hua.api.consoleSalesTarget.mine({})).toBeNull()
  // Whoever still sees the former target is told who has changed it.
  expect(await admin.post(consoleSalesTarget.set.path, { ...target, sales: 2_000 })).toMatchObject({ reason: 'ROW_CHANGED' })
  const { rowVersion } = await rowOf(meiId)
  await admin.api.consoleSalesTarget.set({ ...target, sales: yuanTextToFen('800'), newCompanies: 0, rowVersion })
  expect(await rowOf(meiId)).toMatchObject({ salesTarget: yuanTextToFen('800'), newCompaniesTarget: 0, rowVersion: rowVersion + 1 })
  const { data } = await admin.post(consoleExport.salesTargets.path, { month, format: 'csv' })
  expect(new TextDecoder().decode((data as BinaryFile).bytes)).toMatch(/800\.00"?,"?600\.00"?,"?75\.00%"?,"?200\.00/)
})

test('a target is for this month or one to come, and for somebody who looks after companies', async () => {
  const target = { staffId: meiId, month, sales: 100, newCompanies: 0 }
  const set = (changed: object) => admin.post(consoleSalesTarget.set.path, { ...target, ...changed })
  for (const far of [-1, 13]) expect(await set({ month: addMonths(month, far) })).toMatchObject({ reason: 'SALES_TARGET_MONTH' })
  expect(await set({ staffId: await staffIdOf(await mall.staff('warehouse')) })).toMatchObject({ reason: 'ACCOUNT_MANAGER_ROLE' })
  expect(await set({ month: addMonths(month, 12) })).toMatchObject({ code: 200 })
  for (const person of [mei, await mall.staff('finance'), await mall.staff('auditor')])
    expect(await person.post(consoleSalesTarget.set.path, target)).toMatchObject({ code: 403 })
  expect(await (await mall.staff('warehouse')).post(consoleSalesTarget.list.path, { month })).toMatchObject({ code: 403 })
})

test('whoever keeps certain shops sees what these sold alone', async () => {
  const keeper = await mall.staff('support', 'marketing')
  const keeperId = await staffIdOf(keeper)
  await admin.api.consoleShop.setStaff({ staffId: keeperId, shopIds: [await mall.newShop('二店')], rowVersion: 0 })
  await admin.api.consoleSalesTarget.set({ staffId: keeperId, month, sales: yuanTextToFen('10'), newCompanies: 1 })
  await assign(lin, keeperId, huaId)
  await back.order(lin, [{ price: '70', units: 1 }])
  await makeTotals()
  expect(await rowOf(keeperId)).toMatchObject({ net: yuanTextToFen('70') })
  expect(await rowOf(keeperId, month, keeper)).toMatchObject({ net: 0 })
  expect(await rowOf(huaId, month, keeper)).toMatchObject({ net: 0, newCompanies: 0 })
  expect(await keeper.api.consoleSalesTarget.mine({})).toMatchObject({
    net: 0,
    newCompanies: 0,
    newCompaniesTarget: 1,
    limitedToShops: true,
  })
  // So the screens say that his figures are of his shops alone.
  expect(await keeper.api.consoleSalesTarget.list({ month })).toMatchObject({ asOf: mall.clock.now, limitedToShops: true })
  expect(await admin.api.consoleSalesTarget.list({ month })).toMatchObject({ limitedToShops: false })
})
