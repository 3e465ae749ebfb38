import { readSheet } from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { type Fen, sum } from '#contract/platform/core/money.ts'
import { createDebtHelpers } from '#server/platform/testing/debts.ts'
import { createIntegrationHelpers } from '#server/platform/testing/integration.ts'
import { openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { parsePdfTextByPage } from '#server/platform/testing/pdf-text.ts'
import { expectStatementSumsMatchLines } from '#server/platform/testing/statement-sums.ts'

const mall = await openMall({ now: new Date('2026-08-18T06:00:00Z') })
const { buys, receives, comesBack, dawns, jobs, balances } = createDebtHelpers(mall)
const [finance, second] = [await mall.staff('finance'), await mall.staff('finance', 'support')]
const [A, B] = ['2026-08', '2026-09']

/**
 * Two months of one company. Of August 2,400.00 were drawn, 1,500.00 repaid early, 200.00 returned within it (100.00 of that had been repaid) and
 * 50.00 after it; both are late, and interest is paid, waived and written off with a part of September.
 */
async function lives() {
  const lin = await mall.buyer('林', { credit: '50000' })
  const { enterpriseId } = lin
  const first = await buys(lin, '1000.00', { returnable: ['50.00'] })
  const returned = await buys(lin, '600.00', { returnable: ['200.00'] })
  await receives(enterpriseId, yuanTextToFen('1500'))
  await comesBack(lin, returned.orderNo, '200.00')
  await dawns('2026-08-25')
  const third = await buys(lin, '800.00', { returnable: ['100.00'] })
  await dawns('2026-09-05')
  await jobs()
  await buys(lin, '1000.00')
  await dawns('2026-09-21')
  await jobs()
  await comesBack(lin, first.orderNo, '50.00')
  await receives(enterpriseId, yuanTextToFen('1.50'))
  await dawns('2026-10-25')
  await jobs()
  const decides = async (id: string) => {
    await second.api.consoleFinanceRequest.decide({ enterpriseId, id, approve: true })
    mall.clock.forward(1_000)
  }
  const waiver = await finance.api.consoleFinanceRequest.proposeWaiver({ enterpriseId, amount: yuanTextToFen('1'), reason: '协商' })
  await decides(waiver.id)
  const debt = { enterpriseId, month: B, amount: yuanTextToFen('400'), interest: yuanTextToFen('0.30'), reason: '失联' }
  const writeOff = await finance.api.consoleFinanceRequest.proposeWriteOff(debt)
  await decides(writeOff.id)
  const before = await balances(lin)
  // The claim, then all interest, then 750.00 of August; the rest pays September.
  await receives(enterpriseId, yuanTextToFen('1200'))
  mall.clock.forward(1_000)
  await comesBack(lin, third.orderNo, '100.00')
  return { lin, enterpriseId, orderNos: [first, returned, third].map(({ orderNo }) => orderNo), writeOff, unpaidFen: before.interest ?? 0 }
}
const { lin, enterpriseId, orderNos, writeOff, unpaidFen } = await lives()

test('repaid, offset and written-off money stand apart, principal and interest, and every sum ties to entries', async () => {
  const august = expectStatementSumsMatchLines(await lin.api.statement.detail({ month: A }))
  expect(august).toMatchObject({
    drawn: 240_000,
    monthOffset: { toDebt: 10_000, toWallet: 10_000 },
    total: 220_000,
    repaid: 225_000,
    toWallet: 10_000,
    offset: 5_000,
    laterOffset: { toDebt: 5_000, toWallet: 10_000 },
    writtenOffPrincipal: 0,
    owed: 0,
    interestWaived: 100,
    interestWrittenOff: 0,
    interestUnpaid: 0,
  })
  expect(august.entries.map(({ label, amount, toWallet, orderNo }) => [label, amount, toWallet, orderNo])).toEqual([
    ['转账还款', 150_000, 0, null],
    ['当月退款', 10_000, 10_000, orderNos[1]],
    ['退款冲减', 5_000, 0, orderNos[0]],
    ['转账还款', 75_000, 0, null],
    ['退款冲减', 0, 10_000, orderNos[2]],
  ])
  const september = expectStatementSumsMatchLines(await lin.api.statement.detail({ month: B }))
  const more = { writtenOffPrincipal: 40_000, writtenOffInterest: 30, writtenOff: 40_030, interestWrittenOff: 30, recovered: 40_030 }
  expect(september).toMatchObject({ total: 100_000, offset: 0, interestWaived: 0, ...more, toRecover: 0 })
  expect(september.claimEntries).toMatchObject([{ label: '收回', amount: 40_030 }])
  expect(september.interestEntries.map(({ kind, amount, document }) => [kind, amount, document])).toEqual([
    ['writeOff', 30, writeOff.id],
    ['repay', september.interest - 30, september.entries.at(-1)?.document],
  ])
  // Of both months together it is what the ledger says: 1.50 and what was unpaid before the last repayment.
  expect(sum([august.interestPaid, september.interestPaid])).toBe(150 + unpaidFen)
  expect(august.interestEntries.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['repay', 150],
    ['waive', 100],
    ['repay', august.interest - 250],
  ])
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('staff, programs, PDF and workbook show the same parts', async () => {
  const own = await lin.api.statement.detail({ month: A })
  expect(await finance.api.consoleStatement.detail({ enterpriseId, month: A })).toEqual(own)
  const programs = createIntegrationHelpers(mall)
  const program = await programs.key(lin)
  const { lines: _, ...head } = own
  expect(expectStatementSumsMatchLines(await program.api.statement({ month: A }))).toEqual(head)

  const { bytes } = await lin.api.documents.statement({ month: A, format: 'xlsx' })
  const [heads, row] = await readSheet(Buffer.from(bytes), '账单')
  const value = (title: string) => row?.[heads?.indexOf(title) ?? -1]
  const titles = ['本月赊销', '当月退款', '账单金额', '已还本金', '退回钱包', '已冲减', '已核销本金', '待还本金', '出账后退回钱包']
  expect(titles.map(value)).toEqual([2400, 200, 2200, 2250, 100, 50, 0, 0, 100])
  expect(['逾期利息', '已还利息', '已减免利息', '未付利息'].map(value)).toEqual(
    [own.interest, own.interestPaid, 100, 0].map((amount) => amount / 100),
  )
  const entries = (await readSheet(Buffer.from(bytes), '还款与冲减')).slice(1)
  expect(entries.map(([, , label, , orderNo, destination, amount, toWallet]) => [label, orderNo, destination, amount, toWallet])).toEqual([
    ['转账还款', null, '归还本金', 1500, 0],
    ['当月退款', orderNos[1], '冲减欠款、退回钱包', 100, 100],
    ['退款冲减', orderNos[0], '冲减欠款', 50, 0],
    ['转账还款', null, '归还本金', 750, 0],
    ['退款冲减', orderNos[2], '退回钱包', 0, 100],
  ])
  const settled = (await readSheet(Buffer.from(bytes), '利息结清')).slice(1)
  expect(settled.map(([, , label]) => label)).toEqual(['转账付息', '利息减免', '转账付息'])

  const pdf = parsePdfTextByPage(Buffer.from((await lin.api.documents.statement({ month: A, format: 'pdf' })).bytes)).join('')
  for (const text of [
    '已还本金退回钱包已冲减异议中未还待还本金¥2,250.00¥100.00¥50.00¥0.00¥0.00',
    '当月退款合计¥100.00¥100.00',
    '已还本金合计¥2,250.00¥0.00',
    '已冲减合计¥50.00¥100.00',
    '明细已冲减合计 ¥350.00：当月退款 ¥200.00（冲减欠款 ¥100.00，退回钱包 ¥100.00）',
    '利息减免',
  ])
    expect(pdf).toContain(text)
})

test('a statement with unpaid interest says in capitals what is owed with it', async () => {
  await dawns('2026-11-20')
  await jobs()
  const { owed, interest, interestUnpaid } = expectStatementSumsMatchLines(await lin.api.statement.detail({ month: B }))
  expect(owed).toBeGreaterThan(0)
  expect([interestUnpaid > 0, interest > interestUnpaid]).toEqual([true, true])
  const pdf = parsePdfTextByPage(Buffer.from((await lin.api.documents.statement({ month: B, format: 'pdf' })).bytes)).join('')
  expect(pdf).toContain('待还本金与未付利息（大写）')
  const balance = await balances(lin)
  expect(interestUnpaid).toBe(balance.interest as Fen)
})
