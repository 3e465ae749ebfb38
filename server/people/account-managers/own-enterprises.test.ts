import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { contract } from '#contract/api.ts'
import { FINDER_HITS_PER_KIND_MAX } from '#contract/operations/finder/api.ts'
import { toConsoleCallPath } from '#contract/platform/core/console-call-path.ts'
import type { Endpoint, EndpointGroup } from '#contract/platform/core/endpoint.ts'
import { getEnterpriseScope } from '#contract/platform/core/own-enterprises.ts'
import { isStaffAccess } from '#contract/platform/core/permissions.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { limitToOwnEnterprises } from '#server/platform/http/authorisation.ts'
import { type Buyer, openMall, TEST_USER_PAYMENT_PASSWORD } from '#server/platform/testing/mall.ts'
import { createRequestedQuotationLine } from '#server/platform/testing/quotations.ts'
import { countDueFollowUpsOfStaff } from './follow-ups.ts'

interface Def {
  innerType?: z.ZodMiniType
  in?: z.ZodMiniType
  element?: z.ZodMiniType
  valueType?: z.ZodMiniType
  options?: z.ZodMiniType[]
  shape?: Record<string, z.ZodMiniType>
}

/** The names of all fields of a schema, at any depth. */
function fieldsOf(schema: z.ZodMiniType | undefined): string[] {
  if (!schema) return []
  const { innerType, in: from, element, valueType, options = [], shape = {} } = schema._zod.def as unknown as Def
  const within = [innerType, from, element, valueType, ...options, ...Object.values(shape)].flatMap(fieldsOf)
  return [...Object.keys(shape), ...within]
}

const staffCalls: Endpoint[] = Object.values(contract as Record<string, EndpointGroup>)
  .flatMap((group) => Object.values(group))
  .filter(({ needs, path }) => isStaffAccess(needs) && path.startsWith('/console-api/api/'))
const scopeOf = ({ path }: Endpoint) => getEnterpriseScope(toConsoleCallPath(path))

test('what is open to whoever sees his own companies alone names no company, neither in its input nor in its answer', () => {
  const open = staffCalls.filter((endpoint) => scopeOf(endpoint) === 'open')
  expect(open.length).toBeGreaterThan(100)
  const naming = open.filter(({ input, output, path }) =>
    // The finder leaves out the companies of others, which a story below shows.
    [...fieldsOf(input), ...(path.endsWith('finder/find') ? [] : fieldsOf(output))].some((name) => /^(enterprise|company)/i.test(name)),
  )
  expect(naming.map(({ path }) => path)).toEqual([])
})

test('the lists that are narrowed to him are those with a filter by account manager', () => {
  const filtered = staffCalls.filter(({ input }) => fieldsOf(input).includes('manager')).map(({ path }) => path)
  expect(staffCalls.filter((endpoint) => scopeOf(endpoint) === 'list').map(({ path }) => path)).toEqual(filtered)
})

test('every other call of staff is refused without a company of his', async () => {
  const session = { kind: 'staff', staffId: 'me', name: '', tokenHash: Buffer.alloc(0) } as const
  const caller = Object.assign(session, { roles: [], codes: [], ownEnterprisesOnly: true })
  const attempt = (endpoint: Endpoint, input: object) =>
    limitToOwnEnterprises({ caller, endpoint }, input, async (_, enterpriseId) => enterpriseId === 'mine').then(
      (limited) => limited,
      ({ reason }: { reason: string }) => reason,
    )
  for (const endpoint of staffCalls) {
    const scope = scopeOf(endpoint)
    if (scope === 'open') continue
    expect([endpoint.path, await attempt(endpoint, { enterpriseId: 'his', manager: 'his' })]).toEqual([
      endpoint.path,
      'OWN_ENTERPRISES_ONLY',
    ])
    const own = { enterpriseId: 'mine' }
    expect(await attempt(endpoint, own)).toEqual(scope === 'list' ? { enterpriseId: 'mine', manager: 'mine' } : own)
    expect(await attempt(endpoint, { manager: 'his' })).toEqual(scope === 'list' ? { manager: 'mine' } : 'OWN_ENTERPRISES_ONLY')
  }
})

const mall = await openMall()
const [admin, manager, colleague] = [await mall.staff('admin'), await mall.staff('support'), await mall.staff('support', 'warehouse')]
const [lin, wu] = [await mall.buyer('林', { wallet: '1000' }), await mall.buyer('吴', { wallet: '1000' })]
const { staffId } = await manager.api.staff.me({})
const limits = (ownOnly: boolean) => admin.api.consoleAccountManager.limitToOwn({ staffId, ownOnly })
const reasonOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    ({ reason }: { reason: string }) => reason,
  )

/** All of them have this number of their buyers' own books. */
const PO_NUMBER = 'CG-2026-77'

async function orders(buyer: Buyer): Promise<string> {
  const lines = [{ skuId: await mall.createSku('截齿', { sale: '20.00' }), goodsNum: 1 }]
  const { quote } = await buyer.api.order.preview({ lines, method: 'wallet' })
  const named = { lines, method: 'wallet', addressId: buyer.addressId, quote, poNumber: PO_NUMBER } as const
  const { tradeId, orders: made } = await buyer.api.order.submit(named)
  await buyer.api.order.payByWallet({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
  return made[0]?.orderNo ?? ''
}
const [ofLin, ofWu] = [await orders(lin), await orders(wu)]
const seen = async () => ({
  orders: (await manager.api.consoleOrder.list({})).dataList.map(({ orderNo }) => orderNo).sort(),
  companies: (await manager.api.consoleEnterprise.list({})).dataList.map(({ enterpriseId }) => enterpriseId),
})

test('an account manager who is limited sees and serves his own companies, from the next call on and until it is lifted', async () => {
  await admin.api.consoleAccountManager.assign({ companies: [{ enterpriseId: lin.enterpriseId, seenStaffId: null }], staffId })
  expect((await seen()).orders).toEqual([ofLin, ofWu].sort())
  await limits(true)
  expect(await seen()).toEqual({ orders: [ofLin], companies: [lin.enterpriseId] })
  // The filter of the address does not lift it.
  expect((await manager.api.consoleOrder.list({ manager: 'none' })).dataList.map(({ orderNo }) => orderNo)).toEqual([ofLin])
  expect(await reasonOf(manager.api.consoleOrder.list({ enterpriseId: wu.enterpriseId }))).toBe('OWN_ENTERPRISES_ONLY')
  expect(await reasonOf(manager.api.consoleOrder.detail({ enterpriseId: lin.enterpriseId, orderNo: ofLin }))).toBe('done')
  expect(await reasonOf(manager.api.consoleOrder.detail({ enterpriseId: wu.enterpriseId, orderNo: ofWu }))).toBe('OWN_ENTERPRISES_ONLY')
  // Another company's order is not found under his own company.
  expect(await reasonOf(manager.api.consoleOrder.detail({ enterpriseId: lin.enterpriseId, orderNo: ofWu }))).toBe('ORDER_NOT_FOUND')
  expect(await reasonOf(manager.api.consoleEnterpriseNote.add({ enterpriseId: wu.enterpriseId, text: '回访' }))).toBe(
    'OWN_ENTERPRISES_ONLY',
  )
  expect(await reasonOf(manager.api.consoleEnterpriseNote.add({ enterpriseId: lin.enterpriseId, text: '回访' }))).toBe('done')
  expect(await reasonOf(manager.api.consoleComment.list({}))).toBe('OWN_ENTERPRISES_ONLY')
  const refused = await mall.db
    .selectFrom('audit_log')
    .select('action')
    .where('actor_id', '=', staffId)
    .where('outcome', '=', 'refused')
    .where('reason', '=', 'OWN_ENTERPRISES_ONLY')
    .execute()
  expect(refused.map(({ action }) => action)).toContain('/console-api/api/order/detail')
  const found = async (keyword: string) => (await manager.api.consoleFinder.find({ keyword })).hits.map(({ title }) => title)
  expect([await found(ofLin), await found(ofWu)]).toEqual([[ofLin], []])
  expect(await manager.api.staff.me({})).toMatchObject({ ownEnterprisesOnly: true })
  await limits(false)
  expect((await seen()).orders).toEqual([ofLin, ofWu].sort())
})

test('quotations, proposals and after-sales are listed by account manager; who is limited lists, counts and exports his own', async () => {
  const prepares = async ({ enterpriseId, userId, addressId }: Buyer) =>
    colleague.api.consoleOrderProposal.send({
      enterpriseId,
      userId,
      addressId,
      lines: [{ skuId: await mall.createSku('截齿', { sale: '20.00' }), goodsNum: 1 }],
    })
  for (const [buyer, orderNo] of [
    [lin, ofLin],
    [wu, ofWu],
  ] as const) {
    await buyer.api.quotation.create({ lines: [createRequestedQuotationLine({ name: '扩孔齿', goodsNum: 3, unit: '个' })] })
    await prepares(buyer)
    const lines = [{ lineNo: 1, quantity: 1, stage: 'unsent' as const }]
    await buyer.api.afterSale.apply({ orderNo, type: 'REFUND', freight: false, lines, reason: '其他', description: '', pictures: [] })
  }
  const { consoleQuotation, consoleOrderProposal, consoleAfterSale, consoleExport } = manager.api
  const listed = async (filter: { manager?: string }) =>
    Promise.all(
      [consoleQuotation.list(filter), consoleOrderProposal.list(filter), consoleAfterSale.list(filter)].map(async (page) =>
        (await page).dataList.map(({ enterpriseId }: { enterpriseId: string }) => enterpriseId).sort(),
      ),
    )
  const both = [lin.enterpriseId, wu.enterpriseId].sort()
  expect(await listed({})).toEqual([both, both, both])
  expect(await listed({ manager: staffId })).toEqual([[lin.enterpriseId], [lin.enterpriseId], [lin.enterpriseId]])
  expect(await listed({ manager: 'none' })).toEqual([[wu.enterpriseId], [wu.enterpriseId], [wu.enterpriseId]])
  await limits(true)
  expect(await listed({ manager: 'none' })).toEqual([[lin.enterpriseId], [lin.enterpriseId], [lin.enterpriseId]])
  const counts = Object.fromEntries((await manager.api.consoleQueue.list({})).map(({ kind, count }) => [kind, count]))
  expect(counts).toMatchObject({ waitSend: 1, quotation: 1, afterSaleDecide: 1 })
  expect((await consoleAfterSale.queues({})).find(({ queue }) => queue === 'decide')).toMatchObject({ count: 1 })
  for (const exports of [
    consoleExport.quotations,
    consoleExport.quotationLines,
    consoleExport.orderProposals,
    consoleExport.orderProposalLines,
  ])
    expect(await reasonOf(exports({ format: 'csv' }))).toBe('done')
  const charted = async () =>
    (await manager.api.consoleQueue.requests({})).series.flatMap(({ name, values }) => (name === '留言' ? [] : [values.at(-1)]))
  expect(await charted()).toEqual([1, 1])
  await limits(false)
  expect(await charted()).toEqual([2, 2])
  expect((await manager.api.consoleQueue.list({})).find(({ kind }) => kind === 'quotation')).toMatchObject({ count: 2 })
})

test('the finder looks among his own companies, so that newer records of others do not push his own out', async () => {
  mall.clock.forward(1_000)
  const later: string[] = []
  for (const _ of Array.from({ length: FINDER_HITS_PER_KIND_MAX + 1 })) later.push(await orders(wu))
  const keyword = PO_NUMBER
  const found = async () =>
    (await manager.api.consoleFinder.find({ keyword })).hits.flatMap(({ kind, title }) => (kind === 'order' ? [title] : []))
  expect((await found()).every((orderNo) => later.includes(orderNo))).toBe(true)
  await limits(true)
  expect(await found()).toEqual([ofLin])
  await limits(false)
})

test('the card of his follow-ups counts what his list shows: not what he wrote of companies that he no longer sees', async () => {
  const today = toShanghaiDay(mall.clock.now)
  await manager.api.consoleFollowUp.add({
    enterpriseId: wu.enterpriseId,
    kind: 'visit',
    text: '约了样品',
    nextDay: today,
    completesId: null,
  })
  await manager.api.consoleFollowUp.add({
    enterpriseId: lin.enterpriseId,
    kind: 'visit',
    text: '约了试用',
    nextDay: today,
    completesId: null,
  })
  const counted = async () => ({
    card: (await manager.api.consoleQueue.list({})).find(({ kind }) => kind === 'followUp')?.count,
    list: (await manager.api.consoleFollowUp.list({ part: 'due', manager: 'mine' })).total,
    digest: (await countDueFollowUpsOfStaff(mall.db, mall.moment(), [staffId])).get(staffId)?.count,
  })
  expect(await counted()).toEqual({ card: 2, list: 2, digest: 2 })
  await limits(true)
  expect(await counted()).toEqual({ card: 1, list: 1, digest: 1 })
  await limits(false)
})

test('he is not told what buyers of other companies ask, and what he wrote about them is gone from his list', async () => {
  const enterpriseId = wu.enterpriseId
  await manager.api.consoleFollowUp.add({ enterpriseId, kind: 'visit', text: '吴总要样品', nextDay: null, completesId: null })
  const written = async () => (await manager.api.consoleFollowUp.list({})).dataList.filter(({ text }) => text === '吴总要样品')
  expect(await written()).toHaveLength(1)
  await limits(true)
  expect(await written()).toEqual([])
  const asks = (buyer: Buyer) =>
    buyer.api.quotation.create({ lines: [createRequestedQuotationLine({ name: '扩孔齿', goodsNum: 3, unit: '个' })] })
  const [{ quotationNo: ofHis }, { quotationNo: ofOther }] = [await asks(lin), await asks(wu)]
  const titles = (await manager.api.consoleNotice.list({})).dataList.map(({ title }) => title)
  expect([titles.some((title) => title.includes(ofHis)), titles.some((title) => title.includes(ofOther))]).toEqual([true, false])
  await limits(false)
})

test('a company that goes to a colleague is gone at once; administrators and auditors are never limited', async () => {
  await limits(true)
  const to = (await colleague.api.staff.me({})).staffId
  await admin.api.consoleAccountManager.handOver({ staffId, toStaffId: to })
  expect(await seen()).toEqual({ orders: [], companies: [] })
  expect(await reasonOf(manager.api.consoleOrder.detail({ enterpriseId: lin.enterpriseId, orderNo: ofLin }))).toBe('OWN_ENTERPRISES_ONLY')
  await limits(false)
  const auditor = (await (await mall.staff('auditor')).api.staff.me({})).staffId
  for (const above of [auditor, (await admin.api.staff.me({})).staffId])
    expect(await reasonOf(admin.api.consoleAccountManager.limitToOwn({ staffId: above, ownOnly: true }))).toBe('STAFF_SEES_ALL_ENTERPRISES')
  expect(await reasonOf(manager.api.consoleAccountManager.limitToOwn({ staffId, ownOnly: false }))).toBe('STAFF_ONLY')
  const choices = await admin.api.consoleAccountManager.choices({})
  expect(choices.find((one) => one.staffId === staffId)).toMatchObject({ ownOnly: false })
})
