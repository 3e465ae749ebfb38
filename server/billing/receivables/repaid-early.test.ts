import { readSheet } from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { createDebtHelpers } from '#server/platform/testing/debts.ts'
import { createIntegrationHelpers } from '#server/platform/testing/integration.ts'
import { createInvoiceHelpers } from '#server/platform/testing/invoices.ts'
import { openMall, TEST_USER_PAYMENT_PASSWORD, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { parsePdfTextByPage } from '#server/platform/testing/pdf-text.ts'

const mall = await openMall({ now: new Date('2026-11-18T06:00:00Z') })
const { receives, refunds, draws, dawns, jobs, balances } = createDebtHelpers(mall)
const stories = await createInvoiceHelpers(mall)
const month = '2026-11'

test('a month repaid early with goods returned within it shows the same amounts everywhere', async () => {
  const lin = await mall.buyer('林', { credit: '50000', wallet: '1000' })
  const { enterpriseId } = lin
  const ordered = await stories.sent(lin, [{ price: '209.94', units: 3 }], 'credit')
  await lin.api.statement.repayByWallet({ amount: yuanTextToFen('629.82'), payPwd: TEST_USER_PAYMENT_PASSWORD })
  expect(await stories.returns(ordered, [[1, 'sent', 1]])).toBe(20_994)
  expect(await balances(lin)).toEqual({ drawn: 0, interest: 0, wallet: 100_000 - 62_982 + 20_994 })
  await dawns('2026-12-01')
  await jobs()

  const all = { month, label: '已还清', total: 41_988, repaid: 62_982, toWallet: 20_994, reduced: 0, settled: 41_988, owed: 0 }
  expect(await lin.api.statement.detail({ month })).toMatchObject(all)
  expect((await lin.api.statement.list({})).dataList).toMatchObject([all])
  const finance = await mall.staff('finance')
  expect(await finance.api.consoleStatement.detail({ enterpriseId, month })).toMatchObject(all)
  expect((await finance.api.consoleStatement.list({ enterpriseId })).dataList).toMatchObject([all])
  const programs = createIntegrationHelpers(mall)
  const program = await programs.key(lin)
  await programs.numbers()
  expect(await program.api.statement({ month })).toMatchObject(all)
  expect((await lin.api.invoice.openStatements({})).map((one) => one.amount)).toEqual([41_988])

  const pdf = parsePdfTextByPage(Buffer.from((await lin.api.documents.statement({ month, format: 'pdf' })).bytes)).join('')
  expect(pdf).toContain('本月赊销当月退款账单金额逾期利息¥629.82¥209.94¥419.88¥0.00')
  expect(pdf).toContain('已还本金退回钱包已冲减异议中未还待还本金¥629.82¥209.94¥0.00¥0.00¥0.00')
  const [heads, row] = await readSheet(Buffer.from((await lin.api.documents.statement({ month, format: 'xlsx' })).bytes), '账单')
  const value = (title: string) => row?.[heads?.indexOf(title) ?? -1]
  expect(['账单金额', '已还本金', '退回钱包', '待还本金'].map(value)).toEqual([419.88, 629.82, 209.94, 0])
  for (const { bytes } of [
    await lin.api.exports.statements({ format: 'csv' }),
    await finance.api.consoleStatement.export({ enterpriseId, format: 'csv' }),
  ])
    expect(Buffer.from(bytes).toString('utf8')).toContain(`${month},已还清,419.88,629.82,209.94,0.00,0.00,0.00`)
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('a drawdown after such a refund is owed and repaid like any other month', async () => {
  await dawns('2027-02-18')
  const lin = await mall.buyer('吴', { credit: '50000' })
  const { enterpriseId } = lin
  const parcelId = await draws(enterpriseId, yuanTextToFen('600'))
  await receives(enterpriseId, yuanTextToFen('600'))
  await refunds(enterpriseId, parcelId, yuanTextToFen('200'))
  await draws(enterpriseId, yuanTextToFen('50'))
  await dawns('2027-03-02')
  await jobs()
  const stands = { total: 45_000, repaid: 60_000, toWallet: 20_000, settled: 40_000, owed: 5_000, state: 'CLOSED' }
  expect(await lin.api.statement.detail({ month: '2027-02' })).toMatchObject(stands)
  await receives(enterpriseId, yuanTextToFen('50'))
  expect(await lin.api.statement.detail({ month: '2027-02' })).toMatchObject({ total: 45_000, repaid: 65_000, owed: 0, state: 'PAID' })
  expect(await mall.findInvariantBreaches()).toEqual({})
})
