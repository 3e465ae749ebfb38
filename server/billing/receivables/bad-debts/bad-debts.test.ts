import { randomUUID } from 'node:crypto'
import { readSheet } from 'read-excel-file/node'
import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { runAutopay } from '#server/billing/receivables/public.ts'
import { createDebtHelpers } from '#server/platform/testing/debts.ts'
import { type Buyer, openMall, TEST_USER_PAYMENT_PASSWORD, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { parsePdfTextByPage } from '#server/platform/testing/pdf-text.ts'
import { insertPictureRow } from '#server/platform/testing/pictures.ts'
import { expectStatementSumsMatchLines } from '#server/platform/testing/statement-sums.ts'
import { createTransferHelpers } from '#server/platform/testing/transfers.ts'

const mall = await openMall({ now: new Date('2026-11-18T06:00:00Z') })
const { buys, draws, comesBack, receives, dawns, jobs, balances } = createDebtHelpers(mall)
const bank = createTransferHelpers(mall)
const [finance, second] = [await mall.staff('finance'), await mall.staff('finance', 'support')]
const { consoleBadDebt, consoleCredit, consoleFinanceRequest, order, statement } = contract
let month = 0

/** A company whose month of 1,000.00 is 5 days late, and another month of 200.00 that is not due. */
async function owes({ wallet = '0.01' } = {}): Promise<{ lin: Buyer; enterpriseId: string; late: string; orderNo: string }> {
  month += 2
  const name = (of: number) => `${2027 + Math.floor((of - 1) / 12)}-${String(((of - 1) % 12) + 1).padStart(2, '0')}`
  const late = name(month)
  await dawns(`${late}-20`)
  const lin = await mall.buyer('林', { credit: '50000', wallet })
  const { orderNo } = await buys(lin, '1000.00', { returnable: ['400.00'] })
  await dawns(`${name(month + 1)}-05`)
  await draws(lin.enterpriseId, yuanTextToFen('200'))
  await dawns(`${name(month + 1)}-15`)
  await jobs()
  return { lin, enterpriseId: lin.enterpriseId, late, orderNo }
}

async function writeOff(enterpriseId: string, of: string, amount: string, interest?: string): Promise<string> {
  const asked = {
    enterpriseId,
    month: of,
    amount: yuanTextToFen(amount),
    reason: '失联',
    ...(interest === undefined ? {} : { interest: yuanTextToFen(interest) }),
  }
  const { id } = await finance.api.consoleFinanceRequest.proposeWriteOff(asked)
  await second.api.consoleFinanceRequest.decide({ enterpriseId, id, approve: true })
  mall.clock.forward(1_000)
  return id
}

/** Tries to buy for 50.00 on credit. */
async function buysOnCredit(lin: Buyer) {
  const lines = [{ skuId: await mall.createSku('钻头', { sale: '50.00', credit: '50.00' }), goodsNum: 1 }]
  const request = { lines, method: 'credit' as const, addressId: lin.addressId }
  const { quote, methods } = await lin.api.order.preview(request)
  const reason = methods.find(({ method }) => method === 'credit')?.reason
  return { reason, answer: await lin.post(order.submit.path, { ...request, quote }, { 'idempotency-key': randomUUID() }) }
}
const stands = async ({ api }: Buyer, of: string) => {
  const { state, label, owed, writtenOff, recovered, forgiven, toRecover } = expectStatementSumsMatchLines(
    await api.statement.detail({ month: of }),
  )
  return { state, label, owed, writtenOff, recovered, forgiven, toRecover }
}
const claims = async (enterpriseId: string, filter: { state?: 'OPEN' | 'RECOVERED' | 'FORGIVEN'; age?: 'd30' | 'older' } = {}) =>
  (await finance.api.consoleBadDebt.list({ enterpriseId, ...filter })).dataList
const sound = async () => expect(await mall.findInvariantBreaches()).toEqual({})

describe('a write-off', () => {
  test('takes a month off the receivable and keeps a claim that blocks credit and is recovered first', async () => {
    const { lin, enterpriseId, late } = await owes()
    expect(await balances(lin)).toMatchObject({ drawn: 120_000, interest: 200 })
    const id = await writeOff(enterpriseId, late, '1000', '2')
    expect(await balances(lin)).toMatchObject({ drawn: 20_000, interest: 0 })
    const open = { writtenOff: 100_200, recovered: 0, forgiven: 0, toRecover: 100_200 }
    expect(await stands(lin, late)).toEqual({ state: 'WRITTEN_OFF', label: '已核销待追偿', owed: 0, ...open })
    const written = { toRecover: 100_200, badDebts: [{ month: late, amount: 100_200 }] }
    expect(await lin.api.statement.owed({})).toMatchObject({ total: 120_200, due: 100_200, interest: 0, ...written })
    expect((await lin.api.message.list({ kind: 'system' })).dataList[0]).toMatchObject({
      title: '账单已核销待追偿',
      messageContent: `${late} 账单有 ¥1,002.00 已核销，但仍须偿还；还清前暂停赊销。`,
    })

    // Credit is closed, in words; cash is not. No limit is raised, and a lower one is set.
    const msg = `您有已核销待追偿的账款 ¥1,002.00（最早为 ${late} 账单），还清后可继续赊销；可先还款或改用其他支付方式`
    expect(await buysOnCredit(lin)).toMatchObject({ reason: msg, answer: { code: 422, reason: 'CREDIT_BAD_DEBT', msg } })
    const { limitsVersion } = await finance.api.consoleEnterprise.detail({ enterpriseId })
    const limit = { enterpriseId, reason: '年审', rowVersion: limitsVersion }
    expect(await finance.post(consoleCredit.setBaseLimit.path, { ...limit, baseLimit: 60_000 })).toMatchObject({
      code: 409,
      reason: 'BAD_DEBT_OPEN',
    })
    expect(await finance.post(consoleCredit.setBaseLimit.path, { ...limit, baseLimit: 40_000 })).toMatchObject({ code: 200 })
    expect(await finance.post(contract.consoleCompanyGroup.create.path, { enterpriseId, name: '林业集团' })).toMatchObject({
      reason: 'COMPANY_GROUP_CREDIT_BLOCKED',
      msg: '该企业有已核销待追偿的账款 ¥1,002.00，还清后可加入集团',
    })

    // The papers say so: PDF, workbook, list of the console, exports.
    const pdf = parsePdfTextByPage(Buffer.from((await lin.api.documents.statement({ month: late, format: 'pdf' })).bytes)).join('')
    for (const text of [
      '已核销待追偿',
      '核销本金连同核销利息核销后收回免于追偿待追偿¥1,000.00¥2.00¥0.00¥0.00¥1,002.00',
      '已核销的账款仍须偿还，待追偿 ¥1,002.00',
    ])
      expect(pdf).toContain(text)
    const [heads, row] = await readSheet(Buffer.from((await lin.api.documents.statement({ month: late, format: 'xlsx' })).bytes), '账单')
    expect(row?.[heads?.indexOf('待追偿') ?? -1]).toBe(1002)
    expect(await claims(enterpriseId, { state: 'OPEN', age: 'd30' })).toMatchObject([
      { id, month: late, state: 'OPEN', label: '待追偿', principal: 100_000, interest: 200, left: 100_200 },
    ])
    expect(await claims(enterpriseId, { age: 'older' })).toEqual([])
    const { totals } = await finance.api.consoleBadDebt.list({ enterpriseId, pageSize: 1 })
    expect(totals).toEqual({ principal: 100_000, interest: 200, recovered: 0, forgiven: 0, left: 100_200 })
    const file = Buffer.from((await finance.api.consoleExport.badDebts({ enterpriseId, format: 'csv' })).bytes).toString()
    expect(file).toContain('待追偿')

    // The company has a list of its own, and nobody else sees it.
    const own = await lin.api.badDebt.list({})
    expect(own.dataList).toMatchObject([{ id, month: late, state: 'OPEN', principal: 100_000, interest: 200, left: 100_200 }])
    expect(own.totals).toEqual(totals)
    expect((await (await mall.buyer('吴')).api.badDebt.list({})).total).toBe(0)

    // Of 500.00 for the other month all goes to the claim; the preview says so before.
    const parts = [{ to: 'badDebt', month: late, amount: 50_000 }]
    expect((await lin.api.statement.previewRepayment({ amount: yuanTextToFen('500') })).parts).toEqual(parts)
    await receives(enterpriseId, yuanTextToFen('500'))
    expect((await lin.api.statement.repayments({})).dataList[0]).toMatchObject({ label: '转账还款', amount: 50_000, parts })
    expect(await stands(lin, late)).toMatchObject({ state: 'WRITTEN_OFF', recovered: 50_000, toRecover: 50_200 })
    expect((await buysOnCredit(lin)).answer).toMatchObject({ reason: 'CREDIT_BAD_DEBT', detail: { toRecover: 502 } })
    // The rest, then the open month, then the wallet.
    const { parts: split } = await receives(enterpriseId, yuanTextToFen('800'))
    expect(split.map(({ to, amountFen }) => [to, amountFen])).toEqual([
      ['badDebt', 50_200],
      ['month', 20_000],
      ['wallet', 9_800],
    ])
    expect(await stands(lin, late)).toMatchObject({ state: 'PAID', label: '已还清', recovered: 100_200, toRecover: 0 })
    expect((await lin.api.badDebt.list({})).dataList).toMatchObject([{ id, state: 'RECOVERED', recovered: 100_200, left: 0 }])
    expect((await buysOnCredit(lin)).answer).toMatchObject({ code: 200 })
    expect(await finance.api.consoleBadDebt.detail({ enterpriseId, id })).toMatchObject({
      state: 'RECOVERED',
      provided: 0,
      reason: '失联',
      proposedBy: 'finance',
      decidedBy: 'finance,support',
      entries: [
        { kind: 'recover', label: '收回', amount: 50_000, note: '转账还款' },
        { kind: 'recover', amount: 50_200 },
      ],
    })
    await sound()
  })

  test('is recovered from the wallet, top-ups and returned goods, but not from payments for orders', async () => {
    const { lin, enterpriseId, late, orderNo } = await owes({ wallet: '300' })
    await writeOff(enterpriseId, late, '1000')
    expect(await balances(lin)).toMatchObject({ wallet: 30_000 })
    expect((await lin.api.statement.repayByWallet({ amount: yuanTextToFen('100'), payPwd: TEST_USER_PAYMENT_PASSWORD })).parts).toEqual([
      { to: 'badDebt', month: late, amount: 10_000 },
    ])
    // A bank line that finance puts into the wallet goes on to the claim at once; both stand in the records.
    const lineId = await bank.arrives(yuanTextToFen('250'))
    const top = { to: 'wallet' as const, enterpriseId, amount: yuanTextToFen('250') }
    await finance.api.consoleBank.assign({ lineId, rest: yuanTextToFen('250'), parts: [top] })
    expect(await balances(lin)).toMatchObject({ wallet: 20_000 })
    const { dataList } = await lin.api.wallet.entries({})
    expect(
      dataList
        .slice(0, 2)
        .map(({ sign, amount }) => [sign, amount])
        .sort(),
    ).toEqual([
      ['+', 25_000],
      ['-', 25_000],
    ])
    expect(await stands(lin, late)).toMatchObject({ recovered: 35_000, toRecover: 65_000 })
    // Goods of the month come back: it owes nothing any more, so the money would go to the wallet.
    expect(await comesBack(lin, orderNo, '400.00')).toEqual({ offsetFen: 0, walletFen: 40_000 })
    expect(await stands(lin, late)).toMatchObject({ recovered: 75_000, toRecover: 25_000 })
    expect(await balances(lin)).toMatchObject({ wallet: 20_000 })
    // A cash order is paid as ever.
    const skuId = await mall.createSku('钻头', { sale: '50.00', credit: '50.00' })
    const request = { lines: [{ skuId, goodsNum: 1 }], method: 'wallet' as const }
    const { quote } = await lin.api.order.preview(request)
    const { tradeId, payable } = await lin.api.order.submit({ ...request, addressId: lin.addressId, quote })
    await lin.api.order.payByWallet({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
    expect(await balances(lin)).toMatchObject({ wallet: 20_000 - payable })
    // 自动还款 takes what is there.
    await lin.api.statement.enableAutoRepay({ payPwd: TEST_USER_PAYMENT_PASSWORD })
    await runAutopay(mall.db, mall.moment())
    expect(await balances(lin)).toMatchObject({ wallet: 0 })
    expect(await stands(lin, late)).toMatchObject({ toRecover: 25_000 - 20_000 + payable })
    await sound()
  })

  test('is claimed again when the bill that had recovered it bounces', async () => {
    const { lin, enterpriseId, late } = await owes()
    await writeOff(enterpriseId, late, '400')
    const fileId = await insertPictureRow(mall, lin, 'acceptance')
    const bill = {
      billNo: `BD-${randomUUID()}`,
      acceptorKind: 'bank' as const,
      acceptor: '某某银行',
      amount: yuanTextToFen('450'),
      maturityDay: '2099-01-01',
      fileId,
    }
    const { id } = await lin.api.statement.submitAcceptance(bill)
    await finance.api.consoleAcceptance.accept({ enterpriseId, id, quotedRateBp: 300 })
    expect(await stands(lin, late)).toMatchObject({ recovered: 0, toRecover: 40_000 })
    mall.clock.forward(1_000)
    const lineId = await createTransferHelpers(mall).arrives(yuanTextToFen('445'), { reference: randomUUID() })
    await finance.api.consoleAcceptance.discount({ enterpriseId, id, lineId, discount: yuanTextToFen('4'), fee: yuanTextToFen('1') })
    expect(await stands(lin, late)).toMatchObject({ recovered: 40_000, toRecover: 0 })
    mall.clock.forward(1_000)
    await finance.api.consoleAcceptance.bounce({ enterpriseId, id, opinion: '空头' })
    expect(await stands(lin, late)).toMatchObject({ recovered: 0, toRecover: 40_000 })
    expect((await buysOnCredit(lin)).answer).toMatchObject({ reason: 'CREDIT_BAD_DEBT' })
    const [claim] = await claims(enterpriseId)
    expect(
      (await finance.api.consoleBadDebt.detail({ enterpriseId, id: claim?.id ?? '' })).entries.map(({ label, amount }) => [label, amount]),
    ).toEqual([
      ['收回', 40_000],
      ['承兑汇票退票', -40_000],
    ])
    await sound()
  })

  test('includes no more interest than is unpaid', async () => {
    const { enterpriseId, late } = await owes()
    const asked = { enterpriseId, month: late, amount: 1000, reason: '失联' }
    expect(await finance.post(consoleFinanceRequest.proposeWriteOff.path, { ...asked, interest: 2.01 })).toMatchObject({
      code: 422,
      reason: 'MORE_THAN_OWED',
      msg: '未付利息 ¥2.00，连同核销的利息不能超过它',
    })
    expect(await finance.post(consoleFinanceRequest.proposeWriteOff.path, { ...asked, interest: -1 })).toMatchObject({ code: 400 })
  })
})

describe('a claim', () => {
  test('is forgiven by two people with a reason, in part or in full; then credit is open, the month not repaid', async () => {
    const { lin, enterpriseId, late } = await owes()
    const id = await writeOff(enterpriseId, late, '1000')
    const { proposeForgiving } = consoleBadDebt
    const asks = (change: object) => finance.post(proposeForgiving.path, { enterpriseId, id, amount: 300, reason: '和解协议', ...change })
    expect(await asks({ reason: '' })).toMatchObject({ code: 400 })
    expect(await asks({ amount: 0 })).toMatchObject({ code: 400 })
    expect(await asks({ amount: 1000.01 })).toMatchObject({
      code: 422,
      reason: 'BAD_DEBT_SHORT',
      msg: '待追偿 ¥1,000.00，放弃的金额不能超过它',
    })
    expect(await asks({ id: randomUUID() })).toMatchObject({ code: 404, reason: 'BAD_DEBT_NOT_FOUND' })
    const support = await mall.staff('support')
    expect((await support.post(proposeForgiving.path, { enterpriseId, id, amount: 300, reason: '和解' })).code).toBe(403)
    const first = await finance.api.consoleBadDebt.proposeForgiving({ enterpriseId, id, amount: yuanTextToFen('300'), reason: '和解协议' })
    expect(await asks({ amount: 1 })).toMatchObject({ code: 409, reason: 'BAD_DEBT_REQUESTED' })
    expect(await finance.api.consoleBadDebt.detail({ enterpriseId, id })).toMatchObject({
      left: 100_000,
      waiting: { id: first.id, amount: 30_000, reason: '和解协议', proposedBy: 'finance' },
    })
    const decision = { enterpriseId, id: first.id, approve: true }
    expect(await finance.post(consoleFinanceRequest.decide.path, decision)).toMatchObject({ reason: 'SECOND_PERSON_NEEDED' })
    const answers = await Promise.all([1, 2, 3].map(() => second.post(consoleFinanceRequest.decide.path, decision)))
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409])
    expect(await stands(lin, late)).toMatchObject({ state: 'WRITTEN_OFF', forgiven: 30_000, toRecover: 70_000 })
    expect((await buysOnCredit(lin)).answer).toMatchObject({ reason: 'CREDIT_BAD_DEBT' })
    // A refused request changes nothing; money that comes meanwhile leaves less to forgive.
    const rest = await finance.api.consoleBadDebt.proposeForgiving({ enterpriseId, id, amount: yuanTextToFen('700'), reason: '注销' })
    await receives(enterpriseId, yuanTextToFen('100'))
    expect(await second.post(consoleFinanceRequest.decide.path, { ...decision, id: rest.id })).toMatchObject({ reason: 'BAD_DEBT_SHORT' })
    await second.api.consoleFinanceRequest.decide({ ...decision, id: rest.id, approve: false })
    mall.clock.forward(1_000)
    const last = await finance.api.consoleBadDebt.proposeForgiving({ enterpriseId, id, amount: yuanTextToFen('600'), reason: '注销' })
    await second.api.consoleFinanceRequest.decide({ ...decision, id: last.id })
    expect(await stands(lin, late)).toMatchObject({ state: 'PAID', label: '已免追偿', recovered: 10_000, forgiven: 90_000, toRecover: 0 })
    expect(await claims(enterpriseId, { state: 'FORGIVEN' })).toMatchObject([{ id, label: '已放弃', left: 0 }])
    expect((await buysOnCredit(lin)).answer).toMatchObject({ code: 200 })
    expect((await finance.api.consoleFinanceRequest.list({})).dataList.slice(0, 2)).toMatchObject([
      { kind: 'forgive', state: 'DONE', badDebtId: id, month: late, own: true },
      { kind: 'forgive', state: 'REFUSED', amount: 70_000 },
    ])
    await sound()
  })

  test('of a newer month is recovered after the older one, whatever month the buyer chose', async () => {
    const { lin, enterpriseId, late } = await owes()
    const newer = (await lin.api.statement.owed({})).months.at(-1)?.month ?? ''
    await dawns(`${newer.slice(0, 4)}-${String(Number(newer.slice(5)) + 1).padStart(2, '0')}-15`)
    await jobs()
    await writeOff(enterpriseId, newer, '200')
    await writeOff(enterpriseId, late, '300')
    const { parts } = await lin.api.statement.previewRepayment({ amount: yuanTextToFen('400'), months: [newer] })
    expect(parts).toEqual([
      { to: 'badDebt', month: late, amount: 30_000 },
      { to: 'badDebt', month: newer, amount: 10_000 },
    ])
    const due = (await lin.api.statement.owed({})).total
    expect(
      await lin.post(
        statement.repayByWallet.path,
        { amount: due / 100 + 0.01, payPwd: TEST_USER_PAYMENT_PASSWORD },
        { 'idempotency-key': randomUUID() },
      ),
    ).toMatchObject({
      reason: 'REPAY_TOO_MUCH',
    })
  })
})
