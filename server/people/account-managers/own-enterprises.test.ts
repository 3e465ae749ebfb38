import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { contract } from '#contract/api.ts'
import type { ConsoleCallPath } from '#contract/platform/core/console-access-rules.ts'
import type { Endpoint, EndpointGroup } from '#contract/platform/core/endpoint.ts'
import { getEnterpriseScope } from '#contract/platform/core/own-enterprises.ts'
import { isStaffAccess } from '#contract/platform/core/permissions.ts'
import { limitToOwnEnterprises } from '#server/platform/http/authorisation.ts'
import { type Buyer, openMall, TEST_USER_PAYMENT_PASSWORD } from '#server/platform/testing/mall.ts'
import { createRequestedQuotationLine } from '#server/platform/testing/quotations.ts'

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

const PREFIX = '/console-api/api/'
const staffCalls: Endpoint[] = Object.values(contract as Record<string, EndpointGroup>)
  .flatMap((group) => Object.values(group))
  .filter(({ needs, path }) => isStaffAccess(needs) && path.startsWith(PREFIX))
const scopeOf = ({ path }: Endpoint) => getEnterpriseScope(path.slice(PREFIX.length) as ConsoleCallPath)

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

async function orders(buyer: Buyer): Promise<string> {
  const lines = [{ skuId: await mall.createSku('截齿', { sale: '20.00' }), goodsNum: 1 }]
  const { quote } = await buyer.api.order.preview({ lines, method: 'wallet' })
  const { tradeId, orders: made } = await buyer.api.order.submit({ lines, method: 'wallet', addressId: buyer.addressId, quote })
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
  expect(await reasonOf(manager.api.consoleAfterSale.list({}))).toBe('OWN_ENTERPRISES_ONLY')
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

test('he is not told what buyers of other companies ask, and what he wrote about them is gone from his list', async () => {
  const enterpriseId = wu.enterpriseId
  await manager.api.consoleFollowUp.add({ enterpriseId, kind: 'visit', text: '吴总要样品', nextDay: null, completesId: null })
  const written = async () => (await manager.api.consoleFollowUp.list({})).dataList.filter((one) => one.enterpriseId === enterpriseId)
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
