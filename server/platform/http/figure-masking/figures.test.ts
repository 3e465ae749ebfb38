import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import type { BinaryFile, Endpoint, EndpointGroup } from '#contract/platform/core/endpoint.ts'
import { type MemberPermissionCode, permissionCodes } from '#contract/platform/core/permissions.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { createWechatAccount } from '#server/adapters/wechat-account/public.ts'
import { selectFirstOrderNo } from '#server/platform/testing/enterprise.ts'
import { createIntegrationHelpers } from '#server/platform/testing/integration.ts'
import { type Buyer, openMall } from '#server/platform/testing/mall.ts'
import { MARKER_CLOSED_MONTH } from '#server/platform/testing/marker-money.ts'
import { createMarkerAmountTestData, markerAmounts } from '#server/platform/testing/marker-scene.ts'

// S11: a member's permission codes decide which figures he sees, in every call, export and message. The test looks for amounts that occur
// nowhere else in every answer of every call that a member may make.

const mall = await openMall({ now: new Date('2026-10-20T06:00:00Z') })
const NOWHERE = 'http://127.0.0.1:9'
// It answers where a person binds his WeChat without asking anybody.
mall.services.wechatAccount = createWechatAccount({
  appid: 'wx',
  secret: 's',
  templateId: 't',
  fields: [],
  openBase: NOWHERE,
  apiBase: NOWHERE,
})
const scene = await createMarkerAmountTestData(mall)
const { lin, money } = scene
const manager = await scene.member([], { manages: true })
const { consoleBrand, consoleMachineModel } = (await mall.staff('catalogue')).api
const { brandId } = await consoleBrand.save({ name: '岩锋', origin: '', certificates: '', pictureId: null, rowVersion: 0 })
const { id: machineModelId } = await consoleMachineModel.save({ maker: '天山重工', model: 'EBZ160', kind: '掘进机', rowVersion: 0 })

/** Who may see each figure: a member with any of the codes. The main account sees all. */
const seenBy: Record<keyof typeof markerAmounts, readonly MemberPermissionCode[]> = {
  drawn: ['lookOrder', 'applyLimit', 'buyPay'],
  repaid: ['applyLimit', 'buyPay'],
  interest: ['applyLimit', 'buyPay', 'cashAccount'],
  repaidOfMonth: ['applyLimit', 'buyPay', 'cashAccount'],
  owed: ['applyLimit', 'buyPay'],
  toTransfer: ['lookOrder', 'buyPay'],
  toppedUpByTransfer: ['cashAccount'],
  toRepayByTransfer: ['buyPay'],
  toppedUpOnline: ['cashAccount'],
  toRepayOnline: ['buyPay'],
  takenBack: ['lookOrder', 'cashAccount'],
  invoiced: ['lookOrder'],
  bought: ['lookOrder', 'cashAccount'],
  salePrice: ['lookGoods', 'addCart', 'editCart', 'buyPay'],
  creditPrice: ['lookGoods', 'addCart', 'editCart', 'buyPay'],
  toppedUp: ['cashAccount'],
  balance: ['cashAccount', 'buyPay'],
  baseLimit: ['applyLimit', 'buyPay'],
  tempLimit: ['applyLimit', 'buyPay'],
  income: ['applyLimit'],
  budget: ['lookOrder', 'addressSet', 'buyPay'],
  managedBudget: ['lookOrder', 'addressSet', 'buyPay'],
  used: ['lookOrder', 'buyPay'],
  orderLimit: ['lookOrder', 'buyPay'],
  ordered: ['lookOrder', 'buyPay'],
  due: ['applyLimit', 'buyPay'],
  transferred: ['buyPay', 'cashAccount'],
  refunded: ['lookOrder', 'buyPay'],
  paidInYear: ['lookOrder', 'buyPay', 'applyLimit', 'cashAccount'],
  reminded: ['lookOrder', 'buyPay'],
}
const names = Object.keys(markerAmounts) as (keyof typeof markerAmounts)[]

const calls = Object.entries<EndpointGroup>(contract).flatMap(([group, api]) =>
  Object.entries<Endpoint>(api).map(([name, endpoint]) => ({ name: `${group}.${name}`, group, endpoint })),
)
const isForMembers = ({ needs }: Endpoint) => Array.isArray(needs) || (typeof needs === 'string' && needs !== 'staff')
const asked = calls.filter(
  ({ endpoint, group }) =>
    isForMembers(endpoint) &&
    (endpoint.kind === 'read' || (endpoint.kind === 'download' && group === 'exports')) &&
    endpoint.needs !== 'guest',
)

/** The inputs of calls that need one. For a list the call is made once with each. */
async function inputsOf(person: Buyer): Promise<Record<string, object | readonly object[]>> {
  const [approval] = (await person.api.approval.list({})).dataList
  const [message] = (await person.api.message.list({})).dataList
  const cartIds = (await person.api.cart.list({})).flatMap(({ cartList }) => cartList.map(({ id }) => id))
  const orderNo = selectFirstOrderNo(scene.paid)
  return {
    'cart.listById': { ids: cartIds },
    'quickOrder.match': { rows: [{ rowNo: 1, code: scene.skuCode, quantity: '1' }] },
    'goods.detail': { goodsId: scene.goodsId },
    'aboutGoods.about': { goodsId: scene.goodsId },
    'licence.ofGoods': { goodsId: scene.goodsId },
    'brand.detail': { brandId },
    'machineModel.detail': { machineModelId },
    'goodsCompare.compare': { skuIds: [scene.priced] },
    'comment.list': { goodsId: scene.goodsId },
    'shoppingList.detail': { id: scene.listed },
    'address.detail': { id: lin.addressId },
    'project.costs': { monthFrom: '2026-11', monthTo: '2026-11' },
    'equipment.detail': { id: scene.equipmentId },
    'patrol.detail': { id: scene.patrolId },
    'order.preview': { lines: [{ skuId: scene.priced, goodsNum: 1 }], method: 'wallet' },
    'order.trade': { tradeId: scene.paid.tradeId },
    'order.detail': { orderNo },
    'coupon.onHand': { cartIds },
    'approval.detail': { id: approval?.id },
    'message.detail': { id: message?.id },
    'afterSale.options': { orderNo },
    'afterSale.preview': { orderNo: money.arrivedOrderNo, type: 'REFUND', lines: [{ lineNo: 1, stage: 'sent', quantity: 1 }] },
    'afterSale.detail': { id: money.afterSaleId },
    'quotation.detail': { id: scene.quotationId },
    'orderProposal.detail': { id: scene.proposalId },
    'transfer.ofOrder': { orderNo: money.transferOrderNo },
    'transfer.detail': money.transferIds.map((paymentId) => ({ paymentId })),
    'payment.detail': money.paymentIds.map((paymentId) => ({ paymentId })),
    'invoice.detail': { id: money.invoiceId },
    'invoice.preview': { month: MARKER_CLOSED_MONTH, shopId: mall.shopId },
    'credit.drawdown': { id: money.drawdownId },
    'statement.detail': { month: MARKER_CLOSED_MONTH },
    'accountStatement.overview': { from: `${MARKER_CLOSED_MONTH}-01`, to: addDays(toShanghaiDay(mall.clock.now), -1) },
    'statement.previewRepayment': { amount: 1 },
    'signing.list': { kind: 'PURCHASE' },
    'companyGroup.statement': { month: MARKER_CLOSED_MONTH },
    'bill.detail': money.billIds.map((id) => ({ id })),
  }
}

const textOf = (data: unknown): string =>
  data !== null && typeof data === 'object' && 'bytes' in data ? new TextDecoder().decode((data as BinaryFile).bytes) : JSON.stringify(data)
const UUID = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g
/**
 * All numbers in an answer, in fields and in texts. Ids, hashes and tokens are random and may hold any digits: what touches a letter is no
 * number.
 */
const numbersIn = (text: string) =>
  new Set(
    text
      .replaceAll(UUID, ' ')
      .replaceAll(/\\[nrt]/g, ' ')
      .replaceAll(/(\d),(?=\d{3})/g, '$1')
      .match(/(?<![A-Za-z\d.])\d+(\.\d+)?(?![A-Za-z\d])/g),
  )
/** '65432.20' is 65432.2 in JSON. */
const plain = (amount: string) => String(Number(amount))

/** The figures that a person finds, with the place. */
async function finds(person: Buyer) {
  const inputs = await inputsOf(person)
  const found = new Map<keyof typeof markerAmounts, string[]>(names.map((name) => [name, []]))
  const answered = new Map<string, number>()
  for (const { name, group, endpoint } of asked) {
    for (const input of [inputs[name] ?? {}].flat()) {
      const { code, data } = await person.post(endpoint.path, { ...input, ...(group === 'exports' ? { format: 'csv' } : {}) })
      answered.set(name, Math.max(code, answered.get(name) ?? 0))
      if (code !== 200) continue
      const numbers = numbersIn(textOf(data))
      for (const figure of names)
        if (numbers.has(plain(markerAmounts[figure])) || numbers.has(markerAmounts[figure])) found.get(figure)?.push(name)
    }
  }
  return { found, answered }
}

test('a sub-account with all codes finds every figure, and all calls that may contain one succeed', async () => {
  const { found, answered } = await finds(await scene.member(permissionCodes))
  expect([...found].filter(([, where]) => where.length === 0)).toEqual([])
  const mainOnly = new Set(calls.filter(({ endpoint }) => endpoint.needs === 'main').map(({ name }) => name))
  const silent = [...answered].filter(([name, code]) => code !== 200 && !mainOnly.has(name))
  expect(silent).toEqual([])
})

const hiddenFrom = (codes: readonly MemberPermissionCode[]) => names.filter((name) => !seenBy[name].some((code) => codes.includes(code)))

describe.each([[], ...permissionCodes.map((code) => [code])].map((codes) => [codes.join() || 'no code', codes] as const))(
  'a sub-account with %s',
  (_, codes) => {
    test('finds the figures that its codes show, and no others in any answer, export or message', async () => {
      const { found } = await finds(await scene.member(codes))
      const hidden = hiddenFrom(codes)
      expect(names.filter((figure) => !hidden.includes(figure) && found.get(figure)?.length === 0)).toEqual([])
      const met = hidden.flatMap((figure) => (found.get(figure) ?? []).map((call) => `${figure} in ${call}`))
      expect(met).toEqual([])
    })
  },
)

test('the manager of a project sees its budget and what is used of it, and no other budget', async () => {
  const { found } = await finds(manager)
  const met = [found.get('managedBudget'), found.get('used'), found.get('budget')]
  expect(met).toEqual([['project.list', 'exports.projects'], ['project.budgets'], []])
})

test('an API key sees what its scope allows: orders without statements, statements without orders', async () => {
  const { key, numbers } = createIntegrationHelpers(mall)
  while ((await numbers()) > 0);
  const [looks, owes] = [
    await key(lin, { name: '甲', permCodes: ['lookOrder'] }),
    await key(lin, { name: '乙', permCodes: ['applyLimit'] }),
  ]
  expect((await looks.api.orders({})).dataList.length).toBeGreaterThan(0)
  for (const path of ['/open-api/v1/statements', '/open-api/v1/statements/detail', '/open-api/v1/statements/lines'])
    expect(await looks.get(path)).toMatchObject({ code: 403, reason: 'KEY_SCOPE' })
  for (const path of ['/open-api/v1/orders', '/open-api/v1/orders/detail', '/open-api/v1/invoices', '/open-api/v1/invoices/detail'])
    expect(await owes.get(path)).toMatchObject({ code: 403, reason: 'KEY_SCOPE' })
})
