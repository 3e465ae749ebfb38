import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { hasPurchaseContract } from '#contract/billing/contracts/api.ts'
import { CREDIT_AGREEMENT_ID } from '#contract/content/content/api.ts'
import { readPublishedAgreement } from '#server/content/content/public.ts'
import { recordVerifiedEnterpriseDetails } from '#server/people/organisation/public.ts'
import { createAfterSaleHelpers } from '#server/platform/testing/after-sales.ts'
import { type Buyer, openMall } from '#server/platform/testing/mall.ts'
import { parsePdfTextByPage } from '#server/platform/testing/pdf-text.ts'

const mall = await openMall()
const { order, send } = await createAfterSaleHelpers(mall)
const { contracts } = contract
const lin = await mall.buyer('林', { credit: '50000', wallet: '20000' })
const textOf = (bytes: Uint8Array) => parsePdfTextByPage(Buffer.from(bytes)).join('')
const download = (buyer: Buyer, orderNo: string) => buyer.api.contracts.purchase({ orderNo })
const rowOf = async (orderNo: string) => (await lin.api.contracts.list({ keyword: orderNo })).dataList[0]

test('the contract of an order names both parties, all lines, the total in capitals, terms and seal areas', async () => {
  const { orderNo } = await order(lin, [
    { price: '1234.56', units: 2 },
    { price: '0.99', units: 3 },
  ])
  expect(await rowOf(orderNo)).toMatchObject({ kind: 'purchase', orderNo, amount: 247_209, hash: null, state: 'WAIT_SEND' })
  const { bytes, name, type } = await download(lin, orderNo)
  expect([type, name]).toEqual(['application/pdf', `购销合同-${orderNo}-林矿业有限公司.pdf`])
  const text = textOf(bytes)
  for (const words of [
    ...[`合同编号　HT${orderNo}`, '签订日期　2026-11-18', '买方（甲方）林矿业有限公司', '卖方（乙方）岩锋工品', '91440300MA5FAKE00D'],
    ...['1,234.562,469.12', '0.992.97', '合同总价　¥2,472.09（含税）', '合同总价（大写）　人民币贰仟肆佰柒拾贰元零玖分'],
    ...['现金钱包余额一次付清全部价款', '二、质量与验收', '五、违约责任', '六、争议解决', '买方（盖章处）', '卖方（盖章处）'],
  ])
    expect(text).toContain(words)
  expect(bytes.length).toBeLessThan(300_000)
  const row = await rowOf(orderNo)
  expect(row?.hash).toMatch(/^[0-9a-f]{64}$/)
  expect(text).toContain(`校验码（SHA-256）　${row?.hash}`)
})

test('the same order gives the same file, whatever happens later to the order, the enterprise or the date', async () => {
  const bought = await order(lin, [{ price: '100.00', units: 6 }])
  const first = await download(lin, bought.orderNo)
  await send(bought, { 1: 6 })
  await lin.api.order.receive({ orderNo: bought.orderNo })
  mall.clock.forward(3_600_000)
  await mall.runInTransaction((tx) =>
    recordVerifiedEnterpriseDetails(tx, lin.enterpriseId, { name: '改名矿业有限公司', authLevel: 3, authStatus: 7 }),
  )
  const [second, third] = [await download(lin, bought.orderNo), await download(lin, bought.orderNo)]
  expect(Buffer.from(second.bytes).equals(Buffer.from(first.bytes))).toBe(true)
  expect(Buffer.from(third.bytes).equals(Buffer.from(first.bytes))).toBe(true)
  await mall.runInTransaction((tx) =>
    recordVerifiedEnterpriseDetails(tx, lin.enterpriseId, { name: '林矿业有限公司', authLevel: 3, authStatus: 7 }),
  )
})

test('a contract on credit states the due date; its parties are stored encrypted', async () => {
  const { orderNo } = await order(lin, [{ price: '300.00', units: 2 }], 'credit')
  const text = textOf((await download(lin, orderNo)).bytes)
  expect(text).toContain('账单于次月 1 日出账，买方应于次月 10 日 24:00（北京时间）前付清')
  expect(text).toContain('计收逾期利息')
  const rows = await mall.db.selectFrom('purchase_contract').selectAll().where('enterprise_id', '=', lin.enterpriseId).execute()
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.map(({ parties_sealed }) => parties_sealed.toString('utf8')).join()).not.toContain('矿业')
})

test('the contract of an unpaid order can be downloaded and follows the order; a cancelled one has none', async () => {
  const skuId = await mall.createSku('钎头', { sale: '10.00', credit: '20.00' })
  const lines = [{ skuId, goodsNum: 100 }]
  const { quote } = await lin.api.order.preview({ lines, method: 'transfer' })
  const { tradeId, orders } = await lin.api.order.submit({ lines, method: 'transfer', addressId: lin.addressId, quote })
  const orderNo = orders[0]?.orderNo ?? ''
  expect(textOf((await download(lin, orderNo)).bytes)).toContain('人民币壹仟元整')
  expect((await rowOf(orderNo))?.hash).toBeNull()
  await lin.api.order.changeMethod({ tradeId, method: 'credit' })
  expect(textOf((await download(lin, orderNo)).bytes)).toContain('人民币贰仟元整')
  await lin.api.order.cancel({ orderNo, reason: '不要了' })
  expect(await lin.post(contracts.purchase.path, { orderNo })).toMatchObject({ code: 409, reason: 'CONTRACT_NOT_READY' })
  expect(await rowOf(orderNo)).toBeUndefined()
})

test('an order without an amount, or of another state, has no contract on any screen', () => {
  const payable = 1
  expect((['WAIT_PAY', 'DONE'] as const).map((state) => hasPurchaseContract({ state, payable }))).toEqual([true, true])
  expect((['WAIT_APPROVAL', 'CANCELLED'] as const).map((state) => hasPurchaseContract({ state, payable }))).toEqual([false, false])
  expect(hasPurchaseContract({ state: 'WAIT_SEND', payable: 0 })).toBe(false)
})

test('two hundred lines are paginated with repeated headings, below 300 kB', async () => {
  const lines = []
  for (let at = 0; at < 200; at++)
    lines.push({ skuId: await mall.createSku(`采煤截齿第${at}号加长型号说明`, { sale: '1.00' }), goodsNum: 2 })
  const { quote } = await lin.api.order.preview({ lines, method: 'wallet' })
  const { tradeId, orders } = await lin.api.order.submit({ lines, method: 'wallet', addressId: lin.addressId, quote })
  await lin.api.order.payByWallet({ tradeId, payPwd: '135790' })
  const { bytes } = await download(lin, orders[0]?.orderNo ?? '')
  const pages = parsePdfTextByPage(Buffer.from(bytes))
  expect(pages.length).toBeGreaterThan(4)
  expect(pages.filter((page) => page.includes('单价（元）')).length).toBeGreaterThan(3)
  expect(bytes.length).toBeLessThan(300_000)
})

test('the credit agreement is listed as it was accepted and printed in full', async () => {
  const { dataList } = await lin.api.contracts.list({ kind: 'credit' })
  const { version, hash, text } = await readPublishedAgreement(mall.db, CREDIT_AGREEMENT_ID)
  expect(dataList).toMatchObject([{ kind: 'credit', version, hash: hash.toString('hex'), by: '林', ip: '127.0.0.1', kept: true }])
  const [row] = dataList
  const { bytes, name } = await lin.api.contracts.creditAgreement({ id: row?.id ?? '' })
  expect(name).toBe(`赊销协议-${version}-林矿业有限公司.pdf`)
  const printed = textOf(bytes)
  for (const heading of [...text.matchAll(/^## (.+)$/gm)].map(([, one = '']) => one)) expect(printed).toContain(heading)
  expect(printed).toContain(`校验码（SHA-256）${hash.toString('hex')}`)
  expect(printed).toContain('2026-11-18 14:00:00（北京时间）')
  expect(bytes.length).toBeLessThan(300_000)
  const acts = await mall.db.selectFrom('audit_log').select('action').where('action', 'like', 'download c%').execute()
  expect(new Set(acts.map(({ action }) => action))).toEqual(new Set(['download contract', 'download credit agreement']))
})

test('members see the contract kinds of their permissions, sorted and paginated together', async () => {
  const kinds = async (buyer: Buyer, request = {}) =>
    new Set((await buyer.api.contracts.list({ pageSize: 50, ...request })).dataList.map(({ kind }) => kind))
  expect(await kinds(lin)).toEqual(new Set(['purchase', 'credit']))
  const [looks, credit] = [await mall.subAccount(lin, ['lookOrder']), await mall.subAccount(lin, ['applyLimit'])]
  expect(await kinds(looks)).toEqual(new Set(['purchase']))
  expect(await kinds(credit)).toEqual(new Set(['credit']))
  expect((await credit.api.contracts.list({ kind: 'purchase' })).total).toBe(0)
  const all = (await lin.api.contracts.list({ pageSize: 50 })).dataList
  expect(all.map(({ at }) => at.getTime())).toEqual(all.map(({ at }) => at.getTime()).sort((a, b) => b - a))
  const second = await lin.api.contracts.list({ pageNo: 2, pageSize: 2 })
  expect(second).toMatchObject({ total: all.length, dataList: all.slice(2, 4) })
  expect((await lin.api.contracts.list({ keyword: '%' })).total).toBe(0)
})

test('staff download the contract and the credit agreement of a company, which are recorded as views of its papers', async () => {
  const [finance, { enterpriseId }] = [await mall.staff('finance'), lin]
  const { orderNo } = await order(lin, [{ price: '600', units: 1 }])
  const ofStaff = await finance.api.consoleDocuments.purchaseContract({ enterpriseId, orderNo })
  expect(Buffer.from((await download(lin, orderNo)).bytes).equals(Buffer.from(ofStaff.bytes))).toBe(true)
  const { dataList: own } = await lin.api.contracts.list({ kind: 'credit' })
  const agreements = await finance.api.consoleDocuments.creditAgreements({ enterpriseId })
  expect(agreements).toEqual(
    own.map((one) => (one.kind === 'credit' ? { id: one.id, version: one.version, at: one.at, by: one.by, kept: one.kept } : null)),
  )
  const [accepted] = agreements
  const agreement = { enterpriseId, id: accepted?.id ?? '' }
  expect(textOf((await finance.api.consoleDocuments.creditAgreement(agreement)).bytes)).toContain('林矿业有限公司')
  const { dataList } = await (await mall.staff('auditor')).api.consoleDocumentView.list({ enterpriseId, paper: 'contract' })
  expect(dataList.map(({ actorName, objectId }) => [actorName, objectId])).toEqual([
    ['finance', accepted?.version],
    ['finance', orderNo],
  ])
  const chen = await mall.buyer('陈')
  const { purchaseContract, creditAgreement } = contract.consoleDocuments
  const refusal = (path: string, given: object) => finance.post(path, { ...given, enterpriseId: chen.enterpriseId })
  expect(await refusal(purchaseContract.path, { orderNo })).toMatchObject({ reason: 'ORDER_NOT_FOUND' })
  expect(await refusal(creditAgreement.path, agreement)).toMatchObject({ reason: 'CONTRACT_NOT_FOUND' })
  expect(await (await mall.staff('warehouse')).post(creditAgreement.path, agreement)).toMatchObject({ code: 403 })
})
