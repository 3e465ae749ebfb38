import { beforeEach, expect, test } from 'vitest'
import { isSmsAlertOnByDefault, type SmsAlertKind, smsAlertKinds } from '#contract/people/messaging/alert-api.ts'
import { messageTextTemplates } from '#contract/people/messaging/message-texts/texts.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import type { WechatAccount } from '#server/adapters/wechat-account/public.ts'
import { sendNoticesOfNewStatements } from '#server/billing/receivables/public.ts'
import { unsealMail } from '#server/people/channels/public.ts'
import { sendMessages } from '#server/people/messaging/public.ts'
import { unsealSms } from '#server/people/sms/public.ts'
import { createCouponHelpers } from '#server/platform/testing/coupons.ts'
import { createDebtHelpers } from '#server/platform/testing/debts.ts'
import { createInvoiceHelpers } from '#server/platform/testing/invoices.ts'
import { type Buyer, openMall } from '#server/platform/testing/mall.ts'
import { createEventTaker } from '#server/platform/testing/outbox-events.ts'
import { createOfferedQuotationLine, createRequestedQuotationLine } from '#server/platform/testing/quotations.ts'
import { sendAlerts } from './public.ts'

const mall = await openMall()
const takeEvents = createEventTaker(mall)
const wechatAccount = {} as WechatAccount
const kinds = keysOf(smsAlertKinds)

/** Gives a person a confirmed mail address and a bound WeChat. */
async function reaches({ userId }: Buyer): Promise<void> {
  const seal = (column: string, value: string) => mall.keys.seal(mall.moment(), `contact_setting|${column}|${userId}`, value)
  const mail = { mail_sealed: seal('mail_sealed', 'lin@example.com'), mail_masked: 'l***@example.com' }
  const wechat = { wechat_sealed: seal('wechat_sealed', 'openid-lin'), wechat_bound_at: mall.clock.now }
  await mall.db
    .insertInto('contact_setting')
    .values(Object.assign({ id: userId, user_id: userId, updated_at: mall.clock.now }, mail, wechat))
    .execute()
}

/** What leaves the mall after the job of the alerts, by channel. */
async function leaves() {
  for (const payload of await takeEvents('alert.made'))
    await sendAlerts({ db: mall.db, keys: mall.keys, publicUrl: 'https://mall.example', wechatAccount }, mall.moment(), payload)
  const sms = (await takeEvents('sms.send'))
    .map(({ sealed }) => unsealSms(mall.keys, sealed))
    .filter(({ template }) => template === 'alert')
  const mails = (await takeEvents('mail.send')).map(({ sealed, notBefore }) => ({ ...unsealMail(mall.keys, sealed), notBefore }))
  return { sms, mails, wechats: await takeEvents('wechat.send') }
}

beforeEach(async () => {
  await mall.renew()
  await leaves()
})

test('a person chooses each kind by each channel, and gets its title there and nothing else, in his quiet hours when they end', async () => {
  const lin = await mall.buyer('林')
  await reaches(lin)
  const tells = (alert: SmsAlertKind) =>
    mall.runInTransaction((tx) =>
      sendMessages(tx, mall.moment(), [
        { enterpriseId: lin.enterpriseId, userIds: [lin.userId], kind: 'system', title: `标题 ${alert}`, content: '机密 ¥100.00', alert },
      ]),
    )
  const off = { bySms: false, byMail: false, byWechat: false }
  for (const alertKind of kinds) await lin.api.alert.choose({ alertKind, ...off })
  for (const kind of kinds) await tells(kind)
  expect(await leaves()).toEqual({ sms: [], mails: [], wechats: [] })
  for (const kind of kinds) {
    // The limits of a day are for a day.
    mall.clock.forward(86_400_000)
    await mall.renew()
    for (const channel of ['bySms', 'byMail', 'byWechat'] as const) {
      await lin.api.alert.choose(Object.assign({ alertKind: kind }, off, { [channel]: true }))
      for (const one of kinds) await tells(one)
      const { sms, mails, wechats } = await leaves()
      const got = [sms.map(({ facts }) => facts.title), mails.map(({ subject }) => subject), wechats.map(({ title }) => title)]
      expect([kind, channel, got]).toEqual([
        kind,
        channel,
        (['bySms', 'byMail', 'byWechat'] as const).map((one) => (one === channel ? [`标题 ${kind}`] : [])),
      ])
      expect(JSON.stringify([sms, mails, wechats])).not.toContain('机密')
    }
    await lin.api.alert.choose({ alertKind: kind, ...off })
  }
  // Two in the afternoon.
  await lin.api.contact.saveQuietHours({ quiet: { fromHour: 12, untilHour: 20 } })
  await lin.api.alert.choose({ alertKind: 'quotation', bySms: false, byMail: true })
  await tells('quotation')
  expect((await leaves()).mails.map(({ notBefore }) => notBefore?.slice(11))).toEqual(['12:00:00.000Z'])
})

test('SMS are off for what nobody has asked for, and on for what was asked for', () => {
  const on = (accountType: 1 | 2) => kinds.filter((kind) => isSmsAlertOnByDefault(accountType, kind))
  expect([on(1), on(2)]).toEqual([['due', 'approval', 'proposal'], ['proposal']])
})

test('a new member has every kind, of which only those three go by SMS', async () => {
  const choices = await (await mall.buyer('新')).api.alert.mine({})
  expect(choices.map(({ alertKind }) => alertKind)).toEqual(kinds)
  expect(choices.filter(({ bySms }) => bySms).map(({ alertKind }) => alertKind)).toEqual(['due', 'approval', 'proposal'])
  expect(choices.some(({ byMail, byWechat }) => byMail || byWechat)).toBe(false)
})

/** The kinds of what is told while something happens, with the titles. */
async function listAlertsDuring(work: () => Promise<unknown>): Promise<string[][]> {
  await takeEvents('alert.made')
  await work()
  return (await takeEvents('alert.made')).map(({ alert, title }) => [alert, title])
}

test('quotations: the offer, the answer, the refusal and the end of the offer', async () => {
  const support = await mall.staff('support')
  const { consoleQuotation } = support.api
  const skuId = await mall.createSku('截齿', { sale: '100.00' })
  const lin = await mall.buyer('林')
  const { enterpriseId } = lin
  const asks = () => lin.api.quotation.create({ lines: [createRequestedQuotationLine({ skuId, goodsNum: 1 })] })
  const { id } = await asks()
  const offers = { enterpriseId, id, rowVersion: 0, validDays: 1, lines: [createOfferedQuotationLine(1, skuId, '90.00')] }
  expect(await listAlertsDuring(() => consoleQuotation.quote(offers))).toEqual([['quotation', '询价已报价']])
  expect(await listAlertsDuring(() => consoleQuotation.sendMessage({ enterpriseId, id, text: '机密' }))).toEqual([
    ['quotation', '询价有新留言'],
  ])
  const refused = await asks()
  expect(await listAlertsDuring(() => consoleQuotation.refuse({ enterpriseId, id: refused.id, rowVersion: 0, reason: '机密' }))).toEqual([
    ['quotation', '询价未能报价'],
  ])
  mall.clock.forward(3 * 86_400_000)
  expect(await listAlertsDuring(() => mall.runDeadlines())).toEqual([['quotation', '报价已到期']])
  await mall.renew()
})

test('after-sales, refunds, cancellations, invoices and coupons', async () => {
  const invoices = await createInvoiceHelpers(mall)
  const lin = await mall.buyer('林', { credit: '500000', wallet: '50000' })
  const sent = await invoices.sent(lin, [{ price: '600.00', units: 2 }])
  const ofKinds = async (work: () => Promise<unknown>) => (await listAlertsDuring(work)).filter(([kind]) => kind !== 'order')
  expect(await ofKinds(() => invoices.issued(lin, [sent.orderNo]))).toEqual([['invoice', '发票已开具']])
  const returned = await ofKinds(() => invoices.returns(sent, [[1, 'sent', 2]]))
  expect(new Set(returned.map(([kind]) => kind))).toEqual(new Set(['afterSale']))
  expect(returned.map(([, title]) => title)).toEqual(expect.arrayContaining(['售后申请已同意', '退回商品已验收', '售后已退款']))
  const unsent = await invoices.order(lin, [{ price: '600.00', units: 1 }])
  expect(await ofKinds(() => invoices.refunds(unsent, [[1, 'unsent', 1]]))).toContainEqual(['refund', '订单已全部退款'])
  const lines = [{ skuId: await mall.createSku('截齿', { sale: '600.00' }), goodsNum: 1 }]
  const { quote } = await lin.api.order.preview({ lines, method: 'wallet' })
  const { orders } = await lin.api.order.submit({ lines, method: 'wallet', addressId: lin.addressId, quote })
  const orderNo = orders[0]?.orderNo ?? ''
  expect(await listAlertsDuring(() => lin.api.order.cancel({ orderNo, reason: '不要了' }))).toEqual([['refund', '订单已取消']])
  const coupons = await createCouponHelpers(mall)
  const templateId = await coupons.template({ way: 'grant' })
  expect(
    await listAlertsDuring(() => coupons.desk.grant({ templateId, batchId: mall.moment().newId(), enterpriseIds: [lin.enterpriseId] })),
  ).toEqual([['coupon', '收到一张优惠券']])
})

test('a statement is announced once, with what is to be paid, in the first days of the month', async () => {
  const debts = createDebtHelpers(mall)
  const [lin, wu] = [await mall.buyer('林', { credit: '500000' }), await mall.buyer('吴', { credit: '500000', wallet: '5000' })]
  await debts.dawns('2026-12-20')
  for (const buyer of [lin, wu]) await debts.draws(buyer.enterpriseId, debts.yuanTextToFen('600'))
  await debts.dawns('2027-01-02')
  await debts.jobs()
  const announces = () => listAlertsDuring(() => sendNoticesOfNewStatements(mall.db, mall.moment()))
  expect(await announces()).toEqual([
    ['statement', '月账单已出'],
    ['statement', '月账单已出'],
  ])
  expect(await announces()).toEqual([])
  const [message] = (await lin.api.message.list({ kind: 'system' })).dataList
  expect(message).toMatchObject({
    title: '月账单已出',
    messageContent: '2026-12 账单已出，共 ¥600.00。请于 2027-01-10（含）前还款。请核对，如有异议可在账单中提出。',
    target: { screen: '/my_bill_detail', search: { month: '2026-12' } },
    figure: 'credit',
  })
  // A month of another company that nobody has announced by then is history.
  const zhou = await mall.buyer('周', { credit: '500000' })
  await debts.draws(zhou.enterpriseId, debts.yuanTextToFen('100'))
  await debts.dawns('2027-02-09')
  await debts.jobs()
  expect(await announces()).toEqual([])
})

test('no title of a text that leaves the mall has words that a person has typed', () => {
  const typed = Object.values(messageTextTemplates).flatMap(({ title, facts }) =>
    Object.values(facts).flatMap(({ label }) =>
      ['留言', '原因', '回复', '说明', '意见'].includes(label) && title.includes(`{${label}}`) ? [title] : [],
    ),
  )
  expect(typed).toEqual([])
})
