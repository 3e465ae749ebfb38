import { createHash, randomUUID } from 'node:crypto'
import { readSheet } from 'read-excel-file/node'
import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { createDebtHelpers } from '#server/platform/testing/debts.ts'
import { type Buyer, openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { parsePdfTextByPage } from '#server/platform/testing/pdf-text.ts'
import { insertPictureRow } from '#server/platform/testing/pictures.ts'
import { createSettingsHelpers } from '#server/platform/testing/settings.ts'
import { openAndCloseCollectionTasks } from './public.ts'

const mall = await openMall({ now: new Date('2026-11-05T02:00:00Z') })
const debts = createDebtHelpers(mall)
const { sets } = createSettingsHelpers(mall)
const finance = await mall.staff('finance')
const second = await mall.staff('finance', 'support')
const support = await mall.staff('support')
const { consoleCollection, consoleOrderStop } = contract

/** A company that has drawn this in November. */
async function owes(name: string, amount = '600'): Promise<Buyer> {
  const buyer = await mall.buyer(name, { credit: '50000', wallet: '20000' })
  await debts.draws(buyer.enterpriseId, yuanTextToFen(amount))
  return buyer
}
const [lin, wu, chen] = [await owes('林'), await owes('吴', '900'), await owes('陈', '300')]

/** Goes to a day and runs the jobs. */
async function dawns(day: string) {
  await debts.dawns(day)
  await debts.jobs()
  return openAndCloseCollectionTasks(mall.db, mall.moment())
}
const today = () => toShanghaiDay(mall.clock.now)
const tasks = async (filter: Parameters<typeof finance.api.consoleCollection.list>[0] = {}) =>
  (await finance.api.consoleCollection.list(filter)).dataList
async function refOf(buyer: Buyer) {
  const found = (await tasks({ pageSize: 100 })).find(({ enterpriseId }) => enterpriseId === buyer.enterpriseId)
  return { enterpriseId: buyer.enterpriseId, id: found?.id ?? '' }
}
const detailOf = async (buyer: Buyer) => finance.api.consoleCollection.detail(await refOf(buyer))
const staffIdOf = async (person: typeof finance) => (await person.api.staff.me({})).staffId

describe('a collection task', () => {
  test('is opened once per enterprise when a statement becomes overdue, with the amount and since when', async () => {
    expect(await dawns('2026-12-10')).toEqual({ opened: 0, decided: 0, closed: 0 })
    expect(await dawns('2026-12-12')).toEqual({ opened: 3, decided: 0, closed: 0 })
    expect(await openAndCloseCollectionTasks(mall.db, mall.moment())).toEqual({ opened: 0, decided: 0, closed: 0 })
    expect(await tasks({ keyword: '林矿业' })).toMatchObject([
      {
        enterpriseId: lin.enterpriseId,
        enterpriseName: '林矿业有限公司',
        state: 'OPEN',
        ownerName: null,
        dueDay: '2026-12-10',
        days: 2,
        band: 1,
        overdue: 60_000,
        promise: null,
        stop: null,
      },
    ])
    const { statements, entries } = await detailOf(wu)
    expect(statements).toEqual([{ month: '2026-11', dueDay: '2026-12-10', amount: 90_000 }])
    expect(entries.map(({ kind, staffName, note }) => [kind, staffName, note])).toEqual([
      ['open', null, '2026-12-10 到期的账单逾期 ¥900.00'],
    ])
  })

  test('is assigned in bulk to members of finance, except tasks that somebody else received meanwhile', async () => {
    const [mine, his] = [await staffIdOf(finance), await staffIdOf(second)]
    const seen = (await tasks()).map(({ enterpriseId, id, ownerId }) => ({ enterpriseId, id, seenOwnerId: ownerId }))
    expect(await finance.api.consoleCollection.assign({ tasks: seen, ownerId: mine })).toEqual({ count: 3 })
    expect(await second.api.consoleCollection.assign({ tasks: seen, ownerId: his })).toEqual({ count: 0 })
    expect((await tasks({ ownerId: mine })).length).toBe(3)
    // Who has seen the present owner may take it over, and give it back.
    const [one] = seen.map((task) => ({ ...task, seenOwnerId: mine }))
    expect(await second.api.consoleCollection.assign({ tasks: one ? [one] : [], ownerId: his })).toEqual({ count: 1 })
    const back = one ? [{ ...one, seenOwnerId: his }] : []
    expect(await finance.api.consoleCollection.assign({ tasks: back, ownerId: mine })).toEqual({ count: 1 })
    expect(await tasks({ unowned: true })).toEqual([])
    const supporter = await staffIdOf(support)
    expect(await finance.post(consoleCollection.assign.path, { tasks: seen, ownerId: supporter })).toMatchObject({
      code: 422,
      reason: 'COLLECTION_OWNER',
      detail: { field: 'ownerId' },
    })
    expect(await support.post(consoleCollection.assign.path, { tasks: seen, ownerId: null })).toMatchObject({ code: 403 })
    const { owners } = await support.api.consoleCollection.summary({})
    expect(owners.find(({ staffId }) => staffId === mine)).toMatchObject({ tasks: 3 })
  })

  test('is grouped by overdue ages from the settings', async () => {
    const counts = async () => (await finance.api.consoleCollection.summary({})).bands.map(({ label, tasks: count }) => [label, count])
    expect(await counts()).toEqual([
      ['逾期 1–30 天', 3],
      ['逾期 31–60 天', 0],
      ['逾期 61–90 天', 0],
      ['逾期 90 天以上', 0],
    ])
    await sets('collection', { band1: 1, band2: 2, band3: 9, typerAssignsUpTo: yuanTextToFen('50000') })
    expect(await counts()).toEqual([
      ['逾期 1–1 天', 0],
      ['逾期 2–2 天', 3],
      ['逾期 3–9 天', 0],
      ['逾期 9 天以上', 0],
    ])
    expect((await tasks({ band: 2 })).length).toBe(3)
    expect(await tasks({ band: 1 })).toEqual([])
    expect(await tasks({ band: 4 })).toEqual([])
  })

  test('keeps the notes of staff and is exported', async () => {
    await finance.api.consoleCollection.note({ ...(await refOf(lin)), text: '电话无人接听' })
    expect((await detailOf(lin)).entries[0]).toMatchObject({ kind: 'note', staffName: 'finance', note: '电话无人接听' })
    const { bytes } = await finance.api.consoleExport.collections({ format: 'xlsx' })
    const [heads, ...rows] = await readSheet(Buffer.from(bytes))
    expect(heads?.slice(0, 3)).toEqual(['企业', '状态', '负责人'])
    expect(rows.map((row) => row[5])).toEqual(expect.arrayContaining([600, 900, 300]))
  })
})

describe('a promise to pay', () => {
  test('is an amount until a day; an invalid amount or day is refused at its field', async () => {
    const ref = await refOf(lin)
    const says = (given: object) =>
      finance.post(consoleCollection.promise.path, { ...ref, amount: 300, day: addDays(today(), 3), note: '', ...given })
    expect(await says({ day: addDays(today(), -1) })).toMatchObject({ code: 422, reason: 'PROMISE_DAY', detail: { field: 'day' } })
    expect(await says({ day: addDays(today(), 91) })).toMatchObject({ code: 422, reason: 'PROMISE_DAY' })
    expect(await says({ amount: 700 })).toMatchObject({ code: 422, reason: 'MORE_THAN_OWED', detail: { field: 'amount' } })
    expect(await says({ amount: 0 })).toMatchObject({ code: 400, detail: { field: 'amount' } })
    expect((await says({ note: '下周一付' })).code).toBe(200)
    expect(await says({})).toMatchObject({ code: 409, reason: 'PROMISE_WAITING' })
    expect(await detailOf(lin)).toMatchObject({ state: 'PROMISED', promise: { amount: 30_000, day: addDays(today(), 3) } })
  })

  test('is kept by money of value by its day and broken otherwise; money known later changes the result', async () => {
    const day = addDays(today(), 3)
    await finance.api.consoleCollection.promise({ ...(await refOf(wu)), amount: yuanTextToFen('400'), day, note: '' })
    await finance.api.consoleCollection.promise({ ...(await refOf(chen)), amount: yuanTextToFen('100'), day, note: '' })
    mall.clock.forward(1_000)
    // Wu pays in time, and the bank's line is known in time: kept before the day is over.
    await debts.receives(wu.enterpriseId, yuanTextToFen('500'))
    expect((await openAndCloseCollectionTasks(mall.db, mall.moment())).decided).toBe(1)
    expect(await detailOf(wu)).toMatchObject({ state: 'OPEN', promises: [{ state: 'KEPT', amount: 40_000, received: 50_000 }] })
    // On the day itself nothing is broken; a day later it is. An acceptance bill counts when the bank has paid it.
    const bill = {
      acceptorKind: 'bank' as const,
      acceptor: '某某银行',
      maturityDay: '2027-06-30',
      fileId: await insertPictureRow(mall, chen, 'acceptance'),
    }
    const { id } = await chen.api.statement.submitAcceptance({ ...bill, billNo: 'A1-000001', amount: yuanTextToFen('100') })
    await finance.api.consoleAcceptance.accept({ enterpriseId: chen.enterpriseId, id })
    await dawns(day)
    expect((await detailOf(lin)).state).toBe('PROMISED')
    await dawns(addDays(day, 1))
    expect(await detailOf(lin)).toMatchObject({ state: 'BROKEN', promises: [{ state: 'BROKEN', received: 0 }] })
    expect(await detailOf(chen)).toMatchObject({ state: 'BROKEN', promises: [{ state: 'BROKEN', received: 0 }] })
    // The bank's line of the promised day is imported a day late.
    await debts.receives(lin.enterpriseId, yuanTextToFen('300'), { valueDay: day })
    expect((await openAndCloseCollectionTasks(mall.db, mall.moment())).decided).toBe(1)
    const { state, promises, entries } = await detailOf(lin)
    expect([state, promises[0]?.state]).toEqual(['OPEN', 'KEPT'])
    expect(entries.filter(({ kind }) => ['promise', 'keep', 'break'].includes(kind)).map(({ kind }) => kind)).toEqual([
      'keep',
      'break',
      'promise',
    ])
    // Money that counts from the day after is too late.
    await debts.receives(chen.enterpriseId, yuanTextToFen('50'), { valueDay: addDays(day, 1) })
    expect((await openAndCloseCollectionTasks(mall.db, mall.moment())).decided).toBe(0)
  })

  test('is withdrawn with a reason and counted by the month of its day and by its owner', async () => {
    const ref = await refOf(chen)
    await finance.api.consoleCollection.promise({ ...ref, amount: yuanTextToFen('20'), day: today(), note: '' })
    await finance.api.consoleCollection.withdrawPromise({ ...ref, reason: '金额说错' })
    expect(await finance.post(consoleCollection.withdrawPromise.path, { ...ref, reason: '再来' })).toMatchObject({
      reason: 'PROMISE_NOT_FOUND',
    })
    const { dataList, totals } = await support.api.consoleCollection.report({ monthFrom: '2026-12', monthTo: '2026-12' })
    expect(dataList).toMatchObject([
      {
        month: '2026-12',
        ownerName: 'finance',
        promised: { count: 4, amount: 82_000 },
        kept: { count: 2, amount: 70_000 },
        broken: { count: 1, amount: 10_000 },
        waiting: { count: 0, amount: 0 },
        withdrawn: { count: 1, amount: 2_000 },
        received: 80_000,
      },
    ])
    expect(totals).toEqual({
      promised: { count: 4, amount: 82_000 },
      kept: { count: 2, amount: 70_000 },
      broken: { count: 1, amount: 10_000 },
      waiting: { count: 0, amount: 0 },
      withdrawn: { count: 1, amount: 2_000 },
      received: 80_000,
    })
    const later = await support.api.consoleCollection.report({ monthFrom: '2027-01' })
    expect([later.dataList, later.totals.promised]).toEqual([[], { count: 0, amount: 0 }])
    const { bytes } = await support.api.consoleExport.collectionReport({ format: 'csv' })
    expect(Buffer.from(bytes).toString('utf8')).toContain('2026-12,finance,4,820.00,2,700.00,1,100.00')
  })
})

describe('a collection letter', () => {
  test('states what is overdue, is sealed and hashed, stays unchanged, and is announced to the enterprise', async () => {
    const ref = await refOf(lin)
    const { statements, interest } = await detailOf(lin)
    const issue = { ...ref, kind: 'demand' as const, replyDays: 7 }
    const { letterId, letterNo } = await finance.api.consoleCollection.issueLetter(issue)
    expect(letterNo).toMatch(/^CK-2026-\d{6}$/)
    const [letter] = (await detailOf(lin)).letters
    const total = interest + statements.reduce((sum, { amount }) => sum + amount, 0)
    expect(letter).toMatchObject({ id: letterId, kind: 'demand', letterNo, total, replyDay: addDays(today(), 7), issuedBy: 'finance' })
    const found = (await lin.api.contracts.list({ kind: 'letter' })).dataList
    expect(found).toMatchObject([{ kind: 'letter', id: letterId, letterNo, amount: total, hash: letter?.hash }])
    // Anybody who has the paper can compute its hash.
    const facts = [
      ...[letterNo, today(), '岩锋工品', '林矿业有限公司'],
      ...statements.map(({ month, dueDay, amount }) => `${month}:${dueDay}:${amount}`),
      ...[interest, total, addDays(today(), 7)],
    ]
    expect(letter?.hash).toBe(createHash('sha256').update(facts.join('\n')).digest('hex'))
    const before = await lin.api.contracts.letter({ id: letterId })
    const text = parsePdfTextByPage(Buffer.from(before.bytes)).join('').replaceAll(/\s/g, '')
    expect(text).toContain('催款函')
    expect(text).toContain(`编号${letterNo}`)
    expect(text).toContain('致：林矿业有限公司')
    expect(text).toContain('岩锋工品（盖章）')
    expect(text).toContain(`校验码（SHA-256）${letter?.hash}`)
    const [reported] = (await lin.api.message.list({ kind: 'system' })).dataList
    expect(reported).toMatchObject({ title: '收到催款函', target: { screen: '/my_contract', search: { kind: 'letter' } } })
    expect(reported?.messageContent).toContain(letterNo)
    // A part is paid: the letter is still what it was.
    await debts.receives(lin.enterpriseId, yuanTextToFen('100'))
    expect(Buffer.from((await finance.api.consoleCollection.letter({ ...ref, id: letterId })).bytes)).toEqual(Buffer.from(before.bytes))
    expect(await wu.post(contract.contracts.letter.path, { id: letterId })).toMatchObject({ code: 404, reason: 'LETTER_NOT_FOUND' })
    const buys = await mall.subAccount(lin, ['buyPay'])
    expect(await buys.post(contract.contracts.letter.path, { id: letterId })).toMatchObject({ code: 403 })
  })

  test('from a lawyer names the law firm and the lawyer', async () => {
    const ref = await refOf(chen)
    const issue = { ...ref, kind: 'lawyer', replyDays: 5 }
    expect(await finance.post(consoleCollection.issueLetter.path, issue)).toMatchObject({
      reason: 'COUNSEL_NEEDED',
      detail: { field: 'firm' },
    })
    expect(await finance.post(consoleCollection.issueLetter.path, { ...issue, firm: '正衡律师事务所' })).toMatchObject({
      reason: 'COUNSEL_NEEDED',
      detail: { field: 'counsel' },
    })
    const { letterId } = await finance.api.consoleCollection.issueLetter({
      ...ref,
      kind: 'lawyer',
      replyDays: 5,
      firm: '正衡律师事务所',
      counsel: '周立',
    })
    const { bytes } = await chen.api.contracts.letter({ id: letterId })
    const text = parsePdfTextByPage(Buffer.from(bytes)).join('').replaceAll(/\s/g, '')
    expect(text).toContain('律师函')
    expect(text).toContain('正衡律师事务所接受岩锋工品的委托，由周立律师')
    expect(text).toContain('正衡律师事务所（盖章）律师：周立')
  })
})

describe('a handover to counsel', () => {
  const pdf = new Blob(['%PDF-1.7 委托书'], { type: 'application/pdf' })
  const mandate = { firm: '正衡律师事务所', counsel: '周立', note: '', fileName: '委托书.pdf' }

  test('records the mandate file and can be taken back', async () => {
    const ref = await refOf(chen)
    const given = { ...ref, ...mandate, day: today() }
    const refusal = (fields: object, file: Blob) =>
      finance.api.consoleCollection.handOver({ ...given, ...fields }, { file }).then(
        () => 'done',
        (error) => error.reason,
      )
    expect(await refusal({ day: addDays(today(), 1) }, pdf)).toBe('HANDOVER_DAY')
    expect(await refusal({}, new Blob(['MZ'], { type: 'application/pdf' }))).toBe('HANDOVER_FILE')
    await finance.api.consoleCollection.handOver(given, { file: pdf })
    expect(await refusal({}, pdf)).toBe('COLLECTION_WITH_COUNSEL')
    const { state, handovers } = await detailOf(chen)
    expect(state).toBe('COUNSEL')
    expect(handovers).toMatchObject([{ firm: '正衡律师事务所', counsel: '周立', day: today(), fileName: '委托书.pdf', madeBy: 'finance' }])
    const { bytes, name } = await support.api.consoleCollection.handoverFile({ ...ref, id: handovers[0]?.id ?? '' })
    expect([name, Buffer.from(bytes).toString()]).toEqual(['委托书.pdf', '%PDF-1.7 委托书'])
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(handovers[0]?.hash)
    const promise = { ...ref, amount: 10, day: today(), note: '' }
    expect(await finance.post(consoleCollection.promise.path, promise)).toMatchObject({ reason: 'COLLECTION_WITH_COUNSEL' })
    await finance.api.consoleCollection.takeBack({ ...ref, reason: '对方已联系' })
    expect(await finance.post(consoleCollection.takeBack.path, { ...ref, reason: '再来' })).toMatchObject({
      reason: 'COLLECTION_NOT_WITH_COUNSEL',
    })
  })
})

describe('the order stop list', () => {
  const { proposePut, proposeLift, decide } = consoleOrderStop
  async function tries(buyer: Buyer, method: 'credit' | 'wallet') {
    const lines = [{ skuId: await mall.createSku('截齿', { sale: '50', credit: '50' }), goodsNum: 1 }]
    const { quote } = await buyer.api.order.preview({ lines, method })
    return buyer.post(contract.order.submit.path, { lines, method, addressId: buyer.addressId, quote }, { 'idempotency-key': randomUUID() })
  }

  test('takes two people to add and to remove an enterprise, which reads why and whom to contact', async () => {
    const zhao = await mall.buyer('赵', { credit: '5000', wallet: '5000' })
    const { enterpriseId } = zhao
    const put = { enterpriseId, scope: 'credit', reason: '多次失信', contact: '王会计 0755-8888' }
    expect(await finance.post(proposeLift.path, { enterpriseId, reason: '无' })).toMatchObject({ reason: 'ORDER_NOT_STOPPED' })
    const payingCash = (await mall.buyer('钱', { wallet: '1' })).enterpriseId
    expect(await finance.post(proposeLift.path, { enterpriseId: payingCash, reason: '无' })).toMatchObject({ reason: 'ORDER_NOT_STOPPED' })
    expect(await finance.post(proposePut.path, { ...put, enterpriseId: payingCash })).toMatchObject({ reason: 'CREDIT_NOT_OPEN' })
    expect((await finance.post(proposePut.path, put)).code).toBe(200)
    expect(await second.post(proposePut.path, put)).toMatchObject({ code: 409, reason: 'ORDER_STOP_WAITING' })
    const waiting = async () => (await second.api.consoleOrderStop.list({ state: 'WAIT', enterpriseId })).dataList[0]?.id ?? ''
    const ref = { enterpriseId, id: await waiting() }
    expect((await finance.api.consoleQueue.list({})).find(({ kind }) => kind === 'orderStop')).toMatchObject({ count: 1 })
    expect(await finance.post(decide.path, { ...ref, approve: true })).toMatchObject({ reason: 'SECOND_PERSON_NEEDED' })
    expect((await tries(zhao, 'credit')).code).toBe(200)
    mall.clock.forward(1_000)
    expect((await second.post(decide.path, { ...ref, approve: true })).code).toBe(200)
    const msg = '贵公司已被暂停赊销：多次失信。请联系 王会计 0755-8888'
    expect(await tries(zhao, 'credit')).toMatchObject({ code: 422, reason: 'CREDIT_STOPPED', msg })
    expect((await tries(zhao, 'wallet')).code).toBe(200)
    const lines = [{ skuId: await mall.createSku('截齿', { sale: '50', credit: '50' }), goodsNum: 1 }]
    const { methods, stopped } = await zhao.api.order.preview({ lines, method: 'wallet' })
    expect(methods.find(({ method }) => method === 'credit')).toMatchObject({ available: false, reason: msg })
    expect(stopped).toBeNull()
    expect((await zhao.api.credit.overview({})).account).toMatchObject({ stopped: msg })
    // Not at all, from then on.
    await finance.api.consoleOrderStop.proposePut({ enterpriseId, scope: 'all', reason: '恶意拖欠', contact: '王会计' })
    mall.clock.forward(1_000)
    await second.api.consoleOrderStop.decide({ enterpriseId, id: await waiting(), approve: true })
    const stopText = '贵公司已被暂停下单：恶意拖欠。请联系 王会计'
    expect(await tries(zhao, 'wallet')).toMatchObject({ code: 422, reason: 'ORDERS_STOPPED', msg: stopText })
    // The confirmation page says so before anything is submitted, also for goods that are not sold on credit.
    expect((await zhao.api.order.preview({ lines, method: 'wallet' })).stopped).toBe(stopText)
    const cash = [{ skuId: await mall.createSku('钎尾', { sale: '50', credit: null }), goodsNum: 1 }]
    expect((await zhao.api.order.preview({ lines: cash })).stopped).toBe(stopText)
    expect(await mall.findInvariantBreaches()).toEqual({})
    // Its author withdraws a lift; the next one is agreed to.
    await second.api.consoleOrderStop.proposeLift({ enterpriseId, reason: '误操作' })
    await second.api.consoleOrderStop.decide({ enterpriseId, id: await waiting(), approve: false })
    expect((await tries(zhao, 'wallet')).code).toBe(422)
    await second.api.consoleOrderStop.proposeLift({ enterpriseId, reason: '已还清' })
    mall.clock.forward(1_000)
    await finance.api.consoleOrderStop.decide({ enterpriseId, id: await waiting(), approve: true })
    expect((await tries(zhao, 'credit')).code).toBe(200)
    expect((await tries(zhao, 'wallet')).code).toBe(200)
    expect(await mall.findInvariantBreaches()).toEqual({})
  })
})

test('a task closes when nothing is overdue, then takes no entries; the next one keeps the same owner', async () => {
  const ref = await refOf(wu)
  await debts.receives(wu.enterpriseId, yuanTextToFen('1000'))
  expect((await openAndCloseCollectionTasks(mall.db, mall.moment())).closed).toBe(1)
  const { state, closedAt, entries } = await finance.api.consoleCollection.detail(ref)
  expect([state, closedAt]).toEqual(['CLOSED', mall.clock.now])
  expect(entries[0]).toMatchObject({ kind: 'close' })
  expect((await tasks({ state: 'CLOSED' })).map(({ id }) => id)).toEqual([ref.id])
  for (const [call, given] of [
    [consoleCollection.note, { text: '晚了' }],
    [consoleCollection.issueLetter, { kind: 'remind', replyDays: 3 }],
    [consoleCollection.promise, { amount: 1, day: today(), note: '' }],
  ] as const)
    expect(await finance.post(call.path, { ...ref, ...given })).toMatchObject({ reason: 'COLLECTION_CLOSED' })
  await debts.draws(wu.enterpriseId, yuanTextToFen('700'))
  await dawns('2027-01-12')
  expect(await detailOf(wu)).toMatchObject({ state: 'OPEN', ownerName: 'finance', overdue: 70_000 })
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('what was written off is still collected: a claim keeps the task and its letters until it is paid', async () => {
  const { enterpriseId } = await owes('周')
  await dawns('2027-02-12')
  const [{ id = '' } = {}] = await tasks({ keyword: '周矿业' })
  const ref = { enterpriseId, id }
  const request = { enterpriseId, month: '2027-01', amount: yuanTextToFen('600'), reason: '破产' }
  const writeOff = await finance.api.consoleFinanceRequest.proposeWriteOff(request)
  await second.api.consoleFinanceRequest.decide({ enterpriseId, id: writeOff.id, approve: true })
  expect((await openAndCloseCollectionTasks(mall.db, mall.moment())).closed).toBe(0)
  const { state, dueDay, overdue, statements, interest } = await finance.api.consoleCollection.detail(ref)
  expect({ state, dueDay, overdue }).toEqual({ state: 'OPEN', dueDay: '2027-02-10', overdue: 60_000 })
  expect(statements).toEqual([{ month: '2027-01', dueDay: '2027-02-10', amount: 60_000 }])
  await finance.api.consoleCollection.issueLetter({ ...ref, kind: 'demand', replyDays: 7 })
  expect((await finance.api.consoleCollection.detail(ref)).letters).toMatchObject([{ total: 60_000 + interest }])
  await debts.receives(enterpriseId, yuanTextToFen('700'))
  expect((await openAndCloseCollectionTasks(mall.db, mall.moment())).closed).toBe(1)
  expect(await mall.findInvariantBreaches()).toEqual({})
})
