import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { acceptanceBillLifecycle } from '#contract/money/statements/acceptance-lifecycle.ts'
import { addDays, addMonths, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { closeMonthsAndChargeInterest } from '#server/billing/receivables/public.ts'
import { createDebtHelpers } from '#server/platform/testing/debts.ts'
import { type Buyer, openMall, TEST_USER_PAYMENT_PASSWORD, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { insertPictureRow } from '#server/platform/testing/pictures.ts'
import { createSettingsHelpers } from '#server/platform/testing/settings.ts'
import { createTransferHelpers } from '#server/platform/testing/transfers.ts'

const mall = await openMall({ now: new Date('2026-11-18T06:00:00Z') })
const { draws, dawns, balances } = createDebtHelpers(mall)
const { arrives } = createTransferHelpers(mall)
const { submitAcceptance } = contract.statement
const finance = await mall.staff('finance')

let last = '2026-07'
/** A company that owes 1,200 of a month and 300 of the next, on the 5th of the next. Each has months of its own. */
async function owes(wallet = '1') {
  const month = addMonths(last, 3)
  const next = addMonths(month, 1)
  last = month
  await dawns(`${month}-18`)
  const lin = await mall.buyer('林', { credit: '50000', wallet })
  await draws(lin.enterpriseId, yuanTextToFen('1200'))
  await dawns(`${next}-02`)
  await draws(lin.enterpriseId, yuanTextToFen('300'))
  await dawns(`${next}-05`)
  await closeMonthsAndChargeInterest(mall.db, mall.moment())
  return { lin }
}

type Verb = 'accept' | 'reject' | 'bounce' | 'honour' | 'discount'
const press = async (verb: Verb, enterpriseId: string, id: string, lineId: string = randomUUID()) => {
  const given: Record<Verb, object> = {
    accept: { quotedRateBp: 1_000 },
    reject: { opinion: '不符' },
    bounce: { opinion: '空头' },
    honour: { lineId, fee: 0 },
    discount: { lineId, fee: 0, discount: 1 },
  }
  return finance.post(contract.consoleAcceptance[verb].path, { enterpriseId, id, ...given[verb] })
}
let number = 0
const bill = async (lin: Buyer, amount = '100', maturityDay = '2040-05-05') => ({
  billNo: `5302651000018-${++number}`,
  acceptorKind: 'bank' as const,
  acceptor: '某某银行',
  amount: yuanTextToFen(amount),
  maturityDay,
  fileId: await insertPictureRow(mall, lin, 'acceptance'),
})

test('follows the transitions of its lifecycle only', async () => {
  const { lin } = await owes()
  const { enterpriseId } = lin
  const after = { accept: 'ACCEPTED', reject: 'REJECTED', bounce: 'BOUNCED', honour: 'HONOURED', discount: 'DISCOUNTED' } as const
  const fits: Record<Verb, readonly Verb[]> = {
    accept: ['accept', 'reject'],
    reject: ['accept', 'reject'],
    honour: ['honour', 'discount', 'bounce'],
    discount: ['honour', 'discount', 'bounce'],
    bounce: ['honour', 'discount', 'bounce'],
  }
  const today = toShanghaiDay(mall.clock.now)
  const ends: readonly (readonly [path: readonly Verb[], maturityDay: string])[] = [
    [['reject'], '2040-05-05'],
    [['accept', 'bounce'], '2040-05-05'],
    [['accept', 'discount', 'bounce'], '2040-05-05'],
    [['accept', 'honour'], today],
  ]
  for (const [path, maturityDay] of ends) {
    const { id } = await lin.api.statement.submitAcceptance(await bill(lin, '100', maturityDay))
    for (const [step, verb] of path.entries()) {
      // What the bank has kept is what the line lacks.
      const lineId = await arrives(yuanTextToFen(verb === 'discount' ? '99' : '100'))
      for (const wrong of Object.keys(after) as Verb[]) {
        const bought = path[step - 1] === 'discount' && wrong !== 'bounce'
        if (!fits[verb].includes(wrong) || bought)
          expect(await press(wrong, enterpriseId, id, lineId)).toMatchObject({ code: 409, reason: 'ACCEPTANCE_STATE' })
      }
      expect(await press(verb, enterpriseId, id, lineId)).toMatchObject({ code: 200 })
      // Who was faster is said, and which step it was.
      expect(await press('accept', enterpriseId, id, lineId)).toMatchObject({
        reason: 'ACCEPTANCE_STATE',
        msg: expect.stringMatching(new RegExp(`^finance 已于 \\d\\d:\\d\\d ${acceptanceBillLifecycle.verbs[verb].label}`)),
      })
      expect((await lin.api.statement.acceptances({})).dataList[0]).toMatchObject({ id, state: after[verb] })
      mall.clock.forward(1_000)
    }
    const unused = await arrives(yuanTextToFen('100'))
    for (const verb of Object.keys(after) as Verb[]) expect(await press(verb, enterpriseId, id, unused)).toMatchObject({ code: 409 })
  }
  expect((await balances(lin)).drawn).toBe(150_000 - 10_000)
  expect(await press('accept', enterpriseId, randomUUID())).toMatchObject({ code: 404, reason: 'ACCEPTANCE_NOT_FOUND' })
  expect((await finance.api.consoleAcceptance.list({ state: 'BOUNCED' })).dataList.length).toBeGreaterThan(0)
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('is accepted, discounted and bounced once each with eight concurrent requests', async () => {
  const { lin } = await owes()
  const { enterpriseId } = lin
  const { id } = await lin.api.statement.submitAcceptance(await bill(lin, '1300'))
  const lineId = await arrives(yuanTextToFen('1299'))
  const whole = await arrives(yuanTextToFen('1300'))
  for (const [verb, drawn, freed] of [
    ['accept', 150_000, 130_000],
    ['discount', 20_000, 0],
    ['bounce', 150_000, 0],
  ] as const) {
    // A cost that the bank did not keep would leave money of the line for somebody else.
    if (verb === 'discount') expect(await press(verb, enterpriseId, id, whole)).toMatchObject({ code: 422, reason: 'ACCEPTANCE_COST' })
    const answers = await Promise.all(Array.from({ length: 8 }, () => press(verb, enterpriseId, id, lineId)))
    expect(answers.map(({ code }) => code).sort()).toEqual([200, ...Array(7).fill(409)])
    expect((await balances(lin)).drawn).toBe(drawn)
    expect((await lin.api.account.account({}))?.freedAmount).toBe(freed)
    mall.clock.forward(1_000)
  }
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('is honoured only by its own bank line of sufficient amount and valid day, or by two people', async () => {
  const { lin } = await owes()
  const { enterpriseId } = lin
  const today = toShanghaiDay(mall.clock.now)
  const later = await lin.api.statement.submitAcceptance(await bill(lin, '100'))
  const due = await lin.api.statement.submitAcceptance(await bill(lin, '100', today))
  for (const { id } of [later, due]) await finance.api.consoleAcceptance.accept({ enterpriseId, id, quotedRateBp: 1_000 })
  const lineId = await arrives(yuanTextToFen('99'))
  const { honour, discount, proposeHonour, decideHonour } = contract.consoleAcceptance
  const asks = (path: string, id: string, change: object) => finance.post(path, { enterpriseId, id, lineId, fee: 0, ...change })
  expect(await asks(honour.path, later.id, { fee: 1 })).toMatchObject({ code: 422, reason: 'ACCEPTANCE_EARLY' })
  expect(await asks(discount.path, due.id, { discount: 1 })).toMatchObject({ code: 422, reason: 'ACCEPTANCE_LATE' })
  expect(await asks(honour.path, due.id, {})).toMatchObject({ reason: 'BANK_LINE_SHORT' })
  // 1 % at maturity and 10 % before are the most that one person may say.
  expect(await asks(honour.path, due.id, { fee: 1.01 })).toMatchObject({ reason: 'ACCEPTANCE_COST' })
  expect(await asks(discount.path, later.id, { fee: 1, discount: 9.01 })).toMatchObject({ reason: 'ACCEPTANCE_COST' })
  expect(await asks(honour.path, due.id, { lineId: randomUUID() })).toMatchObject({ reason: 'BANK_LINE_NOT_FOUND' })
  expect(await asks(honour.path, due.id, { fee: 1 })).toMatchObject({ code: 200 })
  // Two people may say that a bill was paid without a line: not before its maturity, not tomorrow, not the same person twice.
  const third = await lin.api.statement.submitAcceptance(await bill(lin, '100', today))
  await finance.api.consoleAcceptance.accept({ enterpriseId, id: third.id })
  const proposal = { enterpriseId, id: third.id, valueDay: today, fee: 5, reason: '同城交换' }
  expect(await finance.post(proposeHonour.path, { ...proposal, id: later.id })).toMatchObject({ reason: 'ACCEPTANCE_EARLY' })
  expect(await finance.post(proposeHonour.path, { ...proposal, valueDay: addDays(today, 1) })).toMatchObject({ reason: 'DAY_AHEAD' })
  expect(await finance.post(proposeHonour.path, { ...proposal, fee: 100 })).toMatchObject({ reason: 'ACCEPTANCE_COST' })
  const { id } = await finance.api.consoleAcceptance.proposeHonour({ ...proposal, fee: yuanTextToFen('5') })
  expect(await finance.post(proposeHonour.path, proposal)).toMatchObject({ reason: 'ACCEPTANCE_REQUESTED' })
  const decision = { enterpriseId, id, approve: true }
  expect(await finance.post(decideHonour.path, decision)).toMatchObject({ code: 409, reason: 'SECOND_PERSON_NEEDED' })
  mall.clock.forward(1_000)
  const other = await mall.staff('finance', 'support')
  await other.api.consoleAcceptance.decideHonour(decision)
  expect(await other.post(decideHonour.path, decision)).toMatchObject({
    reason: 'FINANCE_REQUEST_DECIDED',
    msg: expect.stringMatching(/ 已于 \d\d:\d\d 同意这项申请$/),
  })
  expect(await finance.api.consoleAcceptance.detail({ enterpriseId, id: third.id })).toMatchObject({
    state: 'HONOURED',
    months: [{ amount: 10_000 }],
    steps: [{ verb: 'accept' }, { verb: 'honour', staff: 'finance,support', received: 9_500, fee: 500, discount: 0, reference: null }],
    requests: [{ state: 'DONE', proposedBy: 'finance', decidedBy: 'finance,support', reason: '同城交换' }],
  })
  expect((await balances(lin)).drawn).toBe(150_000 - 20_000)
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('honoured without a bank line waits for a second person, in the queue and in a list of all enterprises', async () => {
  const { lin } = await owes()
  const { enterpriseId } = lin
  const today = toShanghaiDay(mall.clock.now)
  const waiting = async () => (await finance.api.consoleQueue.list({})).find(({ kind }) => kind === 'acceptanceRequest')
  expect(await waiting()).toMatchObject({ label: '待复核票据申请', count: 0, oldestAt: null })
  const one = await bill(lin, '100', today)
  const { id: billId } = await lin.api.statement.submitAcceptance(one)
  await finance.api.consoleAcceptance.accept({ enterpriseId, id: billId })
  const { id } = await finance.api.consoleAcceptance.proposeHonour({
    enterpriseId,
    id: billId,
    valueDay: today,
    fee: yuanTextToFen('1'),
    reason: '现金',
  })
  expect(await waiting()).toMatchObject({ count: 1, oldestAt: mall.clock.now })
  const wanted = {
    id,
    enterpriseId,
    billId,
    billNo: one.billNo,
    amount: 10_000,
    fee: 100,
    maturityDay: today,
    reason: '现金',
    proposedBy: 'finance',
  }
  expect((await finance.api.consoleAcceptance.requests({ state: 'WAIT' })).dataList).toEqual([
    expect.objectContaining({ ...wanted, own: true }),
  ])
  const other = await mall.staff('finance', 'support')
  expect((await other.api.consoleAcceptance.requests({ state: 'WAIT' })).dataList).toMatchObject([{ ...wanted, own: false }])
  mall.clock.forward(1_000)
  // His own he can only withdraw.
  await finance.api.consoleAcceptance.decideHonour({ enterpriseId, id, approve: false })
  expect([(await waiting())?.count, (await other.api.consoleAcceptance.requests({ state: 'WAIT' })).total]).toEqual([0, 0])
  expect((await other.api.consoleAcceptance.requests({ state: 'REFUSED' })).dataList).toMatchObject([{ id, decidedBy: 'finance' }])
})

test('frees the limit at acceptance or when honoured, by the setting for the kind of its acceptor', async () => {
  const { lin } = await owes()
  const { enterpriseId } = lin
  const { sets } = createSettingsHelpers(mall)
  const freed = async () => (await lin.api.account.account({}))?.freedAmount
  await sets('acceptance', { bankFreesAt: 'honour', commercialFreesAt: 'acceptance' })
  const bank = await lin.api.statement.submitAcceptance(await bill(lin))
  await finance.api.consoleAcceptance.accept({ enterpriseId, id: bank.id })
  expect(await freed()).toBe(0)
  const commercial = await lin.api.statement.submitAcceptance({ ...(await bill(lin, '200')), acceptorKind: 'commercial' })
  await finance.api.consoleAcceptance.accept({ enterpriseId, id: commercial.id })
  expect(await freed()).toBe(20_000)
  await sets('acceptance', { bankFreesAt: 'acceptance', commercialFreesAt: 'honour' })
  mall.clock.forward(1_000)
  expect(await press('bounce', enterpriseId, commercial.id)).toMatchObject({ code: 200 })
  expect(await freed()).toBe(0)
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('is checked at submission and acceptance: unique number, own picture, future maturity, at most the debt', async () => {
  const { lin } = await owes('2000')
  const chen = await mall.buyer('陈', { credit: '1000' })
  const one = await bill(lin, '1500')
  const wire = { ...one, amount: 1500 }
  const sends = (change: object, by: Buyer = lin) => by.post(submitAcceptance.path, { ...wire, ...change })
  expect(await sends({ amount: 1500.01 })).toMatchObject({ reason: 'MORE_THAN_OWED' })
  expect(await sends({ maturityDay: '2026-11-04' })).toMatchObject({ code: 422, reason: 'MATURITY_PAST' })
  expect(await sends({ fileId: await insertPictureRow(mall, chen, 'acceptance') })).toMatchObject({ code: 404, reason: 'FILE_NOT_FOUND' })
  expect(await sends({ fileId: await insertPictureRow(mall, lin, 'avatar') })).toMatchObject({ code: 404, reason: 'FILE_NOT_FOUND' })
  expect(await sends({ billNo: '票据一号' })).toMatchObject({ code: 400 })
  const { id } = await lin.api.statement.submitAcceptance(one)
  expect(await sends({ fileId: await insertPictureRow(mall, lin, 'acceptance') })).toMatchObject({ code: 409, reason: 'ACCEPTANCE_USED' })
  await lin.api.statement.repayByWallet({ amount: yuanTextToFen('0.01'), payPwd: TEST_USER_PAYMENT_PASSWORD })
  expect(await press('accept', lin.enterpriseId, id)).toMatchObject({ code: 422, reason: 'MORE_THAN_OWED' })
  expect((await lin.api.statement.acceptances({})).dataList).toMatchObject([{ id, state: 'WAIT' }])
  expect((await chen.api.statement.acceptances({})).total).toBe(0)
  expect(await press('accept', chen.enterpriseId, id)).toMatchObject({ code: 404 })
})

test('staff see the bills that wait the oldest first, and others the newest first', async () => {
  const { lin } = await owes()
  const ids: string[] = []
  for (const _ of [1, 2]) {
    ids.push((await lin.api.statement.submitAcceptance(await bill(lin))).id)
    mall.clock.forward(60_000)
  }
  const list = async (state?: 'WAIT' | 'REJECTED') => {
    const { dataList } = await finance.api.consoleAcceptance.list(state ? { state } : {})
    return dataList.map(({ id }) => id).filter((id) => ids.includes(id))
  }
  expect([await list('WAIT'), await list()]).toEqual([ids, ids.toReversed()])
  for (const id of ids) expect(await press('reject', lin.enterpriseId, id)).toMatchObject({ code: 200 })
  expect([await list('WAIT'), await list('REJECTED')]).toEqual([[], ids.toReversed()])
})
