import { beforeEach, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { type Buyer, ONE_HOUR_MS, openMall } from '#server/platform/testing/mall.ts'
import { createOfferedQuotationLine, createRequestedQuotationLine } from '#server/platform/testing/quotations.ts'
import type { TestUser } from '#server/platform/testing/test-user.ts'

const mall = await openMall()
const [admin, support, warehouse, auditor] = [
  await mall.staff('admin'),
  await mall.staff('support'),
  await mall.staff('warehouse'),
  await mall.staff('auditor'),
]
const { consoleQuotation } = support.api
const bit = await mall.createSku('截齿', { sale: '100.00', credit: '110.00' })
const [lin, wu] = [await mall.buyer('林', { wallet: '200000' }), await mall.buyer('吴')]

async function asks(buyer: Buyer = lin, note = '急用') {
  const lines = [createRequestedQuotationLine({ skuId: bit, goodsNum: 5, note })]
  const { id, quotationNo } = await buyer.api.quotation.create({ title: '备件', lines })
  return { id, quotationNo, enterpriseId: buyer.enterpriseId }
}
type Asked = Awaited<ReturnType<typeof asks>>

async function quotes({ enterpriseId, id }: Asked) {
  const { rowVersion } = await consoleQuotation.detail({ enterpriseId, id })
  return consoleQuotation.quote({ enterpriseId, id, rowVersion, lines: [createOfferedQuotationLine(1, bit, '90.00')] })
}
const staffReads = ({ enterpriseId, id }: Asked, upTo: number) => consoleQuotation.markRead({ enterpriseId, id, upTo })

/** What a person of the mall has been told about a quotation, the oldest first. */
async function listNotices(person: TestUser, { quotationNo }: Asked) {
  const { dataList } = await person.api.consoleNotice.list({ pageSize: 100 })
  return dataList.filter(({ title }) => title.includes(quotationNo)).toReversed()
}
const listNoticeTitles = async (person: TestUser, asked: Asked) =>
  (await listNotices(person, asked)).map(({ title }) => title.replace(asked.quotationNo, 'Q'))

/** The queue of quotations whose buyer waits for an answer, and the list that it leads to. */
async function unanswered() {
  const item = (await support.api.consoleQueue.list({})).find(({ kind }) => kind === 'quotationMessage') ?? expect.fail('no queue')
  const { dataList, total } = await consoleQuotation.list({ unanswered: true })
  expect(item.count).toBe(total)
  expect(item.oldestAt).toEqual(dataList[0]?.unansweredSince ?? null)
  return dataList.map(({ id }) => id)
}

beforeEach(() => mall.renew())

test('whoever answers quotations is told what a buyer does, with his words in the console and not in the title', async () => {
  const asked = await asks()
  await lin.api.quotation.sendMessage({ id: asked.id, text: '能否含运费' })
  await quotes(asked)
  await lin.api.quotation.askAgain({ id: asked.id, text: '再优惠 5 元' })
  await quotes(asked)
  const source = { quotation: { quotationId: asked.id, version: 2, lineNos: [1] } }
  const { quote } = await lin.api.order.preview({ ...source, method: 'wallet' })
  await lin.api.order.submit({ ...source, method: 'wallet', addressId: lin.addressId, quote })
  const titles = ['新的询价 Q', '询价 Q 有新留言', '询价 Q 请求重新报价', '询价 Q 已按报价下单']
  for (const person of [support, admin]) expect(await listNoticeTitles(person, asked)).toEqual(titles)
  for (const person of [warehouse, auditor]) expect(await listNoticeTitles(person, asked)).toEqual([])
  const notices = await listNotices(support, asked)
  expect(notices.map(({ content }) => content)).toEqual([
    '林矿业有限公司：截齿',
    '林矿业有限公司：能否含运费',
    '林矿业有限公司：再优惠 5 元',
    '林矿业有限公司：按报价下单 1 种',
  ])
  expect(new Set(notices.map(({ screen }) => screen))).toEqual(new Set([`/quotation?enterpriseId=${lin.enterpriseId}&id=${asked.id}`]))
})

test('declining and withdrawing are told too, with the reason', async () => {
  const [declined, withdrawn] = [await asks(), await asks()]
  await quotes(declined)
  await lin.api.quotation.decline({ id: declined.id, reason: '价格偏高' })
  await lin.api.quotation.withdraw({ id: withdrawn.id })
  expect((await listNotices(support, declined)).at(-1)).toMatchObject({
    title: `询价 ${declined.quotationNo} 买家谢绝报价`,
    content: '林矿业有限公司：价格偏高',
  })
  expect((await listNotices(support, withdrawn)).at(-1)).toMatchObject({
    title: `询价 ${withdrawn.quotationNo} 买家撤回`,
    content: '林矿业有限公司：没有填写说明',
  })
})

test('the account manager of the company is told as well: once, and where he may not open quotations by the page of the company', async () => {
  const { staffId } = await support.api.staff.me({})
  const companies = [{ enterpriseId: wu.enterpriseId, seenStaffId: null }]
  await admin.api.consoleAccountManager.assign({ companies, staffId })
  expect(await listNoticeTitles(support, await asks(wu))).toEqual(['新的询价 Q'])
  // A warehouse keeper was its account manager before he changed his role.
  const keeper = await warehouse.api.staff.me({})
  await mall.db.updateTable('account_manager').set({ staff_id: keeper.staffId }).where('enterprise_id', '=', wu.enterpriseId).execute()
  expect(await listNotices(warehouse, await asks(wu))).toMatchObject([{ screen: `/enterprise?enterpriseId=${wu.enterpriseId}` }])
  await mall.db.updateTable('staff').set({ status: 0 }).where('id', '=', keeper.staffId).execute()
  const { id } = await asks(wu)
  const later = await mall.db.selectFrom('staff_notice').select('id').where('staff_id', '=', keeper.staffId).execute()
  expect(later).toHaveLength(1)
  await mall.db.updateTable('staff').set({ status: 1 }).where('id', '=', keeper.staffId).execute()
  await wu.api.quotation.withdraw({ id })
})

test('a buyer who writes five times is told of once, and again after somebody has read or answered', async () => {
  const asked = await asks()
  const says = () => lin.api.quotation.sendMessage({ id: asked.id, text: '在吗' })
  const count = async () => (await listNoticeTitles(support, asked)).filter((title) => title.includes('留言')).length
  for (let nth = 0; nth < 5; nth++) await says()
  expect(await count()).toBe(1)
  await staffReads(asked, 5)
  for (let nth = 0; nth < 2; nth++) await says()
  expect(await count()).toBe(2)
  mall.clock.forward(1_000)
  await consoleQuotation.sendMessage({ enterpriseId: asked.enterpriseId, id: asked.id, text: '在的' })
  await says()
  expect(await count()).toBe(3)
  await lin.api.quotation.withdraw({ id: asked.id })
})

test('what a buyer writes waits in a queue until staff write, offer or refuse, in any open state and the oldest first', async () => {
  expect(await unanswered()).toEqual([])
  const [offered, requested, ended] = [await asks(), await asks(), await asks(wu)]
  // Asking is no message: it waits for an offer in the other queue.
  expect(await unanswered()).toEqual([])
  await quotes(offered)
  const says = async ({ id }: Asked, buyer = lin) => {
    mall.clock.forward(60_000)
    await buyer.api.quotation.sendMessage({ id, text: '请尽快' })
  }
  await says(offered)
  await says(requested)
  await says(ended, wu)
  // A second message does not begin to wait anew.
  await says(offered)
  expect(await unanswered()).toEqual([offered.id, requested.id, ended.id])
  expect((await consoleQuotation.list({ unanswered: true, state: 'QUOTED' })).dataList.map(({ id }) => id)).toEqual([offered.id])
  await consoleQuotation.sendMessage({ enterpriseId: offered.enterpriseId, id: offered.id, text: '好的' })
  expect(await unanswered()).toEqual([requested.id, ended.id])
  await quotes(requested)
  expect(await unanswered()).toEqual([ended.id])
  await says(requested)
  await wu.api.quotation.withdraw({ id: ended.id })
  expect(await unanswered()).toEqual([requested.id])
  // An offer that has ended still wants an answer.
  mall.clock.forward(20 * 24 * ONE_HOUR_MS)
  await mall.renew()
  await mall.runDeadlines()
  expect((await consoleQuotation.list({ unanswered: true })).dataList.map(({ state }) => state)).toEqual(['EXPIRED'])
  await lin.api.quotation.askAgain({ id: requested.id, text: '请延长' })
  const { enterpriseId, id } = requested
  const { rowVersion } = await consoleQuotation.detail({ enterpriseId, id })
  await consoleQuotation.refuse({ enterpriseId, id, rowVersion, reason: '停产' })
  expect(await unanswered()).toEqual([])
})

test('what needs no answer waits no more, unless the buyer has written since', async () => {
  const asked = await asks()
  const { id, enterpriseId } = asked
  await lin.api.quotation.sendMessage({ id, text: '谢谢' })
  await lin.api.quotation.sendMessage({ id, text: '还有一个问题' })
  await expect(consoleQuotation.needNoAnswer({ enterpriseId, id, upTo: 1 })).rejects.toMatchObject({ reason: 'QUOTATION_MOVED' })
  expect([await unanswered(), (await consoleQuotation.detail({ enterpriseId, id })).readUpTo]).toEqual([[id], 0])
  await expect(auditor.api.consoleQuotation.needNoAnswer({ enterpriseId, id, upTo: 2 })).rejects.toMatchObject({ reason: 'STAFF_ONLY' })
  await consoleQuotation.needNoAnswer({ enterpriseId, id, upTo: 2 })
  expect([await unanswered(), (await consoleQuotation.detail({ enterpriseId, id })).readUpTo]).toEqual([[], 2])
  await lin.api.quotation.sendMessage({ id, text: '在吗' })
  expect(await unanswered()).toEqual([id])
  await lin.api.quotation.withdraw({ id })
})

test('each side sees what it has not read, in the list and in the conversation', async () => {
  const asked = await asks()
  const { id, enterpriseId } = asked
  const marks = async () => ({
    staff: (await consoleQuotation.list({ keyword: asked.quotationNo })).dataList[0]?.hasUnread,
    buyer: (await lin.api.quotation.list({ keyword: asked.quotationNo })).dataList[0]?.hasUnread,
  })
  expect(await marks()).toEqual({ staff: false, buyer: false })
  await lin.api.quotation.sendMessage({ id, text: '一' })
  await consoleQuotation.sendMessage({ enterpriseId, id, text: '二' })
  await lin.api.quotation.sendMessage({ id, text: '三' })
  expect(await marks()).toEqual({ staff: true, buyer: true })
  const seen = await consoleQuotation.detail({ enterpriseId, id })
  expect([seen.readUpTo, seen.messages.map(({ no, from }) => [no, from])]).toEqual([
    0,
    [
      [1, 'buyer'],
      [2, 'staff'],
      [3, 'buyer'],
    ],
  ])
  // Up to the first: the third is still new.
  await staffReads(asked, 1)
  expect(await marks()).toEqual({ staff: true, buyer: true })
  await staffReads(asked, 3)
  expect(await marks()).toEqual({ staff: false, buyer: true })
  // Nothing is read before it is written, and what was read stays read.
  await staffReads(asked, 1_000)
  await staffReads(asked, 1)
  expect((await consoleQuotation.detail({ enterpriseId, id })).readUpTo).toBe(3)
  const colleague = await mall.subAccount(lin, ['lookOrder'])
  await colleague.api.quotation.markRead({ id, upTo: 2 })
  expect(await marks()).toEqual({ staff: false, buyer: false })
  expect((await lin.api.quotation.detail({ id })).readUpTo).toBe(2)
})

test('nobody marks as read what he may not answer, and no company what is another’s', async () => {
  const { id, enterpriseId } = await asks()
  await lin.api.quotation.sendMessage({ id, text: '一' })
  await expect(wu.api.quotation.markRead({ id, upTo: 1 })).rejects.toMatchObject({ reason: 'QUOTATION_NOT_FOUND' })
  const foreign = { enterpriseId: wu.enterpriseId, id, upTo: 1 }
  await expect(consoleQuotation.markRead(foreign)).rejects.toMatchObject({ reason: 'QUOTATION_NOT_FOUND' })
  for (const person of [auditor, warehouse])
    expect(await person.post(contract.consoleQuotation.markRead.path, { enterpriseId, id, upTo: 1 })).toMatchObject({
      reason: 'STAFF_ONLY',
    })
  expect((await consoleQuotation.detail({ enterpriseId, id })).readUpTo).toBe(0)
})
