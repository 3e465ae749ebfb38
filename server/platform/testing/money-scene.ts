import { randomUUID } from 'node:crypto'
import { createWaiverOrWriteOffRequest, decideWaiverOrWriteOffRequest } from '#server/billing/receivables/finance-requests.ts'
import { applyCreditLimitChange } from '#server/money/credit/public.ts'
import { updateInterestRateAndAutopay } from '#server/money/statements/public.ts'
import { createAcceptanceHelpers } from './acceptances.ts'
import { createDebtHelpers } from './debts.ts'
import { createInvoiceHelpers } from './invoices.ts'
import { type Buyer, type Mall, TEST_USER_PAYMENT_PASSWORD, yuanTextToFen } from './mall.ts'
import { createTransferHelpers } from './transfers.ts'

/** Plays two months of one company in which every kind of document about money occurs, and returns it; with `group` as the parent of one. The mall is opened early in a month. */
export async function createMoneyTestData(mall: Mall, { group = false } = {}): Promise<Buyer> {
  const { buys, receives, dawns, jobs } = createDebtHelpers(mall)
  const back = await createInvoiceHelpers(mall)
  const bank = createTransferHelpers(mall)
  const finance = await mall.staff('finance')
  const lin = await mall.buyer('林', { credit: '50000', wallet: '5000' })
  const { enterpriseId } = lin
  const limit = {
    enterpriseId,
    kind: 'temp',
    limitFen: yuanTextToFen('8000'),
    endDay: '2027-03-01',
    reason: '旺季',
    staffId: null,
  } as const
  await mall.runInTransaction((tx) => applyCreditLimitChange(tx, mall.moment(), limit))
  if (group) await finance.api.consoleCompanyGroup.create({ enterpriseId, name: '林业集团' })
  await mall.runInTransaction((tx) => updateInterestRateAndAutopay(tx, mall.moment(), enterpriseId, { dailyRate: 4 }))
  // November: goods on credit, some of which are returned before and after an early repayment; an order by wallet, and one by bank.
  const ordered = await back.sent(lin, [{ price: '300.00', units: 4 }], 'credit')
  await back.returns(ordered, [[1, 'sent', 1]])
  await lin.api.statement.repayByWallet({ amount: yuanTextToFen('900'), payPwd: TEST_USER_PAYMENT_PASSWORD })
  await back.returns(ordered, [[1, 'sent', 1]])
  const late = await back.sent(lin, [{ price: '100.00', units: 9 }], 'credit')
  await buys(lin, '700.00')
  const paid = await back.sent(lin, [{ price: '600.00', units: 2 }], 'wallet')
  await back.returns(paid, [[1, 'sent', 1]])
  const { paymentId } = await bank.orders(lin)
  const voucherId = await bank.proves(lin, paymentId)
  await finance.api.consoleVoucher.approve({
    enterpriseId,
    id: voucherId,
    amount: yuanTextToFen('600'),
    lineId: await bank.arrives(yuanTextToFen('600')),
  })
  await dawns('2026-12-03')
  await jobs()
  const disputed = { month: '2026-11', id: (await lin.api.statement.detail({ month: '2026-11' })).lines[2]?.id ?? '' }
  await lin.api.statement.dispute({ ...disputed, reason: '不符' })
  await finance.api.consoleStatement.decideDispute({ enterpriseId, ...disputed, forBuyer: true, opinion: '已核对' })
  await dawns('2026-12-15')
  await jobs()
  await back.refunds(late, [[1, 'sent', 1]])
  await receives(enterpriseId, yuanTextToFen('200'), { valueDay: '2026-12-13' })
  // Bills: two are bought by a bank, one of which bounces, one that covers bounces, one is honoured late by two people, one is taken, one is not decided yet.
  const bills = createAcceptanceHelpers(mall)
  const paper = { amountFen: yuanTextToFen('50'), maturityDay: '2027-12-31' }
  const bought = await bills.submits(lin, paper)
  await bills.takes(bought)
  mall.clock.forward(60_000)
  await bills.pays(bought, 'discount', {
    broughtFen: yuanTextToFen('49'),
    discountFen: yuanTextToFen('0.80'),
    feeFen: yuanTextToFen('0.20'),
  })
  const kept = await bills.submits(lin, { ...paper, amountFen: yuanTextToFen('12') })
  await bills.takes(kept)
  mall.clock.forward(60_000)
  await bills.pays(kept, 'discount', { broughtFen: yuanTextToFen('11.90'), feeFen: yuanTextToFen('0.10') })
  const bouncing = await bills.submits(lin, { ...paper, acceptorKind: 'commercial' })
  await bills.takes(bouncing)
  const due = await bills.submits(lin, { ...paper, maturityDay: '2026-12-15' })
  await bills.takes(due)
  await bills.takes(await bills.submits(lin, { amountFen: yuanTextToFen('15'), maturityDay: '2027-12-31' }))
  await bills.submits(lin, { amountFen: yuanTextToFen('20'), maturityDay: '2027-12-31' })
  const staffId = randomUUID()
  await dawns('2026-12-17')
  await jobs()
  await bills.bounces(bouncing)
  mall.clock.forward(1_000)
  await bills.bounces(bought)
  mall.clock.forward(1_000)
  await bills.recourses(bought)
  mall.clock.forward(1_000)
  await bills.paysByTwo(due, { valueDay: '2026-12-16', feeFen: yuanTextToFen('0.10') })
  const honoured = await bills.submits(lin, { amountFen: yuanTextToFen('30'), maturityDay: '2026-12-17' })
  await bills.takes(honoured)
  mall.clock.forward(1_000)
  await bills.pays(honoured, 'honour', { broughtFen: yuanTextToFen('30') })
  await dawns('2026-12-18')
  await jobs()
  for (const [month, amount] of [
    ['2026-11', '30'],
    [null, '0.10'],
  ] as const) {
    const request = { enterpriseId, month, amountFen: yuanTextToFen(amount), reason: '协商', staffId }
    const id = await mall.runInTransaction((tx) => createWaiverOrWriteOffRequest(tx, mall.moment(), request))
    await mall.runInTransaction((tx) =>
      decideWaiverOrWriteOffRequest(tx, mall.moment(), { enterpriseId, id, approve: true, staffId: randomUUID() }),
    )
  }
  return lin
}
