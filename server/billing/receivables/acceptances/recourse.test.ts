import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { createAcceptanceHelpers } from '#server/platform/testing/acceptances.ts'
import { createDebtHelpers } from '#server/platform/testing/debts.ts'
import { openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { createTransferHelpers } from '#server/platform/testing/transfers.ts'

/** What a bank takes back, what discounting costs beyond the agreement, and bills whose cover has ended: each by two people, or for nothing. */
const mall = await openMall({ now: new Date('2027-01-05T02:00:00Z') })
const { draws, dawns, jobs } = createDebtHelpers(mall)
const { submits, takes, pays, bounces } = createAcceptanceHelpers(mall)
const { arrives } = createTransferHelpers(mall)
const [finance, other] = [await mall.staff('finance'), await mall.staff('finance', 'support')]
const { consoleAcceptance } = contract
const sound = async () => expect(await mall.findInvariantBreaches()).toEqual({})
const recourses = (enterpriseId: string) =>
  mall.db
    .selectFrom('ledger_transfer')
    .select(['amount_fen', 'value_day'])
    .where('enterprise_id', '=', enterpriseId)
    .where('kind', '=', 'acceptanceRecourse')
    .execute()

test('recourse of a bank on a discounted bill is posted for the bank day after two people agree, and is final', async () => {
  const lin = await mall.buyer('林', { credit: '10000' })
  const { enterpriseId } = lin
  await dawns('2027-01-15')
  await draws(enterpriseId, yuanTextToFen('3000'))
  await dawns('2027-02-05')
  await jobs()
  const bill = await submits(lin, { amountFen: yuanTextToFen('2000'), maturityDay: '2027-03-01' })
  await takes(bill)
  await dawns('2027-02-06')
  await pays(bill, 'discount', { broughtFen: yuanTextToFen('1990'), discountFen: yuanTextToFen('10') })
  const wanted = { ...bill, valueDay: '2027-03-02', reason: '银行来函扣回' }
  expect(await finance.post(consoleAcceptance.proposeRecourse.path, wanted)).toMatchObject({ reason: 'ACCEPTANCE_STATE' })
  await dawns('2027-03-03')
  await jobs()
  await bounces(bill)
  // The debt is owed again at once. The buyer is done with the bill; the money of the bank is not.
  expect((await lin.api.statement.acceptances({})).dataList).toMatchObject([{ state: 'BOUNCED', label: '已退票' }])
  expect((await finance.api.consoleAcceptance.list({ state: 'RECOURSE' })).dataList).toMatchObject([{ id: bill.id, label: '待付追索款' }])
  expect(await recourses(enterpriseId)).toEqual([])
  await sound()
  const asks = (change: object) => finance.post(consoleAcceptance.proposeRecourse.path, { ...wanted, ...change })
  expect(await asks({ valueDay: '2027-03-04' })).toMatchObject({ reason: 'DAY_AHEAD' })
  expect(await asks({ valueDay: '2027-02-05' })).toMatchObject({
    reason: 'ACCEPTANCE_EARLY',
    msg: expect.stringContaining('扣款日 2027-02-05 早于贴现到账日'),
  })
  const { id } = await finance.api.consoleAcceptance.proposeRecourse(wanted)
  const decision = { enterpriseId, id, approve: true }
  expect(await finance.post(consoleAcceptance.decideHonour.path, decision)).toMatchObject({ reason: 'SECOND_PERSON_NEEDED' })
  mall.clock.forward(1_000)
  expect((await other.api.consoleAcceptance.requests({ state: 'WAIT' })).dataList).toMatchObject([
    { id, kind: 'recourse', kindLabel: '付追索款', own: false },
  ])
  await other.api.consoleAcceptance.decideHonour(decision)
  expect(await recourses(enterpriseId)).toEqual([{ amount_fen: 200_000, value_day: '2027-03-02' }])
  const ended = await finance.api.consoleAcceptance.detail(bill)
  expect(ended).toMatchObject({ state: 'BOUNCED', requests: [{ state: 'DONE', proposedBy: 'finance', decidedBy: 'finance,support' }] })
  expect(ended.steps.map(({ verb, valueDay }) => [verb, valueDay])).toEqual([
    ['accept', '2027-02-05'],
    ['discount', '2027-02-06'],
    ['bounce', '2027-03-03'],
    ['recourse', '2027-03-02'],
  ])
  expect(await asks({})).toMatchObject({ reason: 'ACCEPTANCE_STATE' })
  expect(
    (await finance.api.consoleJournal.bankJournal({ pageNo: 1 })).dataList.filter(({ title }) => title.includes('追索')),
  ).toMatchObject([{ valueDay: '2027-03-02' }])
  await sound()
})

test('a discount costs at most the rate agreed at acceptance; a higher cost or no agreement needs two people', async () => {
  const wu = await mall.buyer('吴', { credit: '10000' })
  const { enterpriseId } = wu
  await draws(enterpriseId, yuanTextToFen('6000'))
  await dawns('2027-04-05')
  await jobs()
  const today = toShanghaiDay(mall.clock.now)
  const submitted = async (quotedRateBp?: number) => {
    const bill = await submits(wu, { amountFen: yuanTextToFen('1000'), maturityDay: addDays(today, 90) })
    await finance.api.consoleAcceptance.accept(quotedRateBp === undefined ? bill : { ...bill, quotedRateBp })
    return bill
  }
  // 3.60 % a year: ninety days of 1,000.00 are 9.00.
  const agreed = await submitted(360)
  expect((await finance.api.consoleAcceptance.detail(agreed)).quotedRateBp).toBe(360)
  mall.clock.forward(1_000)
  const dear = await arrives(yuanTextToFen('990.99'))
  const asks = (bill: typeof agreed, lineId: string, discount: number) =>
    finance.post(consoleAcceptance.discount.path, { ...bill, lineId, fee: 0, discount })
  const refused = await asks(agreed, dear, 9.01)
  expect(refused).toMatchObject({ reason: 'ACCEPTANCE_COST', msg: expect.stringContaining('按约定的年贴现率 3.60% 计 ¥9.00') })
  const { id } = await finance.api.consoleAcceptance.proposeDiscount({
    ...agreed,
    lineId: dear,
    fee: yuanTextToFen('0'),
    discount: yuanTextToFen('9.01'),
    reason: '市场利率上升',
  })
  mall.clock.forward(1_000)
  const younger = await submitted(360)
  const { id: laterId } = await finance.api.consoleAcceptance.proposeDiscount({
    ...younger,
    lineId: await arrives(yuanTextToFen('980')),
    fee: yuanTextToFen('0'),
    discount: yuanTextToFen('20'),
    reason: '市场利率上升',
  })
  mall.clock.forward(1_000)
  const waiting = (await other.api.consoleAcceptance.requests({ state: 'WAIT' })).dataList
  expect(
    waiting.map((request) => request.id),
    'the oldest first',
  ).toEqual([id, laterId])
  await finance.api.consoleAcceptance.decideHonour({ enterpriseId, id: laterId, approve: false })
  await other.api.consoleAcceptance.decideHonour({ enterpriseId, id, approve: true })
  expect(await finance.api.consoleAcceptance.detail(agreed)).toMatchObject({
    state: 'DISCOUNTED',
    steps: [{ verb: 'accept' }, { verb: 'discount', received: 99_099, discount: 901, reference: expect.any(String) }],
    requests: [{ kind: 'discount', kindLabel: '超约定贴现', discount: 901, decidedBy: 'finance,support' }],
  })
  const second = await submitted(360)
  mall.clock.forward(1_000)
  expect(await asks(second, await arrives(yuanTextToFen('991')), 9)).toMatchObject({ code: 200 })
  // Nothing was agreed.
  const open = await submitted()
  mall.clock.forward(1_000)
  const one = await arrives(yuanTextToFen('999.99'))
  expect(await asks(open, one, 0.01)).toMatchObject({ reason: 'ACCEPTANCE_COST', msg: expect.stringContaining('接收时没有约定贴现率') })
  expect(await asks(open, await arrives(yuanTextToFen('1000')), 0)).toMatchObject({ code: 200 })
  await sound()
})

test('a bill with an ended cover no longer covers interest, so the next bill covers less principal', async () => {
  const chen = await mall.buyer('陈', { credit: '10000' })
  const { enterpriseId } = chen
  await dawns('2027-05-15')
  await draws(enterpriseId, yuanTextToFen('1000'))
  await dawns('2027-07-11')
  await jobs()
  // 1,000.00 of May, due on the 10th of June: 0.50 a day from the 11th, 15.00 by the 11th of July. A bill of 15.00 is for the interest and covers nothing.
  const first = await submits(chen, { amountFen: yuanTextToFen('15'), maturityDay: '2027-07-12' })
  await takes(first)
  expect((await finance.api.consoleAcceptance.detail(first)).covered).toBe(0)
  await dawns('2027-07-15')
  await jobs()
  const covers = async () => {
    const bill = await submits(chen, { amountFen: yuanTextToFen('100'), maturityDay: '2027-09-01' })
    await takes(bill)
    return (await finance.api.consoleAcceptance.detail(bill)).covered
  }
  // On the 15th, its last day, it is still for 15.00 of the 17.00 of interest.
  expect(await covers()).toBe(yuanTextToFen('98'))
  await dawns('2027-07-16')
  await jobs()
  const { interest } = await chen.api.statement.owed({})
  // From the 16th on it is for nothing: all interest comes before what the next bill covers, less what the second bill is for.
  expect(await covers()).toBe(10_000 - (interest - 200))
  await sound()
})
