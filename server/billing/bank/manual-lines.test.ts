import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { createDebtHelpers } from '#server/platform/testing/debts.ts'
import { runTwoCallsInLockOrder } from '#server/platform/testing/lock-order.ts'
import { type Buyer, ONE_DAY_MS, openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { createSettingsHelpers } from '#server/platform/testing/settings.ts'
import type { TestUser } from '#server/platform/testing/test-user.ts'
import { createTransferHelpers } from '#server/platform/testing/transfers.ts'
import { notifyStaffOfUnconfirmedBankLines } from './public.ts'

const mall = await openMall()
const bank = createTransferHelpers(mall)
const debts = createDebtHelpers(mall)
const finance = await mall.staff('finance')
const second = await mall.staff('finance', 'reviewer')
const { recordTopUp } = contract.consoleWallet
const { record } = contract.consoleBank

const balance = async (buyer: Buyer) => (await buyer.api.wallet.overview({})).balance
const today = () => toShanghaiDay(mall.clock.now)
let typed = 0
const reference = () => `SPLIT${String(++typed).padStart(4, '0')}`
const topsUp = (person: TestUser, { enterpriseId }: Buyer, amount: number, bankReference = reference()) =>
  person.post(recordTopUp.path, { enterpriseId, amount, bankReference })
const codes = (answers: readonly { code: number }[]) => answers.map(({ code }) => code).sort()
/** Types a line; the day is so many days ago. */
const types = async (person: TestUser, amount: string, daysAgo = 0, number = reference()) =>
  (
    await person.api.consoleBank.record({
      reference: number,
      day: addDays(today(), -daysAgo),
      amount: yuanTextToFen(amount),
      payerName: '林',
    })
  ).lineId
const uses = (person: TestUser, lineId: string, { enterpriseId }: Buyer, amount: string) =>
  person.post(contract.consoleBank.assign.path, {
    lineId,
    rest: Number(amount),
    parts: [{ to: 'wallet', enterpriseId, amount: Number(amount) }],
  })
const nextDay = async () => {
  mall.clock.forward(ONE_DAY_MS)
  await mall.renew()
}

describe('money that one person records without a bank statement', () => {
  // S5
  test('is accepted up to ¥50,000.00 a day: one of eight such parts', async () => {
    await nextDay()
    const lin = await mall.buyer('林')
    const answers = []
    for (let at = 0; at < 8; at++) answers.push(await topsUp(finance, lin, 50_000))
    expect(codes(answers)).toEqual([200, ...Array(7).fill(409)])
    expect(answers[1]).toMatchObject({ reason: 'SECOND_PERSON_NEEDED', msg: expect.stringContaining('合计将达 ¥100,000.00') })
    expect(await balance(lin)).toBe(yuanTextToFen('50000'))
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('stays below the daily sum when eight parts are recorded concurrently as top-ups and assignments', async () => {
    await nextDay()
    const lin = await mall.buyer('林')
    const lines = await Promise.all(Array.from({ length: 4 }, () => types(finance, '50000')))
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => topsUp(finance, lin, 50_000)),
      ...lines.map((lineId) => uses(finance, lineId, lin, '50000')),
    ])
    expect(codes(answers)).toEqual([200, ...Array(7).fill(409)])
    expect(await balance(lin)).toBe(yuanTextToFen('50000'))
  })

  test('is summed per person over all enterprises and per enterprise over all persons', async () => {
    await nextDay()
    const [lin, chen, wang] = [await mall.buyer('林'), await mall.buyer('陈'), await mall.buyer('王')]
    expect(codes([await topsUp(finance, lin, 30_000), await topsUp(finance, chen, 20_000), await topsUp(finance, wang, 0.01)])).toEqual([
      ...[200, 200, 409],
    ])
    expect((await topsUp(second, wang, 20_000)).code).toBe(200)
    expect(await topsUp(second, lin, 20_000.01)).toMatchObject({ code: 409, msg: expect.stringContaining('该企业今日') })
    expect((await topsUp(second, lin, 20_000)).code).toBe(200)
    await nextDay()
    expect((await topsUp(finance, lin, 50_000)).code).toBe(200)
  })

  test('includes vouchers, which then wait for a second person', async () => {
    await nextDay()
    const lin = await mall.buyer('林')
    const approves = async (person: TestUser, ref: { enterpriseId: string; id: string }, line?: object) =>
      (await person.post(contract.consoleVoucher.approve.path, { ...ref, amount: 30_000, ...(line ? { line } : {}) })).data
    const made = [await bank.orders(lin, '30000.00'), await bank.orders(lin, '30000.00')]
    const refs = []
    for (const { paymentId } of made) refs.push({ enterpriseId: lin.enterpriseId, id: await bank.proves(lin, paymentId) })
    const [one, two] = refs as [(typeof refs)[0], (typeof refs)[0]]
    const line = () => ({ reference: reference(), day: today(), amount: 30_000, payerName: '林' })
    expect(await approves(finance, one, line())).toEqual({ done: true })
    expect(await approves(finance, two, line())).toEqual({ done: false })
    expect((await lin.api.order.detail({ orderNo: made[1]?.orderNo ?? '' })).state).toBe('WAIT_PAY')
    expect(await approves(second, two)).toEqual({ done: true })
  })

  test('no longer counts once a bank statement confirms it or another person assigns it', async () => {
    await nextDay()
    const lin = await mall.buyer('林')
    const number = reference()
    expect((await topsUp(finance, lin, 50_000, number)).code).toBe(200)
    expect((await topsUp(finance, lin, 10)).code).toBe(409)
    await bank.arrives(yuanTextToFen('50000'), { reference: number })
    expect((await topsUp(finance, lin, 50_000)).code).toBe(200)
    expect((await uses(second, await types(finance, '90000'), lin, '90000')).code).toBe(200)
    expect((await topsUp(second, await mall.buyer('陈'), 50_000)).code).toBe(200)
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('also counts when it is returned to the payer', async () => {
    await nextDay()
    const back = async () => {
      const lineId = await types(finance, '40000')
      const given = { lineId, rest: 40_000, amount: 40_000, reference: reference(), reason: '多付' }
      return (await finance.post(contract.consoleBank.giveBack.path, given)).code
    }
    expect([await back(), await back()]).toEqual([200, 409])
  })
})

describe('typed bank lines without confirmation by a statement', () => {
  test('are listed oldest first with their author until a statement confirms them or they are voided', async () => {
    await nextDay()
    const before = (await finance.api.consoleBank.lines({ unconfirmed: true })).total
    const [number, other] = [reference(), reference()]
    const first = await types(finance, '7', 0, number)
    mall.clock.forward(1_000)
    const last = await types(second, '8', 0, other)
    const listed = (await finance.api.consoleBank.lines({ unconfirmed: true, pageSize: 100 })).dataList
    expect(listed.slice(-2).map(({ id, typedBy }) => [id, typedBy])).toEqual([
      [first, 'finance'],
      [last, 'finance,reviewer'],
    ])
    const card = (await finance.api.consoleQueue.list({})).find(({ kind }) => kind === 'typedLine')
    expect(card).toMatchObject({ count: before + 2, oldestAt: listed[0]?.at })
    await bank.arrives(yuanTextToFen('7'), { reference: number })
    await finance.api.consoleBank.voidLine({ lineId: last, reason: '笔误' })
    expect((await finance.api.consoleBank.lines({ unconfirmed: true })).total).toBe(before)
  })

  test('are reported once a day to finance and administrators with their authors, from the next day on', async () => {
    await nextDay()
    const admin = await mall.staff('admin')
    await types(second, '9.5')
    await nextDay()
    const received = async (person: TestUser) =>
      (await person.api.consoleNotice.list({ pageSize: 100 })).dataList.filter(({ title }) => title.endsWith('未经对账单确认'))
    const before = [await received(finance), await received(admin)].map(({ length }) => length)
    await types(finance, '1')
    expect(await Promise.all([1, 2, 3].map(() => notifyStaffOfUnconfirmedBankLines(mall.db, mall.moment())))).toEqual([true, true, true])
    expect([await received(finance), await received(admin)].map(({ length }) => length)).toEqual(before.map((count) => count + 1))
    const [latest] = await received(admin)
    const total = (await finance.api.consoleBank.lines({ unconfirmed: true })).total
    expect(latest).toMatchObject({ title: `${total - 1} 条登记流水未经对账单确认`, screen: '/bank_lines?shown=typed', readAt: null })
    expect(latest?.content).toMatch(/finance,reviewer \d+ 条 ¥[\d,.]+/)
    expect(await received(await mall.staff('warehouse'))).toEqual([])
    await admin.api.consoleNotice.readAll({ upTo: latest?.id ?? '' })
    expect(await admin.api.consoleNotice.unread({})).toEqual({ count: 0 })
    await nextDay()
    expect(await notifyStaffOfUnconfirmedBankLines(mall.db, mall.moment())).toBe(true)
    expect(await admin.api.consoleNotice.unread({})).toEqual({ count: 1 })
  })

  test('are confirmed by reference, amount and day; another day corrects used and unused lines', async () => {
    await nextDay()
    const lin = await mall.buyer('林')
    const [unused, used] = [reference(), reference()]
    const unusedId = await types(finance, '11', 1, unused)
    await uses(finance, await types(finance, '12', 1, used), lin, '12')
    const csv = `交易日期,流水号,对方户名,对方账号,收入金额\n${today()},${unused},林,1,11\n${today()},${used},林,1,12\n`
    const { rows } = await finance.api.consoleBank.importStatement(
      { fileName: '流水.csv' },
      { file: new Blob([csv], { type: 'text/csv' }) },
    )
    expect(rows.map(({ result }) => result)).toEqual(['known', 'known'])
    expect(rows[1]?.text).toContain(`登记为 ${addDays(today(), -1)}`)
    expect(await finance.api.consoleBank.line({ lineId: unusedId })).toMatchObject({ source: 'statement', day: today() })
    expect((await finance.api.consoleBank.lines({ unconfirmed: true, keyword: used })).total).toBe(0)
  })
})

test('a line that is assigned while its statement is imported keeps its typed day and stays unconfirmed', async () => {
  await nextDay()
  const lin = await mall.buyer('林')
  const number = reference()
  const lineId = await types(finance, '13', 1, number)
  const csv = `交易日期,流水号,对方户名,对方账号,收入金额\n${today()},${number},林,1,13\n`
  const file = new Blob([csv], { type: 'text/csv' })
  const [used, imported] = await runTwoCallsInLockOrder(mall, { table: 'bank_line', id: lineId }, [
    () => uses(finance, lineId, lin, '13'),
    () => second.api.consoleBank.importStatement({ fileName: '流水.csv' }, { file }),
  ])
  expect(used.code).toBe(200)
  expect(imported.rows).toMatchObject([{ result: 'refused', text: '该流水刚刚被认领或作废，请重新导入' }])
  expect(await finance.api.consoleBank.line({ lineId })).toMatchObject({ source: 'typed', day: addDays(today(), -1) })
  expect(await mall.findInvariantBreaches()).toEqual({})
})

describe('the day of a recorded bank line', () => {
  // S10
  test('lies within the last three days; 0001-01-01 and tomorrow are refused', async () => {
    await nextDay()
    const say = (day: string) => finance.post(record.path, { reference: reference(), day, amount: 5, payerName: '' })
    expect(await say('0001-01-01')).toMatchObject({ code: 422, reason: 'VALUE_DAY_TOO_OLD' })
    expect(await say(addDays(today(), -91))).toMatchObject({ code: 422, reason: 'VALUE_DAY_TOO_OLD' })
    expect(await say(addDays(today(), 1))).toMatchObject({ code: 422, reason: 'DAY_AHEAD' })
    expect(await say(addDays(today(), -4))).toMatchObject({ code: 422, reason: 'VALUE_DAY_NEEDS_TWO' })
    expect((await say(addDays(today(), -3))).code).toBe(200)
    const line = { reference: reference(), day: '0001-01-01', amount: 600, payerName: '' }
    const lin = await mall.buyer('林')
    const { paymentId } = await bank.orders(lin)
    const ref = { enterpriseId: lin.enterpriseId, id: await bank.proves(lin, paymentId) }
    expect(await finance.post(contract.consoleVoucher.approve.path, { ...ref, amount: 600, line })).toMatchObject({
      reason: 'VALUE_DAY_TOO_OLD',
    })
  })

  test('more than three days back needs another person for lines from an imported statement', async () => {
    await nextDay()
    const lin = await mall.buyer('林')
    expect((await uses(finance, await types(finance, '5', 3), lin, '5')).code).toBe(200)
    const imported = await bank.arrives(yuanTextToFen('6'), { day: addDays(today(), -4) })
    expect(await uses(finance, imported, lin, '6')).toMatchObject({ code: 409, reason: 'SECOND_PERSON_NEEDED' })
    expect((await uses(second, imported, lin, '6')).code).toBe(200)
    // A line that was imported in time may wait as long as it likes.
    const intime = await bank.arrives(yuanTextToFen('7'), { day: addDays(today(), -3) })
    mall.clock.forward(20 * ONE_DAY_MS)
    await mall.renew()
    expect((await uses(finance, intime, lin, '7')).code).toBe(200)
  })

  test('is checked per row of a statement: rows that are too old are refused', async () => {
    await nextDay()
    const rows = [addDays(today(), -91), addDays(today(), -90), '0001-01-01'].map((day) => `${day},${reference()},林,1,9`)
    const csv = `交易日期,流水号,对方户名,对方账号,收入金额\n${rows.join('\n')}\n`
    const done = await finance.api.consoleBank.importStatement({ fileName: '流水.csv' }, { file: new Blob([csv], { type: 'text/csv' }) })
    expect(done.rows.map(({ result }) => result)).toEqual(['refused', 'added', 'refused'])
  })

  test('cannot cancel interest by the statement of one person', async () => {
    await debts.dawns('2027-03-18')
    const lin = await mall.buyer('林', { credit: '100000' })
    await debts.draws(lin.enterpriseId, yuanTextToFen('20000'))
    await debts.dawns('2027-05-20')
    await debts.jobs()
    const { interest = 0 } = await debts.balances(lin)
    expect(interest).toBeGreaterThan(yuanTextToFen('300'))
    const say = async (person: TestUser, daysAgo: number) => {
      const amount = 100
      const line = await finance.post(record.path, { reference: reference(), day: addDays(today(), -daysAgo), amount, payerName: '' })
      const lineId = (line.data as { lineId?: string } | null)?.lineId
      if (lineId === undefined) return line.code
      const parts = [{ to: 'repay', enterpriseId: lin.enterpriseId, amount }]
      return (await person.post(contract.consoleBank.assign.path, { lineId, rest: amount, parts })).code
    }
    expect([await say(finance, 800), await say(finance, 40), await say(second, 4)]).toEqual([422, 422, 422])
    expect((await debts.balances(lin)).interest).toBe(interest)
    expect(await say(finance, 3)).toBe(200)
    expect(await mall.findInvariantBreaches()).toEqual({})
  })
})

test('the author of a line above the limit cannot assign it, even after a bank statement has confirmed it', async () => {
  const { sets } = createSettingsHelpers(mall)
  const bands = { band1: 30, band2: 60, band3: 90 }
  await sets('collection', { ...bands, typerAssignsUpTo: yuanTextToFen('1000') })
  await nextDay()
  const lin = await mall.buyer('林')
  const number = reference()
  const [small, large] = [await types(finance, '1000'), await types(finance, '1000.01', 0, number)]
  expect((await uses(finance, small, lin, '1000')).code).toBe(200)
  const rule = '登记人不能认领自己登记的、超过 ¥1,000.00 的流水（设置“催收与登记人认领限额”）'
  const refused = { code: 409, reason: 'SECOND_PERSON_NEEDED', msg: expect.stringContaining(rule) }
  expect(await uses(finance, large, lin, '1000.01')).toMatchObject(refused)
  await bank.arrives(yuanTextToFen('1000.01'), { reference: number })
  expect(await finance.api.consoleBank.line({ lineId: large })).toMatchObject({ source: 'statement' })
  expect(await uses(finance, large, lin, '1000.01')).toMatchObject(refused)
  expect((await uses(second, large, lin, '1000.01')).code).toBe(200)
  await sets('collection', { ...bands, typerAssignsUpTo: yuanTextToFen('50000') })
})
