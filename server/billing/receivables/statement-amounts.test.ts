import { readSheet } from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { type Fen, formatMoney, formatYuan, sum } from '#contract/platform/core/money.ts'
import { addMonths } from '#contract/platform/core/shanghai.ts'
import { createDebtHelpers } from '#server/platform/testing/debts.ts'
import { createIntegrationHelpers } from '#server/platform/testing/integration.ts'
import { openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { parsePdfTextByPage } from '#server/platform/testing/pdf-text.ts'
import { expectStatementSumsMatchLines } from '#server/platform/testing/statement-sums.ts'

const mall = await openMall({ now: new Date('2026-08-18T06:00:00Z') })
const { buys, receives, refunds, dawns, jobs, balances } = createDebtHelpers(mall)
const finance = await mall.staff('finance')

let last = '2026-06'
/** A company with a month of its own of two drawdowns, 505.04 and 617.60, that is closed. */
async function owesTwo() {
  const month = addMonths(last, 3)
  last = month
  const next = addMonths(month, 1)
  await dawns(`${month}-18`)
  const lin = await mall.buyer('林', { credit: '50000' })
  const { parcelId } = await buys(lin, '505.04')
  await buys(lin, '617.60')
  await dawns(`${next}-02`)
  await jobs()
  const { lines } = await lin.api.statement.detail({ month })
  const [first = '', second = ''] = lines.map(({ id }) => id)
  const stands = async () => {
    const { label, total, settled, disputed, owed } = expectStatementSumsMatchLines(await lin.api.statement.detail({ month }))
    expect(sum([settled, disputed, owed]), `${label}: ${settled} + ${disputed} + ${owed}`).toBe(total)
    return { label, settled, disputed, owed }
  }
  const decides = (id: string, forBuyer: boolean) =>
    finance.api.consoleStatement.decideDispute({ enterpriseId: lin.enterpriseId, month, id, forBuyer, opinion: '已核对' })
  return { lin, month, next, parcelId, first, second, stands, decides }
}

test('a month repaid in part and then disputed line by line adds up and says that it waits for the disputes', async () => {
  const { lin, month, first, second, stands, decides } = await owesTwo()
  await receives(lin.enterpriseId, yuanTextToFen('505.04'))
  await lin.api.statement.dispute({ month, id: second, reason: '少 20 支' })
  expect(await stands()).toEqual({ label: '异议处理中', settled: 50_504, disputed: 61_760, owed: 0 })
  await lin.api.statement.dispute({ month, id: first, reason: '型号不符' })
  expect(await stands()).toEqual({ label: '异议处理中', settled: 50_504, disputed: 61_760, owed: 0 })
  await decides(first, false)
  expect(await stands()).toEqual({ label: '异议处理中', settled: 50_504, disputed: 61_760, owed: 0 })
  // The wallet has back what the first had been repaid with only if it is won; what is left unpaid is the second.
  await decides(second, true)
  expect(await stands()).toEqual({ label: '已还清', settled: 112_264, disputed: 0, owed: 0 })
  expect(await mall.findInvariantBreaches()).toEqual({})
})

const results = async (lin: Awaited<ReturnType<typeof owesTwo>>['lin']) =>
  (await lin.api.message.list({ kind: 'system' })).dataList
    .filter(({ title }) => title === '账单异议处理结果')
    .map((one) => one.messageContent)

test('a disputed repaid month stays repaid: won, the amount goes to the wallet; lost, nothing is deferred', async () => {
  const { lin, month, first, second, stands, decides } = await owesTwo()
  await receives(lin.enterpriseId, yuanTextToFen('1122.64'))
  for (const id of [first, second]) await lin.api.statement.dispute({ month, id, reason: '数量不符' })
  const paid = { label: '已还清', settled: 112_264, disputed: 0, owed: 0 }
  expect(await stands()).toEqual(paid)
  expect(await lin.api.statement.detail({ month })).toMatchObject({ repaid: 112_264, disputedRepaid: 112_264, dues: [] })
  await decides(first, true)
  await decides(second, false)
  expect(await stands()).toEqual(paid)
  expect(await balances(lin)).toEqual({ drawn: 0, interest: 0, wallet: 50_504 })
  const [lost, won] = await results(lin)
  expect(won).toContain('已调整账款')
  expect(lost).toContain('核实无误，该笔已还清，账款不变')
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('an amount deferred after a dispute has its own due day; repayments count for the earliest due first', async () => {
  const { lin, month, next, second, stands, decides } = await owesTwo()
  await lin.api.statement.dispute({ month, id: second, reason: '数量不符' })
  await decides(second, false)
  expect((await results(lin))[0]).toContain(`延至 ${addMonths(next, 1)}-10 到期`)
  const dues = async () => (await lin.api.statement.detail({ month })).dues.map(({ day, amount }) => [day, amount])
  expect(await dues()).toEqual([
    [`${next}-10`, 50_504],
    [`${addMonths(next, 1)}-10`, 61_760],
  ])
  await receives(lin.enterpriseId, yuanTextToFen('600'))
  expect(await dues()).toEqual([[`${addMonths(next, 1)}-10`, 52_264]])
  expect(await stands()).toEqual({ label: '待还款', settled: 60_000, disputed: 0, owed: 52_264 })
})

test('every way to read a statement gives the same amounts, and they add up', async () => {
  const { lin, month, parcelId, first, second } = await owesTwo()
  await refunds(lin.enterpriseId, parcelId, yuanTextToFen('30'))
  await receives(lin.enterpriseId, yuanTextToFen('500'))
  for (const id of [first, second]) await lin.api.statement.dispute({ month, id, reason: '数量不符' })
  const { enterpriseId } = lin
  const amounts = { total: 112_264, repaid: 50_000, toWallet: 0, reduced: 3_000, disputed: 59_264, owed: 0 }
  const all = { ...amounts, settled: 53_000, disputedRepaid: 50_000, label: '异议处理中' }
  expect(sum([all.settled, all.disputed, all.owed] as Fen[])).toBe(all.total)
  expect((await lin.api.statement.list({})).dataList).toMatchObject([all])
  expect(await lin.api.statement.detail({ month })).toMatchObject(all)
  const { state, ...owedNow } = (await lin.api.statement.owed({})).months[0] ?? expect.fail('nothing is owed')
  expect([state, owedNow]).toMatchObject(['CLOSED', all])
  expect((await finance.api.consoleStatement.list({ enterpriseId })).dataList).toMatchObject([all])
  expect(await finance.api.consoleStatement.detail({ enterpriseId, month })).toMatchObject(all)
  const programs = createIntegrationHelpers(mall)
  const program = await programs.key(lin)
  await programs.numbers()
  expect((await program.api.statements({ cursor: 'c0' })).dataList.filter((one) => one.month === month)).toMatchObject([all])
  expect(await program.api.statement({ month })).toMatchObject(all)

  const { total, repaid, toWallet, reduced, disputed, owed } = amounts
  const cells = [total, repaid, toWallet, reduced, 0, disputed, owed].map((amount) => formatYuan(amount as Fen))
  const own = Buffer.from((await lin.api.exports.statements({ format: 'csv' })).bytes).toString('utf8')
  expect(own).toContain(`${month},异议处理中,${cells.join(',')},500.00`)
  const ofAll = await finance.api.consoleStatement.export({ enterpriseId, format: 'csv' })
  expect(Buffer.from(ofAll.bytes).toString('utf8')).toContain(`${month},异议处理中,${cells.join(',')},500.00`)
  const { bytes } = await lin.api.documents.statement({ month, format: 'xlsx' })
  const [heads, row] = await readSheet(Buffer.from(bytes), '账单')
  const value = (title: string) => row?.[heads?.indexOf(title) ?? -1]
  expect(['账单金额', '已还本金', '已冲减', '异议中未还', '待还本金', '异议中已还'].map(value)).toEqual([1122.64, 500, 30, 592.64, 0, 500])
  const pdf = parsePdfTextByPage(Buffer.from((await lin.api.documents.statement({ month, format: 'pdf' })).bytes)).join('')
  const printed = [repaid, reduced, disputed, owed].map((amount) => formatMoney(amount as Fen)).join('')
  expect(pdf).toContain(`已还本金已冲减异议中未还待还本金${printed}`)
  expect(pdf).toContain('已还本金中有 ¥500.00 在异议处理中')
})
