import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { contract } from '#contract/api.ts'
import { defineEndpoints, type Endpoint, type EndpointGroup, type HttpMethod, UPLOAD_FILE_FIELD } from '#contract/platform/core/endpoint.ts'
import { API_BASE } from '#contract/platform/core/envelope.ts'
import { isStaffAccess } from '#contract/platform/core/permissions.ts'
import { closeMonthsAndChargeInterest } from '#server/billing/receivables/public.ts'
import { createEnterpriseWithSubAccount, listPendingApprovals, submitOrders as ordersOf } from '#server/platform/testing/enterprise.ts'
import { createIdNumber, createUnifiedSocialCreditCode } from '#server/platform/testing/identity-documents.ts'
import { expectNothingInFlight } from '#server/platform/testing/in-flight.ts'
import { openMall, TEST_USER_PAYMENT_PASSWORD, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { measureFastest } from '#server/platform/testing/measure-fastest.ts'
import type { TestUser } from '#server/platform/testing/test-user.ts'
import { selectByTestTier } from '#server/platform/testing/tier.ts'
import { createPhoto, toBlob } from '#server/platform/testing/uploads.ts'
import { createWaybillNo } from '#server/platform/testing/waybills.ts'

/** The same seed makes the same cases. A failure prints it with the smallest failing input. FUZZ_SEED tries others. */
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_118)
const RUNS = Number(process.env.FUZZ_RUNS ?? selectByTestTier({ landing: 6, release: 200 }))
console.info(`fuzz: seed ${SEED}, ${RUNS} cases a call`)

const mall = await openMall()
const skuId = await mall.createSku('U84 采煤截齿', { code: 'KT-INS114DRE' })
const lin = await mall.buyer('林', { credit: '500000', wallet: '10000' })
const admin = await mall.staff('admin')

/** All ids and names in the mall, so that about half of the generated inputs refer to existing things. */
async function known(): Promise<Record<string, unknown[]>> {
  await lin.api.cart.add({ skuId, goodsNum: 3 })
  const lines = [{ skuId, goodsNum: 2 }]
  const trades = []
  for (const method of ['credit', 'wallet', 'transfer'] as const) {
    const { quote } = await lin.api.order.preview({ lines, method })
    trades.push({ quote, ...(await lin.api.order.submit({ lines, method, addressId: lin.addressId, quote })) })
  }
  const [onCredit] = trades
  await lin.api.order.payByCredit({ tradeId: onCredit?.tradeId ?? '', payPwd: TEST_USER_PAYMENT_PASSWORD })
  const orderNos = trades.map(({ orders }) => orders[0]?.orderNo)
  const { enterpriseId } = lin
  const parcel = { carrier: '德邦快递', trackingNo: createWaybillNo(), lines: [{ lineNo: 1, quantity: 1 }] }
  await admin.api.consoleFulfilment.ship({ enterpriseId, orderNo: orderNos[0] ?? '', ...parcel })
  // The month of that parcel is over. It has a statement, a waiting bill, and a request to write a part off.
  mall.clock.now = new Date('2026-12-05T06:00:00Z')
  await closeMonthsAndChargeInterest(mall.db, mall.moment())
  await mall.renew()
  const upload = async (purpose: 'avatar' | 'acceptance' | 'afterSale' | 'comment' | 'patrol' | 'voucher') =>
    (await lin.api.files.uploadImage({ purpose, consent: true }, { file: toBlob(await createPhoto()) })).fileId
  const fileId = await upload('acceptance')
  const given = {
    billNo: 'FUZZ-000001',
    acceptorKind: 'bank' as const,
    acceptor: '某某银行',
    amount: yuanTextToFen('1'),
    maturityDay: '2027-05-05',
  }
  const acceptance = await lin.api.statement.submitAcceptance({ ...given, fileId })
  const writeOff = { enterpriseId, month: '2026-11', amount: yuanTextToFen('1'), reason: '破产' }
  const request = await (await mall.staff('finance')).api.consoleFinanceRequest.proposeWriteOff(writeOff)
  const cart = (await lin.api.cart.list({})).flatMap(({ cartList }) => cartList)
  const list = await lin.api.shoppingList.add({ name: '月度', lines: [{ skuId, goodsNum: 3 }] })
  const messages = (await lin.api.message.list({})).dataList
  const drawdowns = (await lin.api.credit.drawdowns({})).dataList
  // A buyer with a limit, and two purchases of his that wait for approval.
  const { li, membershipId } = await createEnterpriseWithSubAccount(mall, { order: '1' }, lin)
  for (const method of ['wallet', 'credit'] as const) await ordersOf(li, [skuId], method)
  const approvals = await listPendingApprovals(lin)
  const sentLines = [{ lineNo: 1, stage: 'sent' as const, quantity: 1 }]
  const asks = { orderNo: orderNos[0] ?? '', type: 'REFUND' as const, lines: sentLines, reason: '其他', description: '' }
  const afterSale = await lin.api.afterSale.apply(asks)
  const { id: titleId } = await lin.api.invoiceTitle.add({
    kind: 'NORMAL',
    name: '某公司',
    taxNo: createUnifiedSocialCreditCode('91440300MA5FAKE01'),
  })
  const invoice = await lin.api.invoice.apply({ month: '2026-11', shopId: mall.shopId, titleId, email: 'a@b.cn', remark: '' })
  const parcelOf = (orderNo: string) => ({ enterpriseId, orderNo, ...parcel, trackingNo: createWaybillNo() })
  const { orders: arrived } = await lin.api.order
    .submit({
      lines: [{ skuId, goodsNum: 1 }],
      method: 'wallet',
      addressId: lin.addressId,
      quote: (await lin.api.order.preview({ lines: [{ skuId, goodsNum: 1 }], method: 'wallet' })).quote,
    })
    .then(async (trade) => lin.api.order.payByWallet({ tradeId: trade.tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD }))
  const arrivedNo = arrived[0]?.orderNo ?? ''
  await admin.api.consoleFulfilment.ship(parcelOf(arrivedNo))
  await lin.api.order.receive({ orderNo: arrivedNo })
  const comment = await lin.api.comment.add({ orderNo: arrivedNo, lineNo: 1, stars: 4, text: '好用' })
  const { replyId } = await lin.api.comment.reply({ id: comment.id, text: '补充' })
  const transfers = [
    (await lin.api.transfer.topUp({ amount: yuanTextToFen('9') })).paymentId,
    (await lin.api.transfer.topUp({ amount: yuanTextToFen('8') })).paymentId,
  ]
  const { vouchers } = await lin.api.transfer.submitVoucher({
    paymentId: transfers[0] ?? '',
    fileIds: [await upload('voucher')],
    remark: '',
  })
  const { listId } = await admin.api.consolePrice.add({ name: '协议', fromDay: '2026-01-01', enterpriseId })
  const typed = { reference: 'FUZZLINE1', day: '2026-12-04', amount: yuanTextToFen('9'), payerName: '林' }
  const categories = await admin.api.consoleHelpCategory.list({})
  const day = { dateFrom: '2026-12-01', dateTo: null }
  const banner = await admin.api.consoleBanner.save({ title: '横幅', note: '', target: '', tone: 'pine', shown: true, position: 1, ...day })
  const { brandId } = await admin.api.consoleBrand.save({ name: '品牌', origin: '', certificates: '', pictureId: null })
  const searchWord = await admin.api.consoleSearchWord.save({ kind: 'synonyms', terms: ['截齿', '镐齿'] })
  const homeSection = await admin.api.consoleHomeSection.save({ kind: 'picked', title: '精选', goodsRule: 'sales' })
  await lin.api.inquiry.submit({ name: '林', mobile: '13800000000', topic: 'goods', text: '有货吗' })
  const announcement = await admin.api.consoleAnnouncement.save({ title: '公告', text: '公告', pinned: false, ...day })
  const inquiries = (await admin.api.consoleInquiry.list({})).dataList
  const { lineId } = await admin.api.consoleBank.record(typed)
  const worksite = await worksiteOf(await upload('patrol'))
  const dates = { fromDay: '2026-11-01', untilDay: '2027-11-30', days: null }
  const terms = {
    amount: yuanTextToFen('1'),
    threshold: yuanTextToFen('2'),
    scope: 'all' as const,
    categoryIds: [],
    goodsIds: [],
    total: 100,
    perEnterprise: 50,
  }
  const coupon = { shopId: mall.shopId, name: '满减', description: '', level: 1 as const, ...dates, ...terms }
  const { templateId } = await admin.api.consoleCoupon.add({ ...coupon, way: 'claim' })
  const held = await lin.api.coupon.claim({ templateId })
  const { templateId: byCode } = await admin.api.consoleCoupon.add({ ...coupon, way: 'code' })
  await admin.api.consoleCoupon.makeCodes({ templateId: byCode, codes: 3 })
  const codes = await admin.api.consoleCoupon.codes({ templateId: byCode, format: 'csv' })
  const integration = await integrationsOf()
  const described = await attributesOf()
  return {
    ...worksite,
    ...integration,
    ...described,
    templateId: [templateId, byCode],
    templateIds: [[], [templateId], [templateId, byCode]],
    level: [1, 2, 3, 4],

    tempPercent: [null, 10],
    tempDays: [null, 30],
    giftTemplateId: [null, templateId],
    giftSkuId: [null, skuId],
    giftUnits: [null, 2],
    couponCode:
      Buffer.from(codes.bytes)
        .toString('utf8')
        .match(/[2-9A-HJ-NP-Z]{12}/g) ?? [],
    coupons: [{ [mall.shopId]: held.couponId }, { [mall.shopId]: null }, {}],
    categoryIds: [[], [1], [1, 2]],
    batchId: [templateId, byCode],
    enterpriseIds: [[enterpriseId], [enterpriseId, enterpriseId]],
    days: [null, 7],
    pictures: [[await upload('afterSale')], [await upload('comment')], []],
    replyId: [replyId],
    stage: ['sent', 'unsent'],
    parcelNo: [1, 2],
    plate: ['粤B12345', '粤b1234挂', 'B12345'],
    inHouse: [1_000, 999, 0],
    at: [mall.clock.now.toISOString(), '2026-11-18T06:00:00.000Z', '9999-12-31T00:00:00.000Z'],
    fileId: [await upload('acceptance'), fileId, await upload('avatar')],
    fileIds: [[await upload('voucher')], [fileId]],
    lineId: [lineId],
    paymentId: transfers,
    reference: ['FUZZLINE1', 'FUZZLINE2', 'x'],
    rest: [9, 8, 0],
    skuId: [skuId],
    listId: [listId],
    fromDay: ['2026-01-01', '2026-12-05', '0001-01-01'],
    untilDay: [null, '2026-12-05', '9999-12-31'],
    goodsId: cart.map(({ goodsId }) => goodsId),
    enterpriseId: [lin.enterpriseId],
    addressId: [lin.addressId],
    shopId: [mall.shopId],
    titleId: [titleId],
    brandId: [brandId],
    terms: [['截齿', '镐齿'], ['镐齿', '截煤齿'], ['柴油']],
    target: ['', '/shop', '/shop?keyword=1'],
    intoId: [1, 2, 4],
    parentId: [null, 1, 2],
    taxNo: [createUnifiedSocialCreditCode('91440300MA5FAKE01')],
    taxCode: ['1090201020000000000', '1070101 0701 00000000', '123'],
    taxName: ['柴油', '*柴油*'],
    orderNos: [[], orderNos, orderNos.slice(0, 1)],
    tradeId: trades.map(({ tradeId }) => tradeId),
    orderNo: [...orderNos, arrivedNo],
    quote: trades.map(({ quote }) => quote),
    cartIds: [cart.map(({ id }) => id)],
    ids: [cart.map(({ id }) => id)],
    goodsIds: [cart.map(({ goodsId }) => goodsId)],
    skuIds: [[skuId]],
    code: ['KT-INS114DRE', 'ins114', 'M-1', '%', '=1+1'],
    id: [
      ...(worksite.worksite ?? []),
      ...(integration.integration ?? []),
      ...(described.described ?? []),
      list.id,
      ...['wallet', 'delivery', 'agreement-4'],
      lin.addressId,
      membershipId,
      ...[
        ...cart,
        ...messages,
        ...drawdowns,
        ...approvals,
        acceptance,
        request,
        afterSale,
        comment,
        invoice,
        ...vouchers,
        banner,
        searchWord,
        homeSection,
        announcement,
        ...inquiries,
        ...categories,
      ].map(({ id }) => id),
      titleId,
    ],
    helpCategoryId: categories.map(({ id }) => id),
    rev: [1, 2, 3],
    no: [1, 2],
    maturityDay: ['2026-12-05', '2027-05-05', '0001-01-01', '9999-12-31'],
    months: [['2026-11'], ['2026-12', '2026-11']],
    day: ['2026-12-04', '2026-12-05', '0001-01-01', '9999-12-31'],
    number: ['', 'x', '%', skuId],
    mobile: [lin.mobile, '13900000000'],
    email: ['admin@staff.test'],
    payPwd: [TEST_USER_PAYMENT_PASSWORD, '000000'],
    permCode: ['', 'buyPay', 'buyPay,lookOrder', 'admin'],
    areaCode: ['440305', '110101', '999999'],
    keyword: ['截齿', 'kt ins114', '%', "' or 1=1--", ':*&|!', '\\'],
    categoryId: [1, 2, 4],
    creditTempEndDate: ['2026-11-18', '2026-12-31', '0001-01-01', '9999-12-31'],
    dateFrom: ['0000-01-01', '2026-11-18', '9999-12-31'],
    dateTo: ['0000-01-01', '2026-11-18', '9999-12-31'],
    month: ['2026-11', '2026-12', '2000-01', '2099-12'],
    idNo: [createIdNumber('1990-05-06', 1), createIdNumber('2030-01-01', 1)],
    legalIdNo: [createIdNumber('1965-07-08', 1), createIdNumber('2030-01-01', 1)],
    creditCode: [createUnifiedSocialCreditCode('91440300MA5FAKE01')],
    salePrice: [0.01, 38.5, 99_999_999_999.99],
    creditPrice: [null, 40.4, 99_999_999_999.99],
  }
}
/** An API key, a webhook, and a delivery to it. */
async function integrationsOf(): Promise<Record<string, unknown[]>> {
  const key = await lin.api.apiKey.add({ name: 'ERP', permCodes: ['lookOrder'], payPwd: TEST_USER_PAYMENT_PASSWORD })
  const hook = await lin.api.webhook.add({
    name: 'ERP',
    url: 'https://erp.example.com/',
    events: ['order.sent'],
    payPwd: TEST_USER_PAYMENT_PASSWORD,
  })
  const delivery = await lin.api.webhook.ping({ id: hook.id })
  return {
    integration: [key.id, hook.id, delivery.id],
    webhookId: [hook.id],
    url: ['https://erp.example.com/', 'http://127.0.0.1/', 'https://[::1]/', 'x'],
    events: [['order.sent'], ['order.paid', 'refund.done'], [], ['order.sent', 'order.sent']],
    permCodes: [['lookOrder'], ['applyLimit', 'lookOrder'], ['buyPay']],
    addresses: [[], ['203.0.113.7', '10.0.0.0/8', '2001:db8::/32'], ['x']],
    expiresOn: [null, '2026-12-31', '0001-01-01', '9999-12-31'],
  }
}
/** Attributes of two kinds, a set with them, and a machine model. */
async function attributesOf(): Promise<Record<string, unknown[]>> {
  const { consoleAttribute, consoleAttributeSet, consoleMachineModel } = admin.api
  const choices = [{ name: 'YG8' }, { name: 'YG11C' }]
  const { id: grade } = await consoleAttribute.save({ code: 'FUZZ-1', name: '牌号', kind: 'choice', choices })
  const { id: size } = await consoleAttribute.save({ code: 'FUZZ-2', name: '柄径', kind: 'number', unit: 'mm', decimals: 1 })
  const choiceIds = (await consoleAttribute.detail({ id: grade })).choices.map(({ choiceId }) => choiceId)
  const { id: set } = await consoleAttributeSet.save({ name: '模板', lines: [{ attributeId: grade }] })
  const { id: machine } = await consoleMachineModel.save({ maker: '三一', model: 'EBZ160', kind: '掘进机' })
  return {
    attributeId: [grade, size],
    choiceId: choiceIds,
    fromChoiceId: choiceIds,
    intoChoiceId: choiceIds,
    setId: [set],
    lower: [null, 0.5, 3, 1e-7],
    decimals: [0, 1, 6, 7],
    described: [grade, size, set, machine],
  }
}
/** A project, a rig that works there, and a patrol's finding on it, by the field names of the calls. */
async function worksiteOf(fileId: string): Promise<Record<string, unknown[]>> {
  const { id: projectId } = await lin.api.project.add({ name: '一号井', memberIds: [lin.userId], budget: yuanTextToFen('100') })
  const { id: equipmentId } = await lin.api.equipment.add({ name: '钻机', projectId, wears: [{ skuId, rate: 6 }] })
  await lin.api.equipment.addReading({ id: equipmentId, day: '2026-11-18', runHours: 100 })
  const found = { text: '磨损', severity: 'URGENT' as const, fileId, equipmentId, skuId, goodsNum: 2 }
  const { id: patrolId } = await lin.api.patrol.add({ route: '主巷', day: '2026-11-18', projectId, findings: [found] })
  const findingIds = (await lin.api.patrol.detail({ id: patrolId })).findings.map(({ id }) => id)
  return {
    projectId: [projectId],
    equipmentId: [equipmentId],
    findingId: findingIds,
    findingIds: [findingIds],
    managerId: [lin.userId],

    memberIds: [[lin.userId]],
    monthFrom: ['2026-11', '2000-01'],
    monthTo: ['2026-12', '2099-12'],
    worksite: [projectId, equipmentId, patrolId],
  }
}
const bank = await known()

interface Def {
  type: string
  format?: string
  innerType?: z.ZodMiniType
  in?: z.ZodMiniType
  element?: z.ZodMiniType
  valueType?: z.ZodMiniType
  options?: z.ZodMiniType[]
  items?: z.ZodMiniType[]
  shape?: Record<string, z.ZodMiniType>
  entries?: Record<string, string>
  values?: unknown[]
}
const defOf = (schema: z.ZodMiniType) => schema._zod.def as unknown as Def

/** A value for a schema, usually a valid one. */
function wire(schema: z.ZodMiniType, name = ''): fc.Arbitrary<unknown> {
  const def = defOf(schema)
  const own = bank[name]
  if (def.type === 'optional' || def.type === 'default') return fc.option(wire(def.innerType ?? schema, name), { nil: undefined, freq: 3 })
  if (def.type === 'nullable') return fc.option(wire(def.innerType ?? schema, name), { nil: null })
  if (own) return fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...own) }, { weight: 1, arbitrary: plain(def, name) })
  return plain(def, name)
}

function plain(def: Def, name: string): fc.Arbitrary<unknown> {
  if (def.in) return wire(def.in, name)
  if (def.type === 'string') return def.format === 'uuid' ? fc.constant(randomUUID()) : fc.string({ unit: 'grapheme', maxLength: 60 })
  if (def.type === 'number') return fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: -1_000, max: 1_000_000 }))
  if (def.type === 'boolean') return fc.boolean()
  if (def.type === 'enum') return fc.constantFrom(...Object.values(def.entries ?? {}))
  if (def.type === 'literal') return fc.constantFrom(...(def.values ?? []))
  if (def.type === 'array') return fc.array(wire(def.element as z.ZodMiniType), { minLength: 1, maxLength: 3 })
  if (def.type === 'tuple') return fc.tuple(...(def.items ?? []).map((item) => wire(item)))
  if (def.type === 'union') return fc.oneof(...(def.options ?? []).map((option) => wire(option, name)))
  if (def.type === 'object')
    return fc.record(Object.fromEntries(Object.entries(def.shape ?? {}).map(([key, field]) => [key, wire(field, key)])))
  if (def.type === 'record' && def.valueType) return fc.dictionary(fc.uuid(), wire(def.valueType), { maxKeys: 3 })
  throw new Error(`the fuzz does not know what a ${def.type} looks like`)
}

/** An order names cart lines or SKUs, almost never both. */
const oneSource = ({ cartIds, ...rest }: Record<string, unknown>): Record<string, unknown> =>
  cartIds === undefined ? rest : Array.isArray(rest.lines) && rest.lines.length < 3 ? rest : { ...rest, cartIds, lines: undefined }

const deep = (depth: number): unknown => (depth === 0 ? 1 : [deep(depth - 1)])
const hostile = fc.constantFrom<unknown>(
  ...[null, true, false, -1, 0, 0.5, -0.01, 1.005, 1e9, 2 ** 31, 2 ** 53, 1e21, -1e21, 1e-7],
  ...['', ' ', '1', '1e3', 'NaN', '-1', 'null', '\u0000', 'a\u0000b', '\ud83d', '\u202e', '\r\nX: y', 'x'.repeat(20_000), '备'.repeat(900)],
  ...["'; drop table sku;--", '{{7*7}}', '../../etc/passwd', '<img src=x onerror=alert(1)>', '=HYPERLINK("http://x")', '%', '\\'],
  ...['00000000-0000-0000-0000-000000000000', '２０２６-11-18', '2026-02-30', '2026-13'],
  ...[[], {}, [[]], [null], [1], ['x'], { $ne: 1 }, { toString: 1 }, { length: 1e9 }, deep(1_000), Array(5_000).fill(1)],
)
const NOT_OURS = ['enterpriseId', 'userId', 'price', 'amount', 'permCode', 'status', 'hasOwnProperty', 'then', '0', '', '数量']

/** One fault in an input: a missing field, an unknown field, or an absurd value. */
type Wrong = { how: 'missing' | 'extra' | 'value' | 'nested'; at: number; name: string; value: unknown }
const wrong: fc.Arbitrary<Wrong> = fc.record({
  how: fc.constantFrom('missing', 'extra', 'value', 'value', 'value', 'nested'),
  at: fc.nat(20),
  name: fc.constantFrom(...NOT_OURS),
  value: hostile,
})

function spoil(input: Record<string, unknown>, { how, at, name, value }: Wrong): Record<string, unknown> {
  const fields = Object.keys(input)
  const field = fields[at % Math.max(1, fields.length)]
  if (field === undefined || how === 'extra') return { ...input, [name]: value }
  if (how === 'missing') return { ...input, [field]: undefined }
  const [first] = Array.isArray(input[field]) ? (input[field] as unknown[]) : []
  if (how === 'value' || first === undefined) return { ...input, [field]: value }
  return { ...input, [field]: [typeof first === 'object' ? { ...first, [name]: value } : value] }
}

const INSIDE = /node_modules|at \w+ \(|\bselect \b|insert into|violates|syntax error|TypeError|undefined|\[object/i
const SLOW_MS = 2_000
/** A longer input is sent in a body, because a server may refuse such a long head. */
const QUERY_MAX = 8_000

/** The input as a query string; undefined if it cannot be one. */
function queryOf(input: Record<string, unknown>): string | undefined {
  const fields = Object.entries(input).filter(([, value]) => value !== undefined)
  const isText = (value: unknown) => typeof value === 'string' || (Array.isArray(value) && value.every((one) => typeof one === 'string'))
  const query = new URLSearchParams(fields.filter(([, value]) => isText(value)).map(([name, value]) => [name, String(value)])).toString()
  return fields.every(([, value]) => isText(value)) && query.length < QUERY_MAX ? query : undefined
}

/** Tokens of sessions and of keys differ in their first letters. */
const TOKEN_KIND = 3

/** Sends an input by one of the call's methods and checks what every answer must fulfil. */
async function send(person: TestUser, call: Endpoint, method: HttpMethod, input: Record<string, unknown>): Promise<void> {
  const { path, idempotent, input: schema } = call
  // Only this call's statements are looked at; keeping those of all calls would only occupy memory.
  mall.statements.length = 0
  const headers: Record<string, string> = idempotent ? { 'idempotency-key': randomUUID() } : {}
  const query = method === 'DELETE' ? queryOf(input) : undefined
  const url = API_BASE + path
  const answer = await person.ask(query === undefined ? { method, url, body: input, headers } : { method, url: `${url}?${query}`, headers })
  expect(answer.status, `${answer.reason} ${answer.msg}`).toBe(200)
  expect(answer.code, `${answer.reason} ${answer.msg}`).toBeLessThan(500)
  if (answer.code === 200) {
    // After switching the company the person continues with his new token. The token of a new API key is not his.
    const { token } = (answer.data ?? {}) as { token?: string }
    if (token?.slice(0, TOKEN_KIND) === person.token?.slice(0, TOKEN_KIND)) person.token = token
    return
  }
  expect(answer).toMatchObject({ success: false, data: null, reason: expect.stringMatching(/^[A-Z_]+$/) })
  expect(answer.msg).toMatch(/\p{Script=Han}/u)
  expect(answer.msg).not.toMatch(INSIDE)
  if (answer.reason !== 'INVALID_INPUT') return
  expect(answer.detail?.field, 'a refusal of input names its field').toBeDefined()
  // A field that does not exist is named without its place, also one of an object that took a field's place.
  const inner = Object.values(input).flatMap((value) => (typeof value === 'object' ? Object.keys(value ?? {}) : []))
  const names = [...Object.keys(defOf(schema).shape ?? {}), ...Object.keys(input), ...inner, ...NOT_OURS, UPLOAD_FILE_FIELD]
  expect(names).toContain(answer.detail?.field?.split('.')[0])
  // Nothing was written before the refusal, not even something that was rolled back.
  expect(mall.statements.filter((sql) => /^\s*(insert|update|delete)/i.test(sql))).toEqual([])
}

const calls: Endpoint[] = Object.values<EndpointGroup>(contract).flatMap((api) => Object.values(api))
const isStaffCall = ({ needs }: Endpoint) => isStaffAccess(needs)
// After a logout the person can make no more calls. The call has no input that could be wrong.
const asked = calls.filter(({ path }) => !path.endsWith('/log-out'))

// T-21, P13, P17, H5, C2, F2, F4
describe('any input is answered in time and in Chinese, and a refused call changes nothing', () => {
  test.each(asked.map((call) => [call.path, call] as const))('%s', async (_, call) => {
    const person = isStaffCall(call) ? admin : /log-?in/.test(call.path) ? mall.guest() : lin
    const input = (wire(call.input) as fc.Arbitrary<Record<string, unknown>>).map(oneSource)
    // Inputs that nobody writes into a URL are sent as a body, which a GET does not have.
    const method = fc.constantFrom(...call.methods.filter((one) => one !== 'GET'))
    await fc.assert(
      fc.asyncProperty(input, fc.option(wrong, { freq: 6 }), method, async (sound, fault, by) => {
        const given = fault ? spoil(sound, fault) : sound
        expect(await measureFastest(SLOW_MS, () => send(person, call, by, given))).toBeLessThan(SLOW_MS)
      }),
      { seed: SEED, numRuns: RUNS, endOnFailure: true, includeErrorInReport: true },
    )
  })

  test('afterwards all ledger invariants hold and every place is free', async () => {
    expect(await mall.findInvariantBreaches()).toEqual({})
    await expectNothingInFlight(mall)
  })
})

test('the fuzzer covers every type of field', () => {
  const odd = defineEndpoints('/x', {}) as Record<string, Endpoint>
  expect(Object.keys(odd)).toEqual([])
  for (const { input } of calls) expect(() => wire(input)).not.toThrow()
})
