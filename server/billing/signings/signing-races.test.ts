import { beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { describeSigningReason, getSigningStateLabel } from '#contract/billing/signings/signing-lifecycle.ts'
import { createFascESignature, type ESignatureService } from '#server/adapters/e-signature/public.ts'
import { GatewayOutcomeUnknownError, GatewayRefusalError } from '#server/adapters/gateway/public.ts'
import { recordVerifiedEnterpriseDetails } from '#server/people/organisation/public.ts'
import type { OutboxTopics } from '#server/platform/core/outbox.ts'
import { createAfterSaleHelpers } from '#server/platform/testing/after-sales.ts'
import { openMall, TEST_USER_PAYMENT_PASSWORD } from '#server/platform/testing/mall.ts'
import { parsePdfTextByPage } from '#server/platform/testing/pdf-text.ts'
import { connectSigningSandbox, verifyCreditCode } from '#server/platform/testing/signing-sandbox.ts'
import { advanceDueSignings, advanceSigning } from './advance-signing.ts'
import { voidSigningsOfChangedDocuments } from './changed-documents.ts'
import { scheduleSigningQueriesNow } from './signing-store.ts'

const mall = await openMall()
const { order } = await createAfterSaleHelpers(mall)
const provider = await connectSigningSandbox(mall)
const lin = await mall.buyer('林', { credit: '50000', wallet: '20000' })
const finance = await mall.staff('finance')
const { enterpriseId } = lin
const MINUTE_MS = 60_000
const skuId = await mall.createSku('钎头', { sale: '10.00', credit: '20.00' })

beforeAll(async () => {
  await verifyCreditCode(mall, lin)
  mall.services.publicUrl = await mall.app.listen({ host: '127.0.0.1', port: 0 })
})

const context = () => Object.assign({ db: mall.db, keys: mall.keys }, mall.services)
const advance = (id: string) => advanceSigning(context(), mall.moment(), { enterpriseId, id })
const runJob = () => advanceDueSignings(context(), mall.moment)
const rowOf = (id: string) =>
  mall.db.selectFrom('signing').selectAll().where('enterprise_id', '=', enterpriseId).where('id', '=', id).executeTakeFirstOrThrow()
const found = async (subject: string) => (await lin.api.signing.list({ kind: 'PURCHASE', subjects: [subject] })).signings[0]
const foundByStaff = async (id: string) =>
  (await finance.api.consoleSigning.list({ enterpriseId, pageSize: 100 })).dataList.find((one) => one.id === id)

const { eSignature } = mall.services
const real = eSignature ?? expect.fail('no provider')
/** Asks the provider, some of whose calls are others. */
const advanceWith = (id: string, change: Partial<ESignatureService>) =>
  advanceSigning(Object.assign(context(), { eSignature: Object.assign({}, real, change) }), mall.moment(), { enterpriseId, id })
const refuseCall = (message: string) => async () => {
  throw new GatewayRefusalError('211000', message)
}

async function started() {
  const { orderNo } = await order(lin, [{ price: '100.00', units: 6 }])
  const { id } = await lin.api.signing.start({ orderNo })
  return { orderNo, id }
}
/** How often the audit log says that a signing has ended. */
const countRecordedEnds = async (id: string) =>
  (await mall.db.selectFrom('audit_log').select('id').where('object_id', '=', id).where('action', '=', 'end signing').execute()).length
/** What the company was told about the signing of a contract, the newest first. */
const messagesOf = async (orderNo: string) =>
  (await lin.api.message.list({ pageSize: 50 })).dataList
    .map(({ messageContent }) => messageContent)
    .filter((text) => text.includes(`购销合同 ${orderNo}`))
/** Does what makes the provider send notices, until the mall has them. */
async function untilNoticed(count: number, work: () => unknown): Promise<void> {
  const sent = provider.deliveries.length
  await work()
  await expect.poll(() => provider.deliveries.length).toBe(sent + count)
}
/** A contract that both sides have signed at the provider; the mall has not asked yet. */
async function signedThere() {
  const { orderNo, id } = await started()
  await untilNoticed(1, () => advance(id))
  const { task_id: taskId } = await rowOf(id)
  for (const party of ['buyer', 'seller']) await untilNoticed(1, () => provider.sign(taskId, party))
  return { orderNo, id, taskId }
}
async function unpaid() {
  const lines = [{ skuId, goodsNum: 100 }]
  const { quote } = await lin.api.order.preview({ lines, method: 'transfer' })
  const { tradeId, orders } = await lin.api.order.submit({ lines, method: 'transfer', addressId: lin.addressId, quote })
  return { tradeId, orderNo: orders[0]?.orderNo ?? '' }
}
const handledEvents = new Set<string>()
/** Does what the job of the event does, once for each event. */
async function voidChanged() {
  const events = await mall.db.selectFrom('outbox').select(['id', 'payload']).where('topic', '=', 'document.changed').execute()
  const fresh = events.filter(({ id }) => !handledEvents.has(id))
  for (const { id } of fresh) handledEvents.add(id)
  for (const { payload } of fresh)
    await voidSigningsOfChangedDocuments(context(), mall.moment(), payload as unknown as OutboxTopics['document.changed'])
}
const rename = (name: string) =>
  mall.runInTransaction((tx) => recordVerifiedEnterpriseDetails(tx, enterpriseId, { name, authLevel: 3, authStatus: 7 }))

test('a run that took longer than its claim writes nothing, and does not touch the file of the next one', async () => {
  const { id, orderNo } = await signedThere()
  const [begun, finished] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow = advanceWith(id, {
    async downloadSignedPdf(task, now) {
      const bytes = await real.downloadSignedPdf(task, now)
      begun.resolve()
      await finished.promise
      return new Uint8Array(Buffer.concat([bytes, Buffer.from(' ')]))
    },
  })
  await begun.promise
  // It is known already that both have signed, so nobody is sent to sign.
  const fetching = (await found(orderNo)) ?? expect.fail('no signing')
  expect(fetching).toMatchObject({ reason: '双方已签署，正在取回已签署的文件', buyerSignedAt: expect.any(Date) })
  expect(getSigningStateLabel(fetching, 'buyer')).toBe('正在取回文件')
  expect(await lin.post(contract.signing.link.path, { id })).toMatchObject({ reason: 'SIGNING_NOT_OUR_TURN' })
  mall.clock.forward(3 * MINUTE_MS)
  expect(await advance(id)).toBe(true)
  const kept = Buffer.from((await lin.api.signing.download({ id })).bytes)
  finished.resolve()
  await slow
  expect(Buffer.from((await lin.api.signing.download({ id })).bytes).equals(kept)).toBe(true)
  expect(await countRecordedEnds(id)).toBe(1)
  expect(await messagesOf(orderNo)).toEqual([expect.stringContaining('双方已签署')])
})

test('a notice during a question is not lost, and one that knows only our reference finds its draft', async () => {
  const { id, orderNo } = await started()
  const { now } = mall.clock
  // The provider sends its notice of the new task, and its answer is lost.
  provider.faults.mute = 1
  await untilNoticed(1, async () => expect(await advance(id)).toBe(false))
  expect((await rowOf(id)).next_query_at).toEqual(now)
  expect(await mall.db.selectFrom('audit_log').select('reason').where('action', '=', 'notice/signing').execute()).toEqual([])
  expect(await advance(id)).toBe(true)
  expect(await found(orderNo)).toMatchObject({ state: 'WAIT_BUYER' })
  const { task_id: taskId } = await rowOf(id)
  await advanceWith(id, {
    async getSigningTask(...asked) {
      const report = await real.getSigningTask(...asked)
      await untilNoticed(1, () => provider.sign(taskId, 'buyer'))
      return report
    },
  })
  expect(await rowOf(id)).toMatchObject({ state: 'WAIT_BUYER', next_query_at: now })
  await runJob()
  expect(await found(orderNo)).toMatchObject({ state: 'WAIT_SELLER' })
})

test('a run ends when the provider is away or time is up; the delays grow; what the provider does not take ends the draft', async () => {
  const ids: string[] = []
  for (let count = 0; count < 5; count++) ids.push((await started()).id)
  const [first = ''] = ids
  let asked = 0
  const away = async (): Promise<never> => {
    asked++
    throw new GatewayOutcomeUnknownError('away')
  }
  const contextAway = Object.assign(context(), { eSignature: Object.assign({}, real, { findSigningTask: away }) })
  expect(await advanceDueSignings(contextAway, mall.moment)).toBe(0)
  expect(asked).toBe(3)
  const waits = async () => ((await rowOf(first)).next_query_at?.getTime() ?? 0) - mall.clock.now.getTime()
  const delays: number[] = []
  for (let count = 0; count < 4; count++) {
    delays.push((await waits()) / MINUTE_MS)
    await advanceWith(first, { findSigningTask: away })
  }
  expect(delays).toEqual([1, 2, 5, 10])
  asked = 0
  const slowAway = Object.assign({}, real, {
    findSigningTask: async () => {
      asked++
      mall.clock.forward(30_000)
      return undefined
    },
    createSigningTask: async () => `task ${asked}`,
  })
  expect(await advanceDueSignings(Object.assign(context(), { eSignature: slowAway }), mall.moment)).toBe(2)
  expect(asked).toBe(2)
  // Two of the five are with the provider now; the first one waits for its next try, and two drafts are left.
  const drafts = await mall.db
    .selectFrom('signing')
    .select('id')
    .where('enterprise_id', '=', enterpriseId)
    .where('state', '=', 'DRAFT')
    .where('id', '<>', first)
    .execute()
  const taken = drafts[0]?.id ?? expect.fail('no draft')
  expect(drafts).toHaveLength(2)
  await advanceWith(taken, { createSigningTask: refuseCall('签署方名称不合规') })
  expect(await rowOf(taken)).toMatchObject({ state: 'CANCELLED', reason: '签章服务没有受理：211000: 签署方名称不合规' })
  mall.clock.forward(31 * 24 * 60 * MINUTE_MS)
  await mall.renew()
  await advance(first)
  expect(await rowOf(first)).toMatchObject({ state: 'EXPIRED' })
})

test('a contract that is signed before the payment keeps its parties; a changed or cancelled order is void on every screen', async () => {
  const { tradeId, orderNo } = await unpaid()
  const { id } = await lin.api.signing.start({ orderNo })
  await advance(id)
  const { task_id: taskId } = await rowOf(id)
  provider.sign(taskId, 'buyer')
  await rename('改名矿业有限公司')
  await advance(id)
  expect(await found(orderNo)).toMatchObject({ state: 'WAIT_SELLER' })
  provider.sign(taskId, 'seller')
  await advance(id)
  const before = await found(orderNo)
  expect(before).toMatchObject({ state: 'SIGNED', version: 1 })
  expect(await lin.api.signing.start({ orderNo })).toEqual({ id })
  await lin.api.order.changeMethod({ tradeId, method: 'wallet' })
  expect(await found(orderNo)).toMatchObject({ state: 'VOID', reason: '文件内容已变更，以新版本为准' })
  await voidChanged()
  expect(await foundByStaff(id)).toMatchObject({ state: 'VOID', reason: '文件内容已变更，以新版本为准' })
  const second = await lin.api.signing.start({ orderNo })
  await rename('林矿业有限公司')
  await lin.api.order.payByWallet({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
  const paper = parsePdfTextByPage(Buffer.from((await lin.api.contracts.purchase({ orderNo })).bytes)).join('')
  expect(paper).toContain('买方（甲方）改名矿业有限公司')
  expect(paper).toContain((await found(orderNo))?.hash)
  await advance(second.id)
  await voidChanged()
  expect(await found(orderNo)).toMatchObject({ id: second.id, state: 'WAIT_BUYER' })

  const given = await unpaid()
  const open = await lin.api.signing.start({ orderNo: given.orderNo })
  await advance(open.id)
  await lin.api.order.cancel({ orderNo: given.orderNo, reason: '买错了' })
  const cancelled = { state: 'VOID', reason: '订单已取消，签署随之作废' }
  expect(await found(given.orderNo)).toMatchObject(cancelled)
  await voidChanged()
  await runJob()
  expect(await foundByStaff(open.id)).toMatchObject(cancelled)
  expect(provider.all().find(({ transReferenceId }) => transReferenceId === open.id)).toMatchObject({ signTaskStatus: 'task_terminated' })
})

test('a document that both revoke at the provider is void; what the provider does not take stays as it is, and says why', async () => {
  const { id, orderNo, taskId } = await signedThere()
  await advance(id)
  expect(await found(orderNo)).toMatchObject({ state: 'SIGNED' })
  // A notice about a signed document makes the mall ask, and what has not changed stays.
  await mall.runInTransaction((tx) => scheduleSigningQueriesNow(tx, mall.moment(), enterpriseId, [id]))
  await runJob()
  expect(await rowOf(id)).toMatchObject({ state: 'SIGNED', next_query_at: null })
  await untilNoticed(1, () => provider.revoke(taskId))
  await runJob()
  expect(await found(orderNo)).toMatchObject({ state: 'VOID', reason: '已在签章平台作废' })

  const open = await started()
  await advance(open.id)
  mall.services.eSignature = Object.assign({}, real, { cancelSigningTask: refuseCall('系统繁忙'), getSigningUrl: refuseCall('系统繁忙') })
  const refused = { reason: 'SIGNING_REFUSED_BY_PROVIDER', msg: '签章服务没有受理：211000: 系统繁忙' }
  expect(await lin.post(contract.signing.cancel.path, { id: open.id, reason: '不签了' })).toMatchObject(refused)
  expect(await lin.post(contract.signing.link.path, { id: open.id })).toMatchObject(refused)
  mall.services.eSignature = real
  expect(await found(open.orderNo)).toMatchObject({ state: 'WAIT_BUYER' })
  await lin.api.signing.cancel({ id: open.id, reason: '不签了' })
  expect(await countRecordedEnds(open.id)).toBe(1)
  expect(await messagesOf(open.orderNo)).toEqual([expect.stringContaining('已撤销。不签了')])
})

test('an order that is cancelled while its signed file is on its way is void; an agreement of a renamed company is another document', async () => {
  const { orderNo } = await unpaid()
  const { id } = await lin.api.signing.start({ orderNo })
  await advance(id)
  const { task_id: taskId } = await rowOf(id)
  for (const party of ['buyer', 'seller']) provider.sign(taskId, party)
  await advanceWith(id, {
    async downloadSignedPdf(task, now) {
      await lin.api.order.cancel({ orderNo, reason: '买错了' })
      await voidChanged()
      return real.downloadSignedPdf(task, now)
    },
  })
  expect(await rowOf(id)).toMatchObject({ state: 'SIGNED' })
  await voidChanged()
  expect(await foundByStaff(id)).toMatchObject({ state: 'VOID', reason: '订单已取消，签署随之作废', fileHash: expect.any(String) })
  expect(await countRecordedEnds(id)).toBe(2)
  expect(await messagesOf(orderNo)).toEqual(
    expect.arrayContaining([expect.stringContaining('双方已签署'), expect.stringContaining('已失效。订单已取消，签署随之作废')]),
  )

  const agreement = await finance.api.consoleSigning.startCredit({ enterpriseId })
  await advance(agreement.id)
  expect(await rowOf(agreement.id)).toMatchObject({ state: 'WAIT_BUYER' })
  await rename('又改名矿业有限公司')
  expect(await lin.post(contract.signing.link.path, { id: agreement.id })).toMatchObject({ reason: 'SIGNING_OUTDATED' })
  await advance(agreement.id)
  expect(await rowOf(agreement.id)).toMatchObject({ state: 'VOID', reason: '文件内容已变更，以新版本为准' })
  expect(provider.all().find(({ transReferenceId }) => transReferenceId === agreement.id)).toMatchObject({
    signTaskStatus: 'task_terminated',
  })
  const notices = (await finance.api.consoleNotice.list({})).dataList.map(({ title }) => title)
  expect(notices).toContain('电子文件签署已失效')
  const letter = await finance.api.consoleSigning.startLetter({ enterpriseId, day: '2026-11-16' })
  expect(letter.isNew).toBe(true)
  expect(await finance.api.consoleSigning.startLetter({ enterpriseId, day: '2026-11-16' })).toEqual({ id: letter.id, isNew: false })
  await advance(letter.id)
  provider.refuse((await rowOf(letter.id)).task_id, 'seller', '余额有误')
  await advance(letter.id)
  expect(describeSigningReason((await foundByStaff(letter.id)) ?? expect.fail('no letter'))).toBe('卖方拒绝签署：余额有误')
})

test('a refusal is an answer: the run goes on, and a task whose time is over has expired', async () => {
  const ids: string[] = []
  for (let count = 0; count < 4; count++) {
    const { id } = await started()
    await untilNoticed(1, () => advance(id))
    ids.push(id)
  }
  mall.clock.forward(60 * MINUTE_MS)
  const asked = new Set<string>()
  const refuseTask = refuseCall('签署任务不存在')
  const refusing: Partial<ESignatureService> = {
    getSigningTask(taskId) {
      asked.add(taskId)
      return refuseTask()
    },
  }
  const runRefused = () => advanceDueSignings(Object.assign(context(), { eSignature: Object.assign({}, real, refusing) }), mall.moment)
  expect(await runRefused()).toBe(0)
  const rows = await Promise.all(ids.map(rowOf))
  expect(rows.filter(({ task_id }) => asked.has(task_id))).toHaveLength(4)
  expect(rows.map(({ state, tries }) => [state, tries])).toEqual(ids.map(() => ['WAIT_BUYER', 1]))
  mall.clock.forward(31 * 24 * 60 * MINUTE_MS)
  await mall.renew()
  // A secret that is wrong says nothing of any task.
  const account = Object.assign({}, provider.account, { appSecret: 'wrong' })
  const wrong = createFascESignature(account, () => mall.moment().newId())
  for (const id of ids) {
    expect(await advanceWith(id, wrong)).toBe(false)
    expect(await rowOf(id)).toMatchObject({ state: 'WAIT_BUYER', tries: 2 })
  }
  const draft = await started()
  expect(await advanceWith(draft.id, wrong)).toBe(false)
  expect(await found(draft.orderNo)).toMatchObject({ state: 'DRAFT', reason: '签章服务没有受理：100012: 签名错误' })
  mall.clock.forward(60 * MINUTE_MS)
  await runRefused()
  for (const id of ids) expect(await rowOf(id)).toMatchObject({ state: 'EXPIRED', reason: '签章服务没有受理：211000: 签署任务不存在' })
})
