import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import type { SigningKind } from '#contract/billing/signings/signing-lifecycle.ts'
import { computeFascSignature, FASC_CONTENT_FIELD, fascHeaderNames } from '#server/adapters/e-signature/public.ts'
import { createAfterSaleHelpers } from '#server/platform/testing/after-sales.ts'
import { type Buyer, openMall } from '#server/platform/testing/mall.ts'
import { parsePdfTextByPage } from '#server/platform/testing/pdf-text.ts'
import { connectSigningSandbox, verifyCreditCode } from '#server/platform/testing/signing-sandbox.ts'
import { advanceDueSignings, advanceSigning } from './advance-signing.ts'

const mall = await openMall()
const { order } = await createAfterSaleHelpers(mall)
const provider = await connectSigningSandbox(mall)
const lin = await mall.buyer('林', { credit: '50000', wallet: '20000' })
const finance = await mall.staff('finance')
const { enterpriseId } = lin
const MINUTE_MS = 60_000

beforeAll(async () => {
  await verifyCreditCode(mall, lin)
  mall.services.publicUrl = await mall.app.listen({ host: '127.0.0.1', port: 0 })
})

const context = () => Object.assign({ db: mall.db, keys: mall.keys }, mall.services)
const advance = (id: string) => advanceSigning(context(), mall.moment(), { enterpriseId, id })
const runJob = () => advanceDueSignings(context(), mall.moment)
const found = async (kind: SigningKind, subject: string, buyer: Buyer = lin) =>
  (await buyer.api.signing.list({ kind, subjects: [subject] })).signings[0]
const taskOf = async (id: string) => {
  const { task_id } = await mall.db
    .selectFrom('signing')
    .select('task_id')
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return task_id
}
/** A paid order whose contract is with the provider. */
async function startedContract() {
  const { orderNo } = await order(lin, [{ price: '100.00', units: 6 }])
  const { id } = await lin.api.signing.start({ orderNo })
  await advance(id)
  return { orderNo, id, taskId: await taskOf(id) }
}
const bothSign = async (taskId: string) => {
  for (const { actorId } of provider.all().find(({ signTaskId }) => signTaskId === taskId)?.actors ?? []) provider.sign(taskId, actorId)
}
const titlesOf = async (document: string) =>
  (await lin.api.message.list({ pageSize: 50 })).dataList
    .filter(({ messageContent }) => messageContent.includes(document))
    .map(({ title }) => title)
const settled = (count: number) => expect.poll(() => provider.deliveries.length).toBeGreaterThanOrEqual(count)

const folder = mkdtempSync(path.join(tmpdir(), 'mall-signed-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What is signed of a PDF, by the numbers of its own text: each signature with the bytes that it covers. */
function readSignatures(pdf: Buffer): { signature: Buffer; covered: Buffer; end: number }[] {
  return [...pdf.toString('latin1').matchAll(/\/ByteRange \[0 (\d+) (\d+) (\d+)\]/g)].map(([, first, second, third]) => {
    const [until, from, rest] = [Number(first), Number(second), Number(third)]
    const hex = pdf.subarray(until + 1, from - 1).toString('latin1')
    const length = Buffer.from(hex, 'hex').readUInt16BE(2) + 4
    return {
      signature: Buffer.from(hex, 'hex').subarray(0, length),
      covered: Buffer.concat([pdf.subarray(0, until), pdf.subarray(from, from + rest)]),
      end: from + rest,
    }
  })
}

/** Verifies a signature with OpenSSL against the test authority. Returns the name of who signed. Throws if it is not valid, or if there is no OpenSSL. */
function verifyByOpenssl({ signature, covered }: { signature: Buffer; covered: Buffer }): string {
  const place = (name: string, bytes: Buffer | string) => {
    writeFileSync(path.join(folder, name), bytes)
    return path.join(folder, name)
  }
  const signer = path.join(folder, 'signer.pem')
  const files = [
    '-in',
    place('signature.der', signature),
    '-content',
    place('content', covered),
    '-CAfile',
    place('ca.pem', provider.authorityPem),
  ]
  const now = ['-attime', String(Math.floor(mall.clock.now.getTime() / 1_000))]
  execFileSync(
    'openssl',
    ['cms', '-verify', '-cades', '-binary', '-inform', 'DER', ...files, '-purpose', 'any', ...now, '-signer', signer, '-out', '/dev/null'],
    {
      stdio: 'pipe',
    },
  )
  return execFileSync('openssl', ['x509', '-in', signer, '-noout', '-subject', '-nameopt', 'utf8,sep_multiline']).toString()
}

test('a contract is signed by both sides; the signed file is kept sealed, and another program finds both signatures valid', async () => {
  const { orderNo } = await order(lin, [{ price: '1234.56', units: 2 }])
  const { id } = await lin.api.signing.start({ orderNo })
  expect(await lin.api.signing.start({ orderNo })).toEqual({ id })
  expect(await found('PURCHASE', orderNo)).toMatchObject({ id, state: 'DRAFT', version: 1, documentNo: orderNo })
  await advance(id)
  const taskId = await taskOf(id)
  expect(await found('PURCHASE', orderNo)).toMatchObject({ state: 'WAIT_BUYER', buyerSignedAt: null })
  expect(await finance.post(contract.consoleSigning.link.path, { enterpriseId, id })).toMatchObject({ reason: 'SIGNING_NOT_OUR_TURN' })
  const { url } = await lin.api.signing.link({ id })
  const page = await (await fetch(url)).text()
  expect(page).toContain(`购销合同 HT${orderNo} 林矿业有限公司`)
  await fetch(url, { method: 'POST', body: new URLSearchParams({ answer: 'sign' }) })
  await settled(1)
  await advance(id)
  expect(await found('PURCHASE', orderNo)).toMatchObject({ state: 'WAIT_SELLER', sellerSignedAt: null })
  provider.sign(taskId, 'seller')
  await advance(id)
  const signing = await found('PURCHASE', orderNo)
  expect(signing).toMatchObject({ state: 'SIGNED', buyerSignedAt: expect.any(Date), sellerSignedAt: expect.any(Date) })

  const unsigned = Buffer.from((await lin.api.contracts.purchase({ orderNo })).bytes)
  const { bytes, name, type } = await lin.api.signing.download({ id })
  const signed = Buffer.from(bytes)
  expect([type, name]).toEqual(['application/pdf', `购销合同-${orderNo}-已签署.pdf`])
  expect(signed.subarray(0, unsigned.length).equals(unsigned)).toBe(true)
  const signatures = readSignatures(signed)
  expect(signatures.map(verifyByOpenssl)).toEqual([expect.stringContaining('林矿业有限公司'), expect.stringContaining('岩锋工品')])
  // The last signature covers the whole file but itself, so nothing was added after it.
  expect(signatures.at(-1)?.end).toBe(signed.length)
  const [first] = signatures
  const changed = Buffer.from(first?.covered ?? [])
  changed.writeUInt8(changed.readUInt8(100) ^ 1, 100)
  expect(() => verifyByOpenssl({ signature: first?.signature ?? Buffer.alloc(0), covered: changed })).toThrow(
    /verification failure|digest/i,
  )
  expect(Buffer.from((await mall.services.files.get(id)) ?? []).includes('%PDF')).toBe(false)
  expect(Buffer.from((await finance.api.consoleSigning.download({ enterpriseId, id })).bytes).equals(signed)).toBe(true)
  const acts = await mall.db.selectFrom('audit_log').select('action').where('object_id', '=', id).execute()
  const byMembers = ['download signed document', 'download signed document', 'end signing', 'go to sign', 'start signing']
  expect(acts.map(({ action }) => action).sort()).toEqual(byMembers)
})

test('notices: lost ones are made up for, doubled and forged ones change nothing', async () => {
  const { orderNo, id, taskId } = await startedContract()
  // The notices of the story before, and of the start, have been asked about.
  await settled(4)
  await runJob()
  provider.faults.lose = 1
  provider.sign(taskId, 'buyer')
  expect(await runJob()).toBe(0)
  mall.clock.forward(10 * MINUTE_MS)
  expect(await runJob()).toBeGreaterThan(0)
  expect(await found('PURCHASE', orderNo)).toMatchObject({ state: 'WAIT_SELLER' })

  const asked = async () =>
    (await mall.db.selectFrom('outbox').select('payload').where('topic', '=', 'signing.asked').execute()).filter(
      ({ payload }) => (payload as { signingId: string }).signingId === id,
    ).length
  const url = `${mall.services.publicUrl}/api/signing-api/notice`
  const notify = (secret: string, content: object) => {
    const body = JSON.stringify(content)
    const headers: Record<string, string> = {
      [fascHeaderNames.appId]: provider.account.appId,
      [fascHeaderNames.signType]: 'HMAC-SHA256',
      [fascHeaderNames.timestamp]: String(mall.clock.now.getTime()),
      [fascHeaderNames.nonce]: 'n',
      [fascHeaderNames.event]: 'sign-task-finished',
    }
    headers[fascHeaderNames.sign] = computeFascSignature(Object.assign({ [FASC_CONTENT_FIELD]: body }, headers), secret)
    return fetch(url, { method: 'POST', headers, body: new URLSearchParams({ [FASC_CONTENT_FIELD]: body }) })
  }
  const before = await asked()
  const finished = { signTaskId: taskId, signTaskStatus: 'task_finished' }
  expect((await notify('forged', finished)).status).toBe(401)
  expect(await asked()).toBe(before)
  expect(await mall.db.selectFrom('audit_log').select(['outcome', 'reason']).where('action', '=', 'notice/signing').execute()).toEqual([
    { outcome: 'refused', reason: 'signature' },
  ])
  // A notice that is the provider's, but says what is not so, only makes the mall ask.
  expect(await (await notify(provider.account.appSecret, finished)).json()).toEqual({ msg: 'success' })
  expect(await asked()).toBe(before + 1)
  await runJob()
  expect(await found('PURCHASE', orderNo)).toMatchObject({ state: 'WAIT_SELLER', fileHash: null })

  Object.assign(provider.faults, { lose: 0, double: 1 })
  const sent = provider.deliveries.length
  provider.sign(taskId, 'seller')
  await settled(sent + 2)
  await Promise.all([runJob(), advance(id)])
  await runJob()
  provider.faults.double = 0
  expect(await found('PURCHASE', orderNo)).toMatchObject({ state: 'SIGNED' })
  const acts = await mall.db.selectFrom('audit_log').select('action').where('object_id', '=', id).orderBy('at').execute()
  expect(acts).toEqual([{ action: 'start signing' }, { action: 'end signing' }])
  expect(await titlesOf(orderNo)).toEqual(['文件已签署'])
  const notices = (await finance.api.consoleNotice.list({ pageSize: 50 })).dataList.filter(({ content }) => content.includes(orderNo))
  expect(notices.map(({ title }) => title)).toEqual(['电子文件待我方签署'])
})

test('while the provider is away nothing is lost, and a lost answer makes no second task', async () => {
  const { orderNo } = await order(lin, [{ price: '10.00', units: 1 }])
  provider.faults.away = true
  const { id } = await lin.api.signing.start({ orderNo })
  expect(await advance(id)).toBe(false)
  expect(await found('PURCHASE', orderNo)).toMatchObject({ state: 'DRAFT', reason: '签章服务暂时没有答复，将自动重试' })
  expect(await lin.post(contract.signing.cancel.path, { id, reason: '不签了' })).toMatchObject({ reason: 'SIGNING_LATER' })
  Object.assign(provider.faults, { away: false, mute: 1 })
  expect(await advance(id)).toBe(false)
  const tasks = () => provider.all().filter(({ transReferenceId }) => transReferenceId === id)
  expect(tasks()).toHaveLength(1)
  expect(await advance(id)).toBe(true)
  expect(tasks()).toHaveLength(1)
  expect(await found('PURCHASE', orderNo)).toMatchObject({ state: 'WAIT_BUYER', reason: '' })
  provider.faults.away = true
  expect(await lin.post(contract.signing.link.path, { id })).toMatchObject({ reason: 'SIGNING_LATER' })
  provider.faults.away = false
  await lin.api.signing.cancel({ id, reason: '线下签署' })
  expect(tasks()).toMatchObject([{ signTaskStatus: 'task_terminated', terminationNote: '线下签署' }])
  expect(await found('PURCHASE', orderNo)).toMatchObject({ state: 'CANCELLED', reason: '线下签署' })
  expect(await lin.post(contract.signing.cancel.path, { id, reason: '再撤' })).toMatchObject({ reason: 'SIGNING_CLOSED' })
  const again = await lin.api.signing.start({ orderNo })
  expect(again.id).not.toBe(id)
})

test('a refusal, an expiry, and a cancel that came too late say what the provider says', async () => {
  const [refused, expired, late] = [await startedContract(), await startedContract(), await startedContract()]
  provider.refuse(refused.taskId, 'buyer', '单价与询价不符')
  await advance(refused.id)
  expect(await found('PURCHASE', refused.orderNo)).toMatchObject({ state: 'REFUSED', reason: '单价与询价不符' })
  expect(await titlesOf(refused.orderNo)).toEqual(['文件签署未完成'])
  expect(await lin.post(contract.signing.link.path, { id: refused.id })).toMatchObject({ reason: 'SIGNING_CLOSED' })
  expect(await lin.post(contract.signing.download.path, { id: refused.id })).toMatchObject({ reason: 'SIGNED_FILE_NOT_READY' })
  await bothSign(late.taskId)
  expect(await finance.post(contract.consoleSigning.cancel.path, { enterpriseId, id: late.id, reason: '重复' })).toMatchObject({
    reason: 'SIGNING_CLOSED',
  })
  expect(await found('PURCHASE', late.orderNo)).toMatchObject({ state: 'SIGNED' })
  mall.clock.forward(31 * 24 * 60 * MINUTE_MS)
  await mall.renew()
  await runJob()
  expect(await found('PURCHASE', expired.orderNo)).toMatchObject({ state: 'EXPIRED' })
})

test('a changed contract is a new version: what was open or signed of the old one is void', async () => {
  const skuId = await mall.createSku('钎头', { sale: '10.00', credit: '20.00' })
  const lines = [{ skuId, goodsNum: 100 }]
  const { quote } = await lin.api.order.preview({ lines, method: 'transfer' })
  const { tradeId, orders } = await lin.api.order.submit({ lines, method: 'transfer', addressId: lin.addressId, quote })
  const orderNo = orders[0]?.orderNo ?? ''
  const first = await lin.api.signing.start({ orderNo })
  await advance(first.id)
  await lin.api.order.changeMethod({ tradeId, method: 'credit' })
  expect(await found('PURCHASE', orderNo)).toMatchObject({ id: first.id, state: 'VOID', reason: '文件内容已变更，以新版本为准' })
  expect(await lin.post(contract.signing.link.path, { id: first.id })).toMatchObject({ reason: 'SIGNING_OUTDATED' })
  await runJob()
  expect(provider.all().find(({ transReferenceId }) => transReferenceId === first.id)).toMatchObject({ signTaskStatus: 'task_terminated' })
  const second = await lin.api.signing.start({ orderNo })
  await advance(second.id)
  await bothSign(await taskOf(second.id))
  await advance(second.id)
  expect(await found('PURCHASE', orderNo)).toMatchObject({ id: second.id, version: 2, state: 'SIGNED' })
  await lin.api.order.changeMethod({ tradeId, method: 'wallet' })
  const third = await lin.api.signing.start({ orderNo })
  // Its task is created, and the answer lost, while the contract changes again: it is found and ended.
  provider.faults.mute = 1
  expect(await advance(third.id)).toBe(false)
  await lin.api.order.changeMethod({ tradeId, method: 'credit' })
  expect(await advance(third.id)).toBe(true)
  expect(provider.all().find(({ transReferenceId }) => transReferenceId === third.id)).toMatchObject({ signTaskStatus: 'task_terminated' })
  const rows = await mall.db
    .selectFrom('signing')
    .select(['version', 'state'])
    .where('enterprise_id', '=', enterpriseId)
    .where('subject', '=', orderNo)
    .orderBy('version')
    .execute()
  expect(rows).toEqual([
    { version: 1, state: 'VOID' },
    { version: 2, state: 'VOID' },
    { version: 3, state: 'VOID' },
  ])
  expect((await lin.api.signing.download({ id: second.id })).bytes.length).toBeGreaterThan(1_000)

  const cancelled = await startedContract()
  await lin.api.order.askCancel({ orderNo: cancelled.orderNo, reason: '不要了' })
  await (await mall.staff('support')).api.consoleOrder.agreeCancel({ enterpriseId, orderNo: cancelled.orderNo })
  expect(await lin.post(contract.signing.link.path, { id: cancelled.id })).toMatchObject({ reason: 'SIGNING_OUTDATED' })
  expect(await found('PURCHASE', cancelled.orderNo)).toMatchObject({ state: 'VOID', reason: '订单已取消，签署随之作废' })
})

test('the credit agreement and a confirmation letter are started by finance; the letter is signed by the platform first', async () => {
  const { id } = await finance.api.consoleSigning.startCredit({ enterpriseId })
  await advance(id)
  const [agreement] = (await lin.api.signing.list({ kind: 'CREDIT' })).signings
  expect(agreement).toMatchObject({ id, state: 'WAIT_BUYER' })
  expect((await lin.api.signing.link({ id })).url).toContain('/buyer')
  expect(await lin.post(contract.signing.cancel.path, { id, reason: '不签' })).toMatchObject({ reason: 'SIGNING_NOT_FOUND' })
  const letter = await finance.api.consoleSigning.startLetter({ enterpriseId, day: '2026-11-17' })
  await advance(letter.id)
  expect(await found('CONFIRMATION', '2026-11-17')).toMatchObject({ id: letter.id, state: 'WAIT_SELLER' })
  expect(await lin.post(contract.signing.link.path, { id: letter.id })).toMatchObject({ reason: 'SIGNING_NOT_OUR_TURN' })
  const { url } = await finance.api.consoleSigning.link({ enterpriseId, id: letter.id })
  await fetch(url, { method: 'POST', body: new URLSearchParams({ answer: 'sign' }) })
  // The notice may be on its way: whoever goes to sign makes the mall ask.
  expect((await lin.api.signing.link({ id: letter.id })).url).toContain('/buyer')
  expect(await titlesOf('往来询证函 2026-11-17')).toEqual(['有文件待签署'])
  provider.sign(await taskOf(letter.id), 'buyer')
  await advance(letter.id)
  const { bytes } = await lin.api.signing.download({ id: letter.id })
  expect(readSignatures(Buffer.from(bytes)).map(verifyByOpenssl)).toEqual([
    expect.stringContaining('岩锋工品'),
    expect.stringContaining('林矿业有限公司'),
  ])
  // Nobody can tick a box of a signed file: who does not agree refuses, with his reason.
  const text = parsePdfTextByPage(Buffer.from(bytes)).join('')
  expect(text).toContain('我公司核对无误，以电子签章确认')
  expect(text).not.toContain('信息证明无误')
  const { dataList } = await finance.api.consoleSigning.list({ enterpriseId, kind: 'CONFIRMATION' })
  expect(dataList).toMatchObject([{ documentNo: '2026-11-17', state: 'SIGNED', enterpriseName: '林矿业有限公司' }])
})

test('a person sees and signs what he may; another company finds nothing; without a provider nothing starts', async () => {
  const { orderNo, id } = await startedContract()
  const [wu, looks, buys] = [await mall.buyer('吴'), await mall.subAccount(lin, ['lookOrder']), await mall.subAccount(lin, ['buyPay'])]
  expect(await found('PURCHASE', orderNo, wu)).toBeUndefined()
  for (const { path: call } of [contract.signing.link, contract.signing.download])
    expect(await wu.post(call, { id })).toMatchObject({ code: 404, reason: 'SIGNING_NOT_FOUND' })
  expect(await wu.post(contract.signing.cancel.path, { id, reason: '试' })).toMatchObject({ reason: 'SIGNING_NOT_FOUND' })
  expect(await wu.post(contract.signing.start.path, { orderNo })).toMatchObject({ reason: 'ORDER_NOT_FOUND' })
  expect(await found('PURCHASE', orderNo, looks)).toMatchObject({ id })
  expect((await looks.api.signing.list({ kind: 'CONFIRMATION' })).signings).toEqual([])
  expect(await looks.post(contract.signing.link.path, { id })).toMatchObject({ code: 403 })
  expect((await buys.api.signing.link({ id })).url).toContain('/buyer')
  const [letter] = (await lin.api.signing.list({ kind: 'CONFIRMATION' })).signings
  expect(await buys.post(contract.signing.link.path, { id: letter?.id })).toMatchObject({ reason: 'SIGNING_NOT_FOUND' })
  expect(await looks.post(contract.signing.download.path, { id: letter?.id })).toMatchObject({ reason: 'SIGNING_NOT_FOUND' })
  const { eSignature } = mall.services
  mall.services.eSignature = undefined
  expect(await lin.post(contract.signing.start.path, { orderNo })).toMatchObject({ reason: 'SIGNING_OFF' })
  expect(await lin.api.signing.list({ kind: 'PURCHASE' })).toMatchObject({ isOn: false })
  mall.services.eSignature = eSignature
})
