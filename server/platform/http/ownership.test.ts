import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { contract } from '#contract/api.ts'
import type { VerificationLevel, VerificationStatus } from '#contract/people/verification/verification-status.ts'
import { toFormData } from '#contract/platform/core/client.ts'
import type { Endpoint, EndpointGroup } from '#contract/platform/core/endpoint.ts'
import { isStaffAccess } from '#contract/platform/core/permissions.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { saveSettingGroup } from '#server/content/content/public.ts'
import { insertMembership, recordVerifiedEnterpriseDetails } from '#server/people/organisation/public.ts'
import { createSmsCodeAndSendAfterCommit } from '#server/people/sms/public.ts'
import { tenantTables } from '#server/platform/core/tenant-guard.ts'
import { createCouponHelpers } from '#server/platform/testing/coupons.ts'
import { createDebtHelpers } from '#server/platform/testing/debts.ts'
import { type Buyer, openMall, TEST_USER_PAYMENT_PASSWORD, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { connectSandboxPaymentProvider } from '#server/platform/testing/payment-provider.ts'
import { createRequestedQuotationLine } from '#server/platform/testing/quotations.ts'
import { connectSigningSandbox } from '#server/platform/testing/signing-sandbox.ts'
import { createSmsRequester } from '#server/platform/testing/sms-requester.ts'
import { createTestUser, type TestUser } from '#server/platform/testing/test-user.ts'
import { toBlob } from '#server/platform/testing/uploads.ts'
import { createWaybillNo } from '#server/platform/testing/waybills.ts'

// T-08: every field of every call that names a thing × a thing of another company. "Not yours" and "not found" are the same answer, and no
// row changes.

interface Def {
  type: string
  format?: string
  innerType?: z.ZodMiniType
  in?: z.ZodMiniType
  element?: z.ZodMiniType
  valueType?: z.ZodMiniType
  shape?: Record<string, z.ZodMiniType>
}

/** Ids of common things that belong to no company: goods, SKUs, shops, brands, machine models and tags. */
const PUBLIC = new Set([
  'skuId',
  'goodsId',
  'shopId',
  'brandId',
  'machineModelId',
  'skuIds',
  'goodsIds',
  'brandIds',
  'templateId',
  'kindId',
  'addTagIds',
  'removeTagIds',
])

/** The fields of an input that name something of a company, with their paths. */
function idsOf(schema: z.ZodMiniType, path = ''): string[] {
  const def = schema._zod.def as unknown as Def
  if (def.innerType) return idsOf(def.innerType, path)
  if (def.in) return idsOf(def.in, path)
  if (def.type === 'object')
    return Object.entries(def.shape ?? {}).flatMap(([name, field]) => idsOf(field, path ? `${path}.${name}` : name))
  if (def.type === 'array' && def.element) return idsOf(def.element, `${path}[]`)
  if (def.type === 'record' && def.valueType) return idsOf(def.valueType, `${path}{}`)
  const name =
    path
      .replace(/(\[\]|\{\})$/, '')
      .split('.')
      .at(-1) ?? ''
  const names =
    def.type === 'string' &&
    (def.format === 'uuid' || /(^|[a-z])(id|Id|No)s?$/.test(name)) &&
    !/^(idNo|legalIdNo|licenceNo|trackingNo|bankCardNo|billNo|taxNo|accountNo|serialNo)$/.test(name)
  return names && !PUBLIC.has(name) ? [path] : []
}

const mall = await openMall()
mall.services.documentReader = { read: async () => ({ state: 'unreadable', reason: '' }) }
const switchedOn = { group: 'reading', values: { pictures: true, register: false }, staffId: null, changes: [] } as const
await mall.runInTransaction((tx) => saveSettingGroup(tx, mall.moment(), switchedOn))
const debts = createDebtHelpers(mall)
await connectSandboxPaymentProvider(mall)
await connectSigningSandbox(mall)
const isStaffCall = ({ needs }: Endpoint) => isStaffAccess(needs)
const calls: Endpoint[] = Object.values<EndpointGroup>(contract).flatMap((api) => Object.values(api))
const naming = calls.filter((call) => !isStaffCall(call)).flatMap((call) => idsOf(call.input).map((field) => ({ call, field })))
const crossing = calls.filter((call) => isStaffCall(call) && idsOf(call.input).includes('enterpriseId') && idsOf(call.input).length > 1)

const lin = await mall.buyer('林', { credit: '500000', wallet: '10000' })
const skuId = await mall.createSku('截齿', { sale: '10.00', credit: '11.00' })
const picture = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#888' } })
  .jpeg()
  .toBuffer()

/** Everything that the victim owns, by the field names of the calls. */
async function belongings() {
  await lin.api.cart.add({ skuId, goodsNum: 3 })
  const lines = [{ skuId, goodsNum: 2 }]
  const order = async (method: 'credit' | 'wallet' | 'online' | 'transfer') => {
    const { quote } = await lin.api.order.preview({ lines, method })
    const { tradeId, orders } = await lin.api.order.submit({ lines, method, addressId: lin.addressId, quote })
    return { tradeId, orderNo: orders[0]?.orderNo ?? '' }
  }
  const [unpaid, sent] = [await order('wallet'), await order('credit')]
  await lin.api.order.payByCredit({ tradeId: sent.tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
  const warehouse = await mall.staff('warehouse')
  const parcel = { carrier: '德邦快递', trackingNo: createWaybillNo(), lines: [{ lineNo: 1, quantity: 1 }] }
  const { id: wave } = await warehouse.api.consoleWave.create({ count: 1 })
  await warehouse.api.consoleFulfilment.ship({ enterpriseId: lin.enterpriseId, orderNo: sent.orderNo, ...parcel })
  const sentLines = [{ lineNo: 1, stage: 'sent' as const, quantity: 1 }]
  const asks = { orderNo: sent.orderNo, type: 'REFUND' as const, lines: sentLines, reason: '质量问题', description: '' }
  const { id: afterSale } = await lin.api.afterSale.apply(asks)
  const { id: quotation } = await lin.api.quotation.create({ lines: [createRequestedQuotationLine({ skuId, goodsNum: 2 })] })
  const proposed = { enterpriseId: lin.enterpriseId, userId: lin.userId, lines: [{ skuId, goodsNum: 2 }] }
  const { id: proposal } = await (await mall.staff('support')).api.consoleOrderProposal.send(proposed)
  const { id: comment } = await lin.api.comment.add({
    orderNo: await receivedOrder(lin),
    lineNo: 1,
    stars: 5,
    text: '耐磨',
    pictures: [await uploadBy(lin, 'comment')],
  })
  const { replyId } = await lin.api.comment.reply({ id: comment, text: '已用完一批' })
  const clerk = await lin.api.subUser.add({
    mobile: '13911110001',
    name: '文员',
    permCode: 'buyPay,lookGoods',
    orderLimit: yuanTextToFen('1.00'),
    monthLimit: null,
  })
  const buyer = await mall.subAccount(lin, ['buyPay', 'lookOrder'])
  await mall.db
    .updateTable('membership')
    .set({ order_limit_fen: yuanTextToFen('0.01') })
    .where('enterprise_id', '=', lin.enterpriseId)
    .where('user_id', '=', buyer.userId)
    .execute()
  const { quote } = await buyer.api.order.preview({ lines, method: 'wallet' })
  await buyer.api.order.submit({ lines, method: 'wallet', addressId: lin.addressId, quote })
  await mall.runInTransaction((tx) => recordVerifiedEnterpriseDetails(tx, lin.enterpriseId, { authLevel: 2, authStatus: 4 }))
  await lin.api.verification.seniorAuthOnly(other)
  const upload = async (purpose: 'avatar' | 'idPhoto' | 'licence' | 'cashFlow') => uploadBy(lin, purpose)
  const { paymentId } = await lin.api.payment.create({ tradeId: (await order('online')).tradeId, channel: 'wechat' })
  const owed = await debtsOfLin()
  const { paymentId: transfer } = await lin.api.transfer.begin({ tradeId: (await order('transfer')).tradeId })
  const brought = { paymentId: transfer, fileIds: [await uploadBy(lin, 'voucher')], remark: '' }
  const { vouchers } = await lin.api.transfer.submitVoucher(brought)
  const title = await titleOf(lin)
  const { id: invoice } = await lin.api.invoice.apply({ month: MONTH, shopId: mall.shopId, titleId: title, email: 'a@b.cn', remark: '' })
  return {
    ...owed,
    ...(await worksiteOfLin(buyer.userId)),
    ...(await integrationOfLin()),
    ...(await collectionOfLin()),
    signing: await signingOfLin(),
    title,
    invoice,
    transfer,
    voucher: vouchers[0]?.id ?? expect.fail('no voucher'),
    payment: paymentId,
    bill: (await lin.api.bill.list({})).dataList[0]?.id ?? expect.fail('no bill'),
    unpaid,
    sent,
    wave,
    quotation,
    proposal,
    followUp: await followUpOfLin(),
    phoneCall: await phoneCallOfLin(),
    memberUserId: buyer.userId,
    afterSale,
    comment,
    replyId,
    clerk: clerk.id,
    enterpriseId: lin.enterpriseId,
    list: (await lin.api.shoppingList.add({ name: '月度', lines: [{ skuId, goodsNum: 3 }] })).id,
    coupon: (await lin.api.coupon.claim({ templateId: await (await createCouponHelpers(mall)).template({ threshold: '0' }) })).couponId,
    ...(await licenceOfLin()),
    cart: (await lin.api.cart.list({})).flatMap(({ cartList }) => cartList)[0]?.id ?? '',
    agreement: (await lin.api.contracts.list({ kind: 'credit' })).dataList[0]?.id ?? expect.fail('no agreement'),
    drawdown: (await lin.api.credit.drawdowns({})).dataList[0]?.id ?? '',
    message: (await lin.api.message.list({})).dataList[0]?.id ?? '',
    session: (await lin.api.security.devices({}))[0]?.sessionId ?? '',
    submission: (await lin.api.verification.enterpriseAuthApproveTrack({}))[0]?.id ?? expect.fail('no submission'),
    approval: (await lin.api.approval.list({})).dataList[0]?.id ?? '',
    files: {
      avatar: await upload('avatar'),
      idPhoto: await upload('idPhoto'),
      licence: await upload('licence'),
      cashFlow: await upload('cashFlow'),
      acceptance: await uploadBy(lin, 'acceptance'),
      afterSale: await uploadBy(lin, 'afterSale'),
      dispute: await uploadBy(lin, 'dispute'),
      drawing: await uploadBy(lin, 'drawing'),
      signedReceipt: await uploadBy(lin, 'signedReceipt'),
      comment: await uploadBy(lin, 'comment'),
      voucher: await uploadBy(lin, 'voucher'),
    },
  }
}

/** The victim's project with a rig, a patrol with a finding, and a membership. */
async function worksiteOfLin(membership: string) {
  const { id: project } = await lin.api.project.add({ name: '一号井' })
  const { id: rig } = await lin.api.equipment.add({ name: '钻机', projectId: project, wears: [{ skuId, rate: 6 }] })
  const { id: patrol } = await lin.api.patrol.add({ ...round, projectId: project, findings: [{ ...finding, equipmentId: rig }] })
  const found = (await lin.api.patrol.detail({ id: patrol })).findings[0]?.id ?? expect.fail('no finding')
  return { membership, project, rig, patrol, found, patrolPicture: await uploadBy(lin, 'patrol') }
}
/** A contract of the victim that waits for him at the provider. */
async function signingOfLin(): Promise<string> {
  const [id, { now }] = [randomUUID(), mall.clock]
  const values = {
    enterprise_id: lin.enterpriseId,
    id,
    kind: 'PURCHASE',
    subject: '202611180000000009',
    document_no: '202611180000000009',
    title: '购销合同',
    version: 1,
    content_hash: Buffer.alloc(32),
    state: 'WAIT_BUYER',
    task_id: 'task',
    user_id: lin.userId,
    created_at: now,
    state_at: now,
    expires_at: now,
    parties_sealed: Buffer.alloc(32),
    terms_version: '1',
  } as const
  await mall.runInTransaction((tx) => tx.insertInto('signing').values(values).execute())
  return id
}
/** The victim's task of collections with a letter, and a request about the stop-list. */
async function collectionOfLin() {
  const { enterpriseId } = lin
  const [task, letter, stop] = [randomUUID(), randomUUID(), randomUUID()]
  const { now } = mall.clock
  const own = { enterprise_id: enterpriseId, task_id: task }
  await mall.runInTransaction(async (tx) => {
    await tx
      .insertInto('collection_task')
      .values({
        enterprise_id: enterpriseId,
        id: task,
        state: 'OPEN',
        due_day: '2026-10-10',
        overdue_fen: yuanTextToFen('1'),
        opened_at: now,
      })
      .execute()
    await tx
      .insertInto('collection_letter')
      .values({
        ...own,
        id: letter,
        kind: 'remind',
        letter_no: 'TX-2026-900001',
        text_version: '1',
        content_sealed: Buffer.from('sealed'),
        hash: Buffer.from('hash'),
        total_fen: yuanTextToFen('1'),
        reply_day: '2026-12-31',
        issued_by: task,
        issued_at: now,
      })
      .execute()
    await tx
      .insertInto('order_stop_request')
      .values({
        enterprise_id: enterpriseId,
        id: stop,
        kind: 'put',
        scope: 'credit',
        contact: '王',
        reason: '失信',
        state: 'WAIT',
        proposed_by: task,
        proposed_at: now,
      })
      .execute()
  })
  return { task, letter, stop }
}
/** What staff plan to talk to the victim about. */
async function followUpOfLin(): Promise<string> {
  const support = await mall.staff('support')
  const planned = {
    enterpriseId: lin.enterpriseId,
    kind: 'phone',
    text: '问价',
    nextDay: toShanghaiDay(mall.clock.now),
    completesId: null,
  } as const
  return (await support.api.consoleFollowUp.add(planned)).id
}
/** A call that staff had with the victim. */
async function phoneCallOfLin(): Promise<string> {
  const call = { direction: 'out', contactUserId: null, contactName: '周工', outcome: 'reached', minutes: 3 } as const
  const record = { ...call, enterpriseId: lin.enterpriseId, at: mall.clock.now, note: '问价', nextDay: null, completesId: null }
  return (await (await mall.staff('support')).api.consolePhoneCall.record(record)).id
}
/** A licence that the victim has handed in. */
async function licenceOfLin() {
  const { kindId: licenceKind } = await (await mall.staff('catalogue')).api.consoleLicence.saveKind({
    name: '危险化学品经营许可证',
    ofShop: false,
    ofBuyer: true,
    note: '',
  })
  const facts = { kindId: licenceKind, licenceNo: '粤危化经字0001', validUntil: '2028-01-01' }
  const { id: licenceId } = await lin.api.licence.submit({ ...facts, fileId: await uploadBy(lin, 'tradeLicence') })
  return { licenceKind, licenceId, licencePicture: await uploadBy(lin, 'tradeLicence') }
}
/** The victim's API key, webhook, and a delivery to it. */
async function integrationOfLin() {
  const { id: apiKey } = await lin.api.apiKey.add({ name: 'ERP', permCodes: ['lookOrder'], ...pay })
  const { id: hook } = await lin.api.webhook.add({ ...webhook, ...pay })
  return { apiKey, hook, delivery: (await lin.api.webhook.ping({ id: hook })).id }
}
const titleOf = async (person: Buyer): Promise<string> =>
  (await person.api.invoiceTitle.add({ kind: 'NORMAL', name: '某公司', taxNo: '91350100M000100Y43' })).id

/** The victim’s month is over. It has a disputed line, a waiting bill, an accepted bill, a part that was written off, and a request for another. */
async function debtsOfLin() {
  const finance = await mall.staff('finance')
  // First, because a company with late or written-off debts has no group.
  await finance.api.consoleCompanyGroup.create({ enterpriseId: lin.enterpriseId, name: '林业集团' })
  await debts.buys(lin, '600.00')
  await debts.dawns('2026-12-05')
  await debts.jobs()
  const [line, other] = (await lin.api.statement.detail({ month: MONTH })).lines
  await lin.api.statement.dispute({ month: MONTH, id: other?.id ?? expect.fail('no second line'), reason: '数量不对' })
  const pictures: string[] = []
  const bill = async (billNo: string) => {
    const fileId = await uploadBy(lin, 'acceptance')
    pictures.push(fileId)
    return (await lin.api.statement.submitAcceptance({ ...acceptance, billNo, fileId })).id
  }
  const [waiting, accepted] = [await bill('BILL-0001'), await bill('BILL-0002')]
  await finance.api.consoleAcceptance.accept({ enterpriseId: lin.enterpriseId, id: accepted })
  const writeOff = { enterpriseId: lin.enterpriseId, month: MONTH, amount: yuanTextToFen('1'), reason: '破产' }
  const { id: request } = await finance.api.consoleFinanceRequest.proposeWriteOff(writeOff)
  const { limitsVersion: rowVersion } = await finance.api.consoleCompanyGroup.detail({ enterpriseId: lin.enterpriseId })
  const limit = { enterpriseId: lin.enterpriseId, groupLimit: yuanTextToFen('2000000'), reason: '扩产', rowVersion }
  await finance.api.consoleCredit.setGroupLimit(limit)
  const asked = (await finance.api.consoleCreditBook.limitRequests({ state: 'WAIT' })).dataList[0]?.id ?? expect.fail('no request')
  // Last, because it closes credit.
  const { id: badDebt } = await finance.api.consoleFinanceRequest.proposeWriteOff(writeOff)
  const second = await mall.staff('finance', 'support')
  await second.api.consoleFinanceRequest.decide({ enterpriseId: lin.enterpriseId, id: badDebt, approve: true })
  return { line: line?.id ?? '', disputed: other?.id ?? '', waiting, accepted, request, badDebt, asked, billPicture: pictures[0] ?? '' }
}

/** Sends a form with a picture, as uploads require. */
async function postForm(person: TestUser, path: string, fields: Record<string, unknown>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value))
  form.set('file', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'a.jpg')
  const sent = new Response(form)
  const answer = await mall.app.http.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: { authorization: person.token ?? '', 'content-type': sent.headers.get('content-type') ?? '' },
    payload: Buffer.from(await sent.arrayBuffer()),
  })
  return answer.json() as { code: number; reason?: string; msg: string; detail?: unknown; data: { fileId: string } | null }
}

async function uploadBy(person: TestUser, purpose: string): Promise<string> {
  const { data, msg } = await postForm(person, contract.files.uploadImage.path, { purpose, consent: true })
  return data?.fileId ?? expect.fail(`${purpose}: ${msg}`)
}

type Belongings = Awaited<ReturnType<typeof belongings>>
type Thing = (things: Belongings) => string
interface Sample {
  /** The victim's thing that the field names. */
  of: Thing
  /** The rest of an input that would be valid if the thing were the caller's own. */
  with?: (person: Buyer) => Promise<object> | object
  /** The verification of the caller's own company, if the call requires one. */
  verified?: readonly [VerificationLevel, VerificationStatus | null]
}

const own = (of: Thing, given: object = {}): Sample => ({ of, with: () => given })
const why = { reason: '不要了' }
const ofQuotation = { version: 1, lineNos: [1] }
const ofProposal = { lineNos: [1] }
const pay = { payPwd: TEST_USER_PAYMENT_PASSWORD }
const review = { lineNo: 1, stars: 5, text: '耐磨' } as const
const asked = { type: 'REFUND', lines: [{ lineNo: 1, stage: 'unsent', quantity: 1 }] } as const
/** A paid order of a company, of which something can be returned. */
async function paidOrder(person: Buyer): Promise<string> {
  const lines = [{ skuId, goodsNum: 1 }]
  const { quote } = await person.api.order.preview({ lines, method: 'credit' })
  const { tradeId, orders } = await person.api.order.submit({ lines, method: 'credit', addressId: person.addressId, quote })
  await person.api.order.payByCredit({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
  return orders[0]?.orderNo ?? expect.fail('no order')
}
const round = { route: '主运输巷', day: '2026-11-18' }
const finding = { text: '磨损', severity: 'MINOR' as const, fileId: null, equipmentId: null, skuId, goodsNum: 1 }
/** An order with a shipped parcel. */
async function sentOrder(person: Buyer): Promise<string> {
  const orderNo = await paidOrder(person)
  const parcel = { carrier: '德邦快递', trackingNo: createWaybillNo(), lines: [{ lineNo: 1, quantity: 1 }] }
  await (await mall.staff('warehouse')).api.consoleFulfilment.ship({ enterpriseId: person.enterpriseId, orderNo, ...parcel })
  return orderNo
}
/** An order that has arrived. */
async function receivedOrder(person: Buyer): Promise<string> {
  const orderNo = await sentOrder(person)
  await person.api.order.receive({ orderNo })
  return orderNo
}
const first = { parcelNo: 1 }
const webhook = { name: 'ERP', url: 'http://127.0.0.1:1/', events: ['order.sent' as const] }
const overlap = { overlapHours: 1 as const, payPwd: TEST_USER_PAYMENT_PASSWORD }
const MONTH = '2026-11'
const NO_LINE = '00000000-0000-4000-8000-00000000dead'
const acceptance = {
  billNo: 'BILL-0009',
  acceptorKind: 'bank' as const,
  acceptor: '某某银行',
  amount: yuanTextToFen('1'),
  maturityDay: '2027-05-05',
}
const ID_NO = '11010519491231002X'
const address = { name: '王', mobile: '13800000000', areaCode: '440305', detail: '一号', isDefault: false }
const agent = async (person: Buyer) => ({
  name: '王一',
  idNo: ID_NO,
  mobile: person.mobile,
  code: await codeFor(person.mobile),
  companyName: '王一矿业',
  industry: '煤矿',
  companyNature: '民营企业',
  entryDate: '2020-01-01',
  consent: true,
})
const company = async (person: TestUser, papers: readonly string[]) => ({
  enterpriseName: '王一矿业',
  creditCode: '91350100M000100Y43',
  registeredCapital: 100,
  foundDate: '2010-01-01',
  legalName: '王一',
  legalIdNo: ID_NO,
  ...Object.fromEntries(
    await Promise.all(papers.map(async (field) => [field, await uploadBy(person, field === 'licence' ? 'licence' : 'idPhoto')])),
  ),
})
const other = { userEnterpriseOtherInfo: { employeeNum: 10 }, agree: true as const }
const DOCUMENTS = ['licence', 'legalIdFront', 'legalIdBack']
const documentSample = (field: string, verified: Sample['verified'], more: object = {}): Sample => ({
  of: ({ files }) => (field === 'licence' ? files.licence : files.idPhoto),
  with: async (person) => ({
    ...(await company(
      person,
      DOCUMENTS.filter((one) => one !== field),
    )),
    ...more,
  }),
  ...(verified ? { verified } : {}),
})

/** An order that would be accepted. */
const submission = async (person: Buyer) => {
  const lines = [{ skuId, goodsNum: 1 }]
  const { quote } = await person.api.order.preview({ lines, method: 'wallet' })
  return { lines, method: 'wallet', addressId: person.addressId, quote }
}
/** The connection of a procurement system that acts as a sub-account of the caller's company. */
const procurement = async (person: Buyer) => {
  const [seat] = await person.api.subUser.list({})
  const names = {
    fromDomain: '',
    fromIdentity: '',
    senderDomain: '',
    senderIdentity: '',
    costCentre: '',
    vendorNumber: '',
    materialGroup: '',
  }
  const own = { subAccountId: seat?.id ?? '', addressId: person.addressId, projectId: null }
  return { protocol: 'OCI', ...names, ...own, returnHosts: ['erp.example.com'], onCredit: false, ...pay }
}

/** A project of the caller's company. */
/** A kind that a company can hand in. */
const otherLicenceKind = async (): Promise<string> => {
  const { kinds } = await lin.api.licence.list({})
  return kinds[0]?.kindId ?? expect.fail('no kind of licence')
}
const projectOf = async (person: Buyer) => (await person.api.project.add({ name: `自己的${randomUUID()}`.slice(0, 40) })).id

/** A call with an id that has no sample here fails this file. */
const samples: Record<string, Record<string, Sample>> = {
  [contract.security.endDevice.path]: { sessionId: own(({ session }) => session) },
  [contract.userSecurity.headImgUpload.path]: { fileId: own(({ files }) => files.avatar) },
  [contract.enterprise.change.path]: { enterpriseId: own(({ enterpriseId }) => enterpriseId) },
  [contract.enterprise.accept.path]: { enterpriseId: own(({ enterpriseId }) => enterpriseId) },
  [contract.subUser.detail.path]: { id: own(({ clerk }) => clerk) },
  [contract.subUser.delete.path]: { id: own(({ clerk }) => clerk) },
  [contract.subUser.modify.path]: { id: own(({ clerk }) => clerk, { name: '改', permCode: '', orderLimit: null, monthLimit: null }) },
  [contract.subUser.modifyStatus.path]: { id: own(({ clerk }) => clerk, { status: 0 }) },
  [contract.verification.agentAuth.path]: { idPhoto: { of: ({ files }) => files.idPhoto, with: agent, verified: [0, null] } },
  [contract.verification.enterpriseAuthOnly.path]: Object.fromEntries(DOCUMENTS.map((field) => [field, documentSample(field, [1, 1])])),
  [contract.verificationReading.readPicture.path]: { fileId: own(({ files }) => files.licence, { kind: 'licence' }) },
  [contract.verification.seniorAuth.path]: {
    ...Object.fromEntries(DOCUMENTS.map((field) => [field, documentSample(field, [1, 1], other)])),
    'userEnterpriseOtherInfo.cashFlowSheet': {
      of: ({ files }) => files.cashFlow,
      with: async (person) => ({ ...(await company(person, DOCUMENTS)), ...other }),
      verified: [1, 1],
    },
  },
  [contract.verification.seniorAuthOnly.path]: {
    'userEnterpriseOtherInfo.cashFlowSheet': { of: ({ files }) => files.cashFlow, with: () => other, verified: [2, 4] },
  },
  [contract.licence.submit.path]: {
    fileId: {
      of: ({ licencePicture }) => licencePicture,
      with: async () => ({ kindId: await otherLicenceKind(), licenceNo: '粤危化经字0002', validUntil: '2028-01-01' }),
    },
  },
  [contract.licence.withdraw.path]: { id: own(({ licenceId }) => licenceId) },
  [contract.files.viewFile.path]: { fileId: own(({ files }) => files.licence) },
  // Public articles belong to nobody. The id of a company's thing finds no article.
  [contract.help.article.path]: { id: own(({ message }) => message) },
  [contract.banner.picture.path]: { id: own(({ message }) => message) },
  [contract.cart.changeCartNum.path]: { id: own(({ cart }) => cart, { changeNum: 1 }) },
  [contract.cart.setCartNum.path]: { id: own(({ cart }) => cart, { goodsNum: 1 }) },
  [contract.cart.select.path]: { 'ids[]': own(({ cart }) => cart, { selected: false }) },
  [contract.cart.delete.path]: { 'ids[]': own(({ cart }) => cart) },
  [contract.cart.listById.path]: { 'ids[]': own(({ cart }) => cart) },
  [contract.cartReturn.returnCart.path]: { 'cartIds[]': own(({ cart }) => cart) },
  [contract.companyGroup.accept.path]: { parentId: own(({ enterpriseId }) => enterpriseId, pay) },
  [contract.companyGroup.decline.path]: { parentId: own(({ enterpriseId }) => enterpriseId) },
  [contract.companyGroup.setShare.path]: { memberId: own(({ enterpriseId }) => enterpriseId, { share: 1, rowVersion: 0, ...pay }) },
  [contract.groupBuyer.propose.path]: {
    memberId: { of: ({ enterpriseId }) => enterpriseId, with: async () => ({ subUserId: things.clerk }) },
    subUserId: { of: ({ clerk }) => clerk, with: async ({ enterpriseId }) => ({ memberId: enterpriseId }) },
  },
  [contract.groupBuyer.withdraw.path]: {
    memberId: { of: ({ enterpriseId }) => enterpriseId, with: async () => ({ id: things.clerk }) },
    id: { of: ({ clerk }) => clerk, with: async ({ enterpriseId }) => ({ memberId: enterpriseId }) },
  },
  [contract.groupBuyer.approve.path]: { id: own(({ clerk }) => clerk, { permCode: 'buyPay' }) },
  [contract.punchOutSetup.save.path]: {
    subAccountId: { of: ({ clerk }) => clerk, with: procurement },
    addressId: { of: () => lin.addressId, with: procurement },
    projectId: { of: ({ project }) => project, with: procurement },
  },
  [contract.shoppingList.detail.path]: { id: own(({ list }) => list) },
  [contract.shoppingList.modify.path]: { id: own(({ list }) => list, { name: '别人的' }) },
  [contract.shoppingList.delete.path]: { id: own(({ list }) => list) },
  [contract.shoppingList.addLines.path]: { id: own(({ list }) => list, { lines: [{ skuId, goodsNum: 1 }] }) },
  [contract.shoppingList.setLine.path]: { id: own(({ list }) => list, { skuId, goodsNum: 1, note: '' }) },
  [contract.shoppingList.deleteLines.path]: { id: own(({ list }) => list, { skuIds: [skuId] }) },
  [contract.shoppingList.arrange.path]: { id: own(({ list }) => list, { skuIds: [skuId] }) },
  [contract.address.detail.path]: { id: own(() => lin.addressId) },
  [contract.address.add.path]: { projectId: own(({ project }) => project, address) },
  [contract.address.modify.path]: {
    id: own(() => lin.addressId, address),
    projectId: { of: ({ project }) => project, with: ({ addressId }) => ({ ...address, id: addressId }) },
  },
  [contract.address.delete.path]: { id: own(() => lin.addressId) },
  [contract.address.setDefault.path]: { id: own(() => lin.addressId) },
  [contract.coupon.onHand.path]: { 'cartIds[]': own(({ cart }) => cart) },
  [contract.order.preview.path]: {
    'cartIds[]': own(({ cart }) => cart, { method: 'wallet' }),
    'coupons{}': own(({ coupon }) => coupon, { lines: [{ skuId, goodsNum: 1 }], method: 'wallet' }),
    addressId: own(() => lin.addressId, { lines: [{ skuId, goodsNum: 1 }], method: 'wallet' }),
    'quotation.quotationId': own(({ quotation }) => quotation, { method: 'wallet', quotation: ofQuotation }),
    'proposal.proposalId': own(({ proposal }) => proposal, { method: 'wallet', proposal: ofProposal }),
  },
  [contract.order.submit.path]: {
    'cartIds[]': { of: ({ cart }) => cart, with: ({ addressId }) => ({ method: 'wallet', addressId, quote: '' }) },
    addressId: {
      of: () => lin.addressId,
      with: async (person) => {
        const lines = [{ skuId, goodsNum: 1 }]
        return { lines, method: 'wallet', quote: (await person.api.order.preview({ lines, method: 'wallet' })).quote }
      },
    },
    'quotation.quotationId': {
      of: ({ quotation }) => quotation,
      with: ({ addressId }) => ({ method: 'wallet', addressId, quote: '', quotation: ofQuotation }),
    },
    'proposal.proposalId': {
      of: ({ proposal }) => proposal,
      with: ({ addressId }) => ({ method: 'wallet', addressId, quote: '', proposal: ofProposal }),
    },
    'coupons{}': { of: ({ coupon }) => coupon, with: submission },
    projectId: { of: ({ project }) => project, with: submission },
    'bookings[].equipmentId': { of: ({ rig }) => rig, with: async (person) => ({ ...(await submission(person)), bookings: [{ skuId }] }) },
  },
  [contract.exports.orders.path]: { projectId: own(({ project }) => project, { format: 'csv' }) },
  [contract.exports.orderLines.path]: { projectId: own(({ project }) => project, { format: 'csv' }) },
  [contract.order.list.path]: { projectId: own(({ project }) => project) },
  [contract.project.add.path]: {
    managerId: own(({ membership }) => membership, { name: '二号井' }),
    'memberIds[]': own(({ membership }) => membership, { name: '二号井' }),
  },
  [contract.project.modify.path]: {
    id: own(({ project }) => project, { name: '二号井' }),
    managerId: { of: ({ membership }) => membership, with: async (person) => ({ id: await projectOf(person), name: '改' }) },
    'memberIds[]': { of: ({ membership }) => membership, with: async (person) => ({ id: await projectOf(person), name: '改' }) },
  },
  [contract.project.setOpen.path]: { id: own(({ project }) => project, { open: false }) },
  [contract.project.delete.path]: { id: own(({ project }) => project) },
  [contract.equipment.detail.path]: { id: own(({ rig }) => rig) },
  [contract.equipment.add.path]: { projectId: own(({ project }) => project, { name: '钻机' }) },
  [contract.equipment.modify.path]: {
    id: own(({ rig }) => rig, { name: '改' }),
    projectId: {
      of: ({ project }) => project,
      with: async (person) => ({ id: (await person.api.equipment.add({ name: '自己的' })).id, name: '改' }),
    },
  },
  [contract.equipment.addReading.path]: { id: own(({ rig }) => rig, { day: '2026-11-18', runHours: 9 }) },
  [contract.equipment.delete.path]: { id: own(({ rig }) => rig) },
  [contract.patrol.list.path]: { projectId: own(({ project }) => project) },
  [contract.exports.patrols.path]: { projectId: own(({ project }) => project, { format: 'csv' }) },
  [contract.patrol.detail.path]: { id: own(({ patrol }) => patrol) },
  [contract.patrol.add.path]: {
    projectId: own(({ project }) => project, round),
    'findings[].fileId': own(({ patrolPicture }) => patrolPicture, { ...round, findings: [finding] }),
    'findings[].equipmentId': own(({ rig }) => rig, { ...round, findings: [finding] }),
  },
  [contract.patrol.modify.path]: {
    id: own(({ patrol }) => patrol, round),
    projectId: { of: ({ project }) => project, with: async (person) => ({ ...(await person.api.patrol.add(round)), ...round }) },
  },
  [contract.patrol.addFinding.path]: {
    id: own(({ patrol }) => patrol, { finding }),
    'finding.fileId': {
      of: ({ patrolPicture }) => patrolPicture,
      with: async (person) => ({ ...(await person.api.patrol.add(round)), finding }),
    },
    'finding.equipmentId': { of: ({ rig }) => rig, with: async (person) => ({ ...(await person.api.patrol.add(round)), finding }) },
  },
  [contract.patrol.setClosed.path]: { findingId: own(({ found }) => found, { closed: true }) },
  [contract.patrol.toCart.path]: { 'findingIds[]': own(({ found }) => found) },
  [contract.patrol.delete.path]: { id: own(({ patrol }) => patrol) },
  [contract.order.changeMethod.path]: { tradeId: own(({ unpaid }) => unpaid.tradeId, { method: 'transfer' }) },
  [contract.order.trade.path]: { tradeId: own(({ unpaid }) => unpaid.tradeId) },
  [contract.order.payByCredit.path]: { tradeId: own(({ unpaid }) => unpaid.tradeId, pay) },
  [contract.order.payByWallet.path]: { tradeId: own(({ unpaid }) => unpaid.tradeId, pay) },
  [contract.order.detail.path]: { orderNo: own(({ sent }) => sent.orderNo) },
  [contract.order.cancel.path]: { orderNo: own(({ unpaid }) => unpaid.orderNo, why) },
  [contract.order.askCancel.path]: { orderNo: own(({ sent }) => sent.orderNo, why) },
  [contract.order.withdrawCancel.path]: { orderNo: own(({ sent }) => sent.orderNo) },
  [contract.order.receive.path]: { orderNo: own(({ sent }) => sent.orderNo) },
  [contract.parcel.receive.path]: { orderNo: own(({ sent }) => sent.orderNo, first) },
  [contract.parcel.askTrack.path]: { orderNo: own(({ sent }) => sent.orderNo, first) },
  [contract.parcel.attachReceipt.path]: {
    orderNo: {
      of: ({ sent }) => sent.orderNo,
      with: async (person) => ({ ...first, fileId: await uploadBy(person, 'signedReceipt') }),
    },
    fileId: {
      of: ({ files }) => files.signedReceipt,
      with: async () => ({ ...first, orderNo: await sentOrder(attackers[0]?.person ?? expect.fail('nobody')) }),
    },
  },
  [contract.documents.deliveryNote.path]: { orderNo: own(({ sent }) => sent.orderNo, first) },
  [contract.quotation.create.path]: {
    addressId: own(() => lin.addressId, { lines: [{ skuId, goodsNum: 1 }] }),
    'drawings[].fileId': own(({ files }) => files.drawing, { lines: [{ skuId, goodsNum: 1 }], drawings: [{ name: '图.pdf' }] }),
  },
  [contract.quotation.detail.path]: { id: own(({ quotation }) => quotation) },
  [contract.quotationPrintout.print.path]: { id: own(({ quotation }) => quotation) },
  [contract.quotation.markRead.path]: { id: own(({ quotation }) => quotation, { upTo: 1 }) },
  [contract.quotation.sendMessage.path]: { id: own(({ quotation }) => quotation, { text: '你好' }) },
  [contract.quotation.addDrawings.path]: {
    id: {
      of: ({ quotation }) => quotation,
      with: async (person) => ({ drawings: [{ fileId: await uploadBy(person, 'drawing'), name: '图.pdf' }] }),
    },
    'drawings[].fileId': {
      of: ({ files }) => files.drawing,
      with: async ({ api }) => ({
        id: (await api.quotation.create({ lines: [createRequestedQuotationLine({ skuId, goodsNum: 2 })] })).id,
        drawings: [{ name: '图.pdf' }],
      }),
    },
  },
  [contract.quotation.askAgain.path]: { id: own(({ quotation }) => quotation, { text: '再优惠些' }) },
  [contract.quotation.finish.path]: { id: own(({ quotation }) => quotation) },
  [contract.quotation.decline.path]: { id: own(({ quotation }) => quotation) },
  [contract.quotation.withdraw.path]: { id: own(({ quotation }) => quotation) },
  [contract.orderProposal.detail.path]: { id: own(({ proposal }) => proposal) },
  [contract.orderProposal.decline.path]: { id: own(({ proposal }) => proposal) },
  [contract.afterSale.options.path]: { orderNo: own(({ sent }) => sent.orderNo) },
  [contract.afterSale.preview.path]: { orderNo: own(({ sent }) => sent.orderNo, asked) },
  [contract.afterSale.apply.path]: {
    orderNo: own(({ sent }) => sent.orderNo, { ...asked, reason: '质量问题', description: '' }),
    'pictures[]': {
      of: ({ files }) => files.afterSale,
      with: async () => ({
        ...asked,
        orderNo: await paidOrder(attackers[0]?.person ?? expect.fail('nobody')),
        reason: '质量问题',
        description: '',
      }),
    },
  },
  [contract.afterSale.list.path]: { orderNo: own(({ sent }) => sent.orderNo) },
  [contract.invoice.list.path]: { orderNo: own(({ sent }) => sent.orderNo) },
  [contract.exports.afterSales.path]: { orderNo: own(({ sent }) => sent.orderNo, { format: 'csv' }) },
  [contract.afterSale.detail.path]: { id: own(({ afterSale }) => afterSale) },
  [contract.afterSale.say.path]: { id: own(({ afterSale }) => afterSale, { text: '你好' }) },
  [contract.afterSale.withdraw.path]: { id: own(({ afterSale }) => afterSale) },
  [contract.afterSale.sendBack.path]: { id: own(({ afterSale }) => afterSale, { carrier: '德邦快递', trackingNo: createWaybillNo() }) },
  [contract.invoiceTitle.modify.path]: { id: own(({ title }) => title, { kind: 'NORMAL', name: '某公司', taxNo: '91350100M000100Y43' }) },
  [contract.invoiceTitle.delete.path]: { id: own(({ title }) => title) },
  [contract.signing.start.path]: { orderNo: own(({ sent }) => sent.orderNo) },
  [contract.signing.link.path]: { id: own(({ signing }) => signing) },
  [contract.signing.cancel.path]: { id: own(({ signing }) => signing, why) },
  [contract.signing.download.path]: { id: own(({ signing }) => signing) },
  [contract.invoice.preview.path]: { 'orderNos[]': own(({ sent }) => sent.orderNo) },
  [contract.invoice.apply.path]: {
    titleId: own(({ title }) => title, { email: 'a@b.cn' }),
    'orderNos[]': {
      of: ({ sent }) => sent.orderNo,
      with: async () => ({ titleId: await titleOf(attackers[0]?.person ?? lin), email: 'a@b.cn' }),
    },
  },
  [contract.invoice.reapply.path]: {
    id: { of: ({ invoice }) => invoice, with: async () => ({ titleId: await titleOf(attackers[0]?.person ?? lin), email: 'a@b.cn' }) },
    titleId: own(({ title }) => title, { id: randomUUID(), email: 'a@b.cn' }),
  },
  [contract.invoice.detail.path]: { id: own(({ invoice }) => invoice) },
  [contract.invoice.file.path]: {
    id: own(({ invoice }) => invoice, { issueId: randomUUID(), format: 'pdf' }),
    issueId: own(({ invoice }) => invoice, { id: randomUUID(), format: 'pdf' }),
  },
  // With another product it finds nothing.
  [contract.comment.list.path]: { id: { of: ({ comment }) => comment, with: ({ userId }) => ({ goodsId: userId }) } },
  [contract.comment.picture.path]: {
    id: { of: ({ comment }) => comment, with: ({ userId }) => ({ fileId: userId }) },
    fileId: { of: ({ files }) => files.comment, with: ({ userId }) => ({ id: userId }) },
  },
  [contract.comment.todo.path]: { orderNo: own(({ sent }) => sent.orderNo) },
  [contract.comment.mine.path]: { orderNo: own(({ sent }) => sent.orderNo) },
  [contract.exports.comments.path]: { orderNo: own(({ sent }) => sent.orderNo, { format: 'csv' }) },
  [contract.comment.add.path]: {
    orderNo: own(({ sent }) => sent.orderNo, review),
    'pictures[]': {
      of: ({ files }) => files.comment,
      with: async () => ({ ...review, orderNo: await receivedOrder(attackers[0]?.person ?? expect.fail('nobody')) }),
    },
  },
  [contract.comment.remove.path]: { id: own(({ comment }) => comment) },
  [contract.comment.reply.path]: { id: own(({ comment }) => comment, { text: '你好' }) },
  [contract.comment.removeReply.path]: {
    id: { of: ({ comment }) => comment, with: ({ userId }) => ({ replyId: userId }) },
    replyId: { of: ({ replyId }) => replyId, with: ({ userId }) => ({ id: userId }) },
  },
  [contract.contracts.purchase.path]: { orderNo: own(({ sent }) => sent.orderNo) },
  [contract.contracts.creditAgreement.path]: { id: own(({ agreement }) => agreement) },
  [contract.contracts.letter.path]: { id: own(({ letter }) => letter) },
  [contract.approval.detail.path]: { id: own(({ approval }) => approval) },
  [contract.approval.approve.path]: { id: own(({ approval }) => approval) },
  [contract.approval.reject.path]: { id: own(({ approval }) => approval, why) },
  [contract.payment.create.path]: { tradeId: own(({ unpaid }) => unpaid.tradeId, { channel: 'wechat' }) },
  [contract.payment.detail.path]: { paymentId: own(({ payment }) => payment) },
  [contract.payment.authorise.path]: { paymentId: own(({ payment }) => payment, { code: '071a', state: 'f0'.repeat(16) }) },
  [contract.payment.cancel.path]: { paymentId: own(({ payment }) => payment) },
  [contract.transfer.begin.path]: { tradeId: own(({ unpaid }) => unpaid.tradeId) },
  [contract.transfer.detail.path]: { paymentId: own(({ transfer }) => transfer) },
  [contract.transfer.ofOrder.path]: { orderNo: own(({ unpaid }) => unpaid.orderNo) },
  [contract.transfer.withdrawVoucher.path]: { paymentId: own(({ transfer }) => transfer) },
  [contract.transfer.cancel.path]: { paymentId: own(({ transfer }) => transfer) },
  [contract.transfer.submitVoucher.path]: {
    paymentId: { of: ({ transfer }) => transfer, with: async (person) => ({ fileIds: [await uploadBy(person, 'voucher')], remark: '' }) },
    'fileIds[]': {
      of: ({ files }) => files.voucher,
      with: async (person) => ({ ...(await person.api.transfer.topUp({ amount: yuanTextToFen('1') })), remark: '' }),
    },
  },
  [contract.statement.dispute.path]: {
    id: own(({ line }) => line, { month: MONTH, reason: '数量不对' }),
    'pictures[]': own(({ files }) => files.dispute, { month: MONTH, id: randomUUID(), reason: '数量不对' }),
  },
  [contract.statement.withdrawDispute.path]: { id: own(({ disputed }) => disputed, { month: MONTH }) },
  [contract.statement.submitAcceptance.path]: { fileId: own(({ files }) => files.acceptance, acceptance) },
  [contract.bill.detail.path]: { id: own(({ bill }) => bill) },
  [contract.credit.drawdown.path]: { id: own(({ drawdown }) => drawdown) },
  [contract.message.detail.path]: { id: own(({ message }) => message) },
  [contract.message.read.path]: { id: own(({ message }) => message) },
  [contract.message.delete.path]: { id: own(({ message }) => message) },
  [contract.apiKey.rotate.path]: { id: own(({ apiKey }) => apiKey, overlap) },
  [contract.apiKey.revoke.path]: { id: own(({ apiKey }) => apiKey) },
  [contract.webhook.modify.path]: { id: own(({ hook }) => hook, { ...webhook, ...pay }) },
  [contract.webhook.rotateSecret.path]: { id: own(({ hook }) => hook, overlap) },
  [contract.webhook.setActive.path]: { id: own(({ hook }) => hook, { active: false }) },
  [contract.webhook.delete.path]: { id: own(({ hook }) => hook) },
  [contract.webhook.ping.path]: { id: own(({ hook }) => hook) },
  [contract.webhook.deliveries.path]: { webhookId: own(({ hook }) => hook) },
  [contract.webhook.delivery.path]: { id: own(({ delivery }) => delivery) },
  [contract.webhook.redeliver.path]: { id: own(({ delivery }) => delivery) },
}

async function codeFor(mobile: string): Promise<string> {
  mall.clock.forward(61_000)
  await mall.runInTransaction((tx) =>
    createSmsCodeAndSendAfterCommit(tx, mall.moment(), {
      keys: mall.keys,
      mobile,
      purpose: 'agent',
      ...createSmsRequester(`10.0.0.${mobile.slice(-2)}`),
    }),
  )
  return (await mall.texts(mobile)).at(-1)?.facts.code ?? expect.fail('no code')
}

/** Puts an id at a path: 'a.b', 'ids[]', 'byShop{}'. */
function placed(given: object, path: string, id: string): Record<string, unknown> {
  const [first = '', ...rest] = path.split('.')
  const at = given as Record<string, unknown>
  if (rest.length > 0 && first.endsWith('[]')) {
    const [one = {}] = (at[first.slice(0, -2)] ?? []) as object[]
    return { ...at, [first.slice(0, -2)]: [placed(one, rest.join('.'), id)] }
  }
  if (first.endsWith('{}')) return { ...at, [first.slice(0, -2)]: { [mall.shopId]: id } }
  if (rest.length > 0) return { ...at, [first]: placed((at[first] ?? {}) as object, rest.join('.'), id) }
  return first.endsWith('[]') ? { ...at, [first.slice(0, -2)]: [id] } : { ...at, [first]: id }
}

/** A digest of all rows of the victim, with its memberships and sessions. */
const FINGERPRINT = (() => {
  const parts = tenantTables.map(
    (table) =>
      `select '${table}' as t, md5(coalesce(string_agg(x::text, ',' order by x::text), '')) as h from "${table}" x where enterprise_id = $1`,
  )
  return `${parts.join(' union all ')} union all select 'session', md5(coalesce(string_agg(token_hash::text || ended_at::text, ',' order by token_hash), '')) from session where enterprise_id = $1 order by t`
})()

/** It has a name, so that it is planned once: it reads all tables, and is asked for thousands of times. */
async function fingerprint(): Promise<string> {
  const { rows } = await mall.pool.query({ name: 'fingerprint', text: FINGERPRINT, values: [lin.enterpriseId] })
  return JSON.stringify(rows)
}

let things: Belongings
let attackers: { name: string; person: Buyer; fresh: boolean }[] = []
beforeAll(async () => {
  things = await belongings()
  const chen = await mall.buyer('陈', { credit: '1000', wallet: '1000' })
  // The same person, logged in to another company. The company of the login decides, not the person.
  await mall.runInTransaction((tx) =>
    insertMembership(tx, mall.moment(), {
      enterpriseId: chen.enterpriseId,
      userId: lin.userId,
      permCode: 'lookGoods,addCart,editCart,buyPay,cashAccount,lookOrder,applyLimit,addressSet',
    }),
  )
  const { token } = await (await mall.logsIn(lin.mobile)).api.enterprise.change({ enterpriseId: chen.enterpriseId })
  const elsewhere = Object.assign(createTestUser(mall.app.http, token), {
    mobile: lin.mobile,
    userId: lin.userId,
    enterpriseId: chen.enterpriseId,
    addressId: chen.addressId,
  })
  attackers = [
    { name: 'the main account of another company', person: chen, fresh: true },
    { name: 'the same person at another company', person: elsewhere, fresh: false },
  ]
})

const counted = { cases: 0 }
const shown = ({ code, reason, msg, detail }: { code: number; reason?: string; msg: string; detail?: unknown }) => ({
  code,
  reason,
  msg,
  detail,
})

describe.each(naming.map(({ call, field }) => [call.path, field, call] as const))('%s by %s', (path, field, call) => {
  test('answers for an object of another enterprise as for a missing one, and changes nothing', async () => {
    const sample = samples[path]?.[field] ?? expect.fail(`${path} names ${field}, and nothing here tries another company's`)
    const before = await fingerprint()
    for (const { name, person } of attackers) {
      if (call.needs === 'main' && name.startsWith('the same')) continue
      // A person's own session is his own in every company.
      if (field === 'sessionId' && name.startsWith('the same')) continue
      if (field === 'enterpriseId' && name.startsWith('the same')) continue
      const [level, status] = sample.verified ?? [3, 7]
      await mall.runInTransaction((tx) =>
        recordVerifiedEnterpriseDetails(tx, person.enterpriseId, { authLevel: level, authStatus: status as VerificationStatus }),
      )
      const ask = async (id: string) => {
        const body = placed((await sample.with?.(person)) ?? {}, field, id)
        const answer = await person.post(path, body, call.idempotent ? { 'idempotency-key': randomUUID() } : {})
        expect(await fingerprint(), `${name} moved something`).toBe(before)
        counted.cases += 1
        return answer
      }
      const absent = field.startsWith('orderNo') ? '202611180000000001' : randomUUID()
      const [theirs, nobodys] = [await ask(sample.of(things)), await ask(absent)]
      expect({ name, ...shown(theirs) }).toEqual({ name, ...shown(nobodys) })
      expect(theirs.reason, theirs.msg).not.toBe('INVALID_INPUT')
      if (theirs.code === 200) expect(JSON.stringify(theirs.data)).not.toContain(sample.of(things))
    }
  })
})

describe('the console', () => {
  test.each(crossing.map((call) => [call.path, call] as const))(
    '%s rejects an object of one enterprise given as that of another',
    async (path, call) => {
      const [admin, chen] = [await mall.staff('admin'), attackers[0]?.person ?? expect.fail('nobody')]
      const rest: Record<string, object> = {
        [contract.consoleFulfilment.ship.path]: { carrier: '德邦快递', trackingNo: createWaybillNo(), lines: [{ lineNo: 1, quantity: 1 }] },
        [contract.consoleWave.removeOrder.path]: { id: things.wave },
        [contract.consoleWave.ship.path]: {
          id: things.wave,
          carrier: '德邦快递',
          trackingNo: createWaybillNo(),
          lines: [{ lineNo: 1, quantity: 1 }],
        },
        [contract.consoleFulfilment.closeShort.path]: why,
        [contract.consoleWaybill.giveBack.path]: why,
        [contract.consoleSigning.cancel.path]: why,
        [contract.consoleFulfilment.correctParcel.path]: {
          ...first,
          ...why,
          rowVersion: 0,
          carrier: '德邦快递',
          trackingNo: createWaybillNo(),
        },
        [contract.consoleFulfilment.addTrack.path]: { ...first, at: mall.clock.now.toISOString(), place: '', text: '已装车' },
        [contract.consoleFulfilment.removeTrack.path]: { ...first, trackId: randomUUID() },
        [contract.consoleFulfilment.askTrack.path]: first,
        [contract.consoleFulfilment.attachReceipt.path]: first,
        [contract.consoleFulfilment.receipt.path]: { ...first, fileId: things.files.signedReceipt },
        [contract.consoleDocuments.deliveryNote.path]: first,
        [contract.consoleDocuments.statement.path]: { month: '2026-09', format: 'pdf' },
        [contract.consoleOrder.refuseCancel.path]: why,
        [contract.consoleVerification.reject.path]: { reasons: ['姓名与身份证不一致'] },
        [contract.consoleFiles.view.path]: { purpose: 'review' },
        [contract.consoleStatement.decideDispute.path]: { month: MONTH, forBuyer: true, opinion: '属实' },
        [contract.consoleStatement.lineReductions.path]: { month: MONTH },
        [contract.consoleAcceptance.reject.path]: { opinion: '票据有误' },
        [contract.consoleVoucher.approve.path]: { amount: 1 },
        [contract.consoleVoucher.reject.path]: { opinion: '凭证有误' },
        [contract.consoleAcceptance.bounce.path]: { opinion: '票据有误' },
        [contract.consoleAcceptance.honour.path]: { lineId: NO_LINE, fee: 0 },
        [contract.consoleAcceptance.discount.path]: { lineId: NO_LINE, fee: 0, discount: 0 },
        [contract.consoleAcceptance.proposeHonour.path]: { valueDay: '2026-12-01', fee: 0, reason: '同城交换' },
        [contract.consoleAcceptance.proposeDiscount.path]: { lineId: NO_LINE, fee: 0, discount: 0, reason: '利率上升' },
        [contract.consoleAcceptance.proposeRecourse.path]: { valueDay: '2026-12-01', reason: '银行扣回' },
        [contract.consoleAcceptance.decideHonour.path]: { approve: true },
        [contract.consoleFinanceRequest.decide.path]: { approve: true },
        [contract.consoleOrderStop.decide.path]: { approve: true },
        [contract.consoleOrderNote.add.path]: { text: '木箱' },
        [contract.consoleOrderTag.setOf.path]: { addTagIds: [], removeTagIds: [] },
        [contract.consoleFollowUp.add.path]: { kind: 'phone', text: '电话', nextDay: null },
        [contract.consoleFollowUp.postpone.path]: { nextDay: toShanghaiDay(mall.clock.now), seenDay: toShanghaiDay(mall.clock.now) },
        [contract.consolePhoneCall.record.path]: {
          direction: 'out',
          contactName: '',
          at: mall.clock.now.toISOString(),
          outcome: 'noAnswer',
          minutes: 0,
          note: '电话',
          nextDay: null,
          completesId: null,
        },
        [contract.consoleCollection.note.path]: { text: '电话' },
        [contract.consoleCollection.promise.path]: { amount: 1, day: toShanghaiDay(mall.clock.now), note: '' },
        [contract.consoleCollection.withdrawPromise.path]: why,
        [contract.consoleCollection.issueLetter.path]: { kind: 'remind', replyDays: 3 },
        [contract.consoleCollection.handOver.path]: {
          firm: '所',
          counsel: '周',
          day: toShanghaiDay(mall.clock.now),
          note: '',
          fileName: 'a.pdf',
        },
        [contract.consoleCollection.takeBack.path]: why,
        [contract.consoleBadDebt.proposeForgiving.path]: { amount: 1, reason: '和解' },
        [contract.consoleAfterSale.approve.path]: { lines: [] },
        [contract.consoleAfterSale.reject.path]: why,
        [contract.consoleQuotation.quote.path]: { rowVersion: 0, lines: [{ lineNo: 1, outcome: 'OFFERED', skuId, salePrice: 1 }] },
        [contract.consoleQuotation.refuse.path]: { ...why, rowVersion: 0 },
        [contract.consoleQuotation.markRead.path]: { upTo: 1 },
        [contract.consoleQuotation.needNoAnswer.path]: { upTo: 1 },
        [contract.consoleQuotation.sendMessage.path]: { text: '你好' },
        [contract.consoleQuotation.drawing.path]: { drawingNo: 1 },
        [contract.consoleAfterSale.say.path]: { text: '你好' },
        [contract.consoleAfterSale.inspect.path]: { lines: [{ lineNo: 1, accepted: 1, restocked: 1 }] },
        [contract.consoleAfterSale.refundInstead.path]: why,
        [contract.consoleAfterSale.refund.path]: { amount: 1 },
        [contract.consoleAfterSale.picture.path]: { fileId: things.files.afterSale },
        [contract.consoleComment.picture.path]: { fileId: things.files.comment },
        [contract.consoleComment.answer.path]: { text: '你好' },
        [contract.consoleComment.hide.path]: why,
        [contract.consoleLicence.reject.path]: { reasons: ['图片不清晰或不完整'] },
        [contract.consoleCreditBook.decideLimit.path]: { approve: true },
        [contract.consoleCompanyGroup.setShare.path]: { share: 1, reason: '旺季', rowVersion: 0 },
        [contract.consoleInvoice.reject.path]: why,
        [contract.consoleInvoice.takeBack.path]: why,
        [contract.consoleInvoice.file.path]: { issueId: randomUUID(), format: 'pdf' },
        [contract.consoleInvoice.retryRed.path]: { issueId: randomUUID() },
        [contract.consoleInvoice.enterRedConfirmation.path]: { issueId: randomUUID(), confirmationNumber: '4401261100000000' },
        [contract.consoleInvoice.enter.path]: { number: '12345678', issuedDay: '2026-12-01' },
        [contract.consoleInvoice.enterRed.path]: { issueId: randomUUID(), number: '12345678', issuedDay: '2026-12-01' },
        [contract.consoleIntegration.revokeKey.path]: why,
        [contract.consoleIntegration.disableWebhook.path]: why,
      }
      const field = idsOf(call.input).find((one) => one !== 'enterpriseId') ?? ''
      // These are filters, which find nothing.
      const { consoleOrder, consoleAudit, consolePayment, consoleAfterSale, consoleComment, consoleInvoice } = contract
      const some = [
        consoleOrder.list,
        consoleAudit.list,
        contract.consoleDocumentView.list,
        contract.consoleFileHistory.list,
        consolePayment.refunds,
        consoleAfterSale.list,
        consoleComment.list,
      ]
      const lists: Endpoint[] = [...some, consoleInvoice.list, consoleInvoice.export, ...Object.values(contract.consoleExport)]
      if (lists.some((list) => list.path === call.path)) return
      const thingOf: Record<string, string> = {
        [contract.consoleStatement.decideDispute.path]: things.disputed,
        [contract.consoleStatement.lineReductions.path]: things.disputed,
        [contract.consoleAcceptance.accept.path]: things.waiting,
        [contract.consoleVoucher.detail.path]: things.voucher,
        [contract.consoleVoucher.approve.path]: things.voucher,
        [contract.consoleVoucher.reject.path]: things.voucher,
        [contract.consoleAcceptance.reject.path]: things.waiting,
        [contract.consoleAcceptance.bounce.path]: things.accepted,
        [contract.consoleAcceptance.honour.path]: things.accepted,
        [contract.consoleAcceptance.discount.path]: things.accepted,
        [contract.consoleAcceptance.proposeHonour.path]: things.accepted,
        [contract.consoleAcceptance.proposeDiscount.path]: things.accepted,
        [contract.consoleAcceptance.proposeRecourse.path]: things.accepted,
        [contract.consoleAcceptance.decideHonour.path]: things.accepted,
        [contract.consoleFinanceRequest.decide.path]: things.request,
        [contract.consoleBadDebt.detail.path]: things.badDebt,
        [contract.consoleBadDebt.proposeForgiving.path]: things.badDebt,
        [contract.consolePayment.retryRefund.path]: things.payment,
        [contract.consoleReceipt.detail.path]: things.payment,
        [contract.consoleReceipt.askNow.path]: things.payment,
        [contract.consoleCreditBook.decideLimit.path]: things.asked,
        [contract.consoleAcceptance.detail.path]: things.waiting,
        [contract.consoleFiles.viewPayment.path]: things.billPicture,
      }
      if (path.includes('/company-group/')) thingOf[path] = lin.enterpriseId
      if (path.includes('/integration/')) thingOf[path] = path.endsWith('-key') ? things.apiKey : things.hook
      if (path.includes('/after-sale/')) thingOf[path] = things.afterSale
      if (path.includes('/api/quotation/')) thingOf[path] = things.quotation
      if (path.includes('/order-proposal/')) thingOf[path] = things.proposal
      if (path.includes('/collection/')) thingOf[path] = path.endsWith('/letter') ? things.letter : things.task
      if (path.includes('/api/signing/')) thingOf[path] = things.signing
      if (path.includes('/order-stop/')) thingOf[path] = things.stop
      if (path.includes('/follow-up/')) thingOf[path] = things.followUp
      if (path.includes('/phone-call/')) thingOf[path] = path.endsWith('/record') ? things.memberUserId : things.phoneCall
      if (path.includes('/invoice/')) thingOf[path] = things.invoice
      if (path.includes('/comment/')) thingOf[path] = things.comment
      if (path.includes('/licence/')) thingOf[path] = things.licenceId
      const named = { orderNo: things.sent.orderNo, fileId: things.files.licence }[field] ?? things.submission
      const theirs = thingOf[path] ?? named
      const absent = field === 'orderNo' ? '202611180000000001' : randomUUID()
      const ask = async (id: string) => {
        const before = await fingerprint()
        const body = { ...rest[path], enterpriseId: chen.enterpriseId, [field]: id }
        const invoiceUpload = () => toFormData(body, toBlob(Buffer.from('%PDF-1.7')))
        const picturePost = call.kind === 'upload' && !path.includes('/invoice/') && !path.includes('/collection/')
        const answer = picturePost
          ? await postForm(admin, path, body)
          : await admin.post(path, call.kind === 'upload' ? invoiceUpload() : body)
        expect(await fingerprint()).toBe(before)
        counted.cases += 1
        return shown(answer)
      }
      const answer = await ask(theirs)
      expect(answer).toEqual(await ask(absent))
      expect(answer).not.toMatchObject({ reason: 'INVALID_INPUT' })
      expect(answer.code).not.toBe(200)
    },
  )
})

const gone: readonly [string, (sub: Buyer, id: string) => Promise<unknown>][] = [
  ['a sub-account that was disabled', (_, id) => lin.api.subUser.modifyStatus({ id, status: 0 })],
  ['a sub-account that was deleted', (_, id) => lin.api.subUser.delete({ id })],
  ['a person who was logged out everywhere', (sub) => sub.api.security.logOut({})],
]
test.each(gone)('%s is unauthenticated for every call that needs a caller', async (_, end) => {
  const sub = await mall.subAccount(lin, ['lookGoods', 'buyPay'])
  const id = (await lin.api.subUser.list({})).find(({ name, acceptedAt }) => name === '子账号' && acceptedAt !== null)?.id ?? ''
  const last = (await lin.api.subUser.list({})).filter(({ name }) => name === '子账号').at(-1)?.id ?? id
  await end(sub, last)
  for (const { path, needs } of calls.filter(
    (one) => one.needs !== 'guest' && !isStaffCall(one) && !String(one.needs).startsWith('guest or'),
  ))
    expect({ path, needs, code: (await sub.post(path, {})).code }).toEqual({ path, needs, code: 510 })
})

test('the matrix covers every field that names an object', () => {
  expect(counted.cases).toBeGreaterThan(naming.length * 2)
  console.info(
    `ownership: ${calls.length} calls, ${naming.length} fields that name a thing, ${crossing.length} calls of the console, ${counted.cases} attempts`,
  )
})
