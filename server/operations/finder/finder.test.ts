import { describe, expect, test } from 'vitest'
import { MAIN_WAREHOUSE_ID } from '#contract/catalog/inventory/warehouses-api.ts'
import { FINDER_HITS_PER_KIND_MAX, type FinderHit, type FinderKind, finderKinds } from '#contract/operations/finder/api.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { type StaffRole, staffRoleNames } from '#contract/platform/core/permissions.ts'
import { replaceCrossReferencesOfSkus } from '#server/catalog/cross-references/public.ts'
import { createLedgerAccountsOfEnterprise } from '#server/money/ledger/public.ts'
import { registerUserWithEnterprise } from '#server/people/identity/public.ts'
import { createCouponHelpers } from '#server/platform/testing/coupons.ts'
import { createInvoiceHelpers } from '#server/platform/testing/invoices.ts'
import { openMall, TEST_USER_PAYMENT_PASSWORD, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { createNumberedDocuments } from '#server/platform/testing/numbered-documents.ts'
import { createTransferHelpers } from '#server/platform/testing/transfers.ts'

const mall = await openMall()
const admin = await mall.staff('admin')
const invoices = await createInvoiceHelpers(mall)
const transfers = createTransferHelpers(mall)
const lin = await mall.buyer('林', { wallet: '90000' })

const find = async (keyword: string, who: Pick<typeof admin, 'api'> = admin): Promise<FinderHit[]> =>
  (await who.api.consoleFinder.find({ keyword })).hits
const findOne = async (keyword: string, kind: FinderKind) => (await find(keyword)).filter((hit) => hit.kind === kind)

// A company with one of everything.
const skuId = await mall.createSku('掘进机截齿', { code: 'KT-INS114', sale: '600.00', credit: '630.00', stock: 50 })
const lines = [{ skuId, goodsNum: 2 }]
async function placePaidOrder(poNumber: string): Promise<string> {
  const { quote } = await lin.api.order.preview({ lines, method: 'wallet' })
  const { tradeId, orders } = await lin.api.order.submit({ lines, method: 'wallet', addressId: lin.addressId, quote, poNumber })
  await lin.api.order.payByWallet({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
  return orders[0]?.orderNo ?? expect.fail('no order')
}
const orderNo = await placePaidOrder('PO-2026-77')
const waybill = 'DPK202611280001'
const { enterpriseId } = lin
await invoices.warehouse.api.consoleFulfilment.ship({
  enterpriseId,
  orderNo,
  carrier: '德邦快递',
  trackingNo: waybill,
  lines: [{ lineNo: 1, quantity: 2 }],
})
const invoice = await invoices.issued(lin, [orderNo])
const { invoiceNo, issues } = await admin.api.consoleInvoice.detail(invoice)
const taxNumber = issues[0]?.number ?? expect.fail('no number')
const afterSale = await invoices.apply({ buyer: lin, enterpriseId, orderNo, skuIds: [skuId] }, 'RETURN', [[1, 'sent', 1]])
await invoices.approve(afterSale, [[1, 'sent', 1]])
const returned = 'DPK202611289999'
await lin.api.afterSale.sendBack({ id: afterSale.id, carrier: '德邦快递', trackingNo: returned })
const { afterSaleNo } = await lin.api.afterSale.detail({ id: afterSale.id })
const { paymentId } = await lin.api.transfer.topUp({ amount: yuanTextToFen('3000') })
const { remarkCode } = await lin.api.transfer.detail({ paymentId })
const voucherId = await transfers.proves(lin, paymentId)
const lineId = await transfers.arrives(yuanTextToFen('3210.98'), { payer: '林矿业有限公司', reference: 'ICBC77001122' })

const typedLine = async (amount: string, reference: string) => {
  const day = (await admin.api.consoleBank.line({ lineId })).day
  return { reference, day, amount: yuanTextToFen(amount), payerName: '林矿业有限公司', payerAccount: '', remark: '' }
}

const sheet = { warehouseId: MAIN_WAREHOUSE_ID, blind: true, skuCodes: ['KT-INS114'] }
const { id: countId } = await invoices.warehouse.api.consoleStockCount.create(sheet)
const { countNo } = (await admin.api.consoleStockCount.detail({ id: countId })).count

const waiting = await placePaidOrder('PO-2026-78')
const documents = await createNumberedDocuments(mall, { buyer: lin, orderNo: waiting, sku: { skuId, code: 'KT-INS114' } })

const { desk: coupons, typed: typedCoupon } = await createCouponHelpers(mall)
const { templateId: couponId } = await coupons.add(typedCoupon({ name: '开春满减（全店）', way: 'code' }))
const banner = {
  title: '开春清仓',
  note: '',
  target: '',
  tone: 'pine' as const,
  dateFrom: '2026-11-01',
  dateTo: null,
  shown: true,
  position: 1,
}
const { id: bannerId } = await admin.api.consoleBanner.save({ ...banner, rowVersion: 0 })

const [billId, batchId] = [mall.moment().newId(), mall.moment().newId()]
const bill = { bill_no: 'Dc5302-1000001232', acceptor: '招商银行', amount_fen: yuanTextToFen('88000'), maturity_day: '2027-03-31' }
await mall.db
  .insertInto('acceptance_bill')
  .values(
    Object.assign({ enterprise_id: enterpriseId, id: billId, file_id: mall.moment().newId() }, bill, {
      state: 'WAIT' as const,
      submitted_by: lin.userId,
      submitted_at: mall.clock.now,
    }),
  )
  .execute()
await mall.db.insertInto('stock_batch').values({ id: batchId, sku_id: skuId, batch_no: 'L260-88', best_before: '2028-06-30' }).execute()

/** What finds each kind, and what it finds. */
const known: Record<FinderKind, { keyword: string; id: string }> = {
  ...documents,
  order: { keyword: orderNo, id: orderNo },
  parcel: { keyword: waybill, id: orderNo },
  afterSale: { keyword: afterSaleNo, id: afterSale.id },
  user: { keyword: lin.mobile, id: lin.userId },
  enterprise: { keyword: '林矿业有限公司', id: enterpriseId },
  sku: { keyword: 'KT-INS114', id: skuId },
  stockCount: { keyword: countNo.toLowerCase(), id: countId },
  invoice: { keyword: taxNumber, id: invoice.id },
  acceptance: { keyword: 'Dc5302-1000001232', id: billId },
  batch: { keyword: 'l260-88', id: batchId },
  payment: { keyword: remarkCode, id: paymentId },
  voucher: { keyword: remarkCode, id: voucherId },
  bankLine: { keyword: 'ICBC77001122', id: lineId },
  coupon: { keyword: '开春满减（全店）', id: couponId },
  banner: { keyword: '开春清仓', id: bannerId },
  article: { keyword: (await admin.api.consoleArticle.detail({ id: 'wallet' })).title, id: 'wallet' },
}

/** The kinds that each role may open, as people know it: independent of the rules of the calls. */
const ofRole: Record<StaffRole, FinderKind[]> = {
  support: [
    ...(['order', 'parcel', 'waybill', 'afterSale', 'quotation', 'orderProposal', 'user', 'enterprise', 'sku', 'wave'] as const),
    ...(['batch', 'stockTransfer', 'invoice', 'payment', 'voucher', 'acceptance', 'bankLine', 'banner', 'article'] as const),
  ],
  reviewer: ['user', 'enterprise'],
  warehouse: [
    ...(['order', 'parcel', 'waybill', 'afterSale', 'sku', 'wave', 'batch', 'stockCount', 'stockReceipt', 'stockTransfer'] as const),
    ...(['purchaseOrder', 'supplier'] as const),
  ],
  finance: [
    ...(['order', 'parcel', 'afterSale', 'enterprise', 'stockCount', 'stockReceipt', 'purchaseOrder', 'supplier'] as const),
    ...(['invoice', 'supplierInvoice', 'payment', 'voucher', 'acceptance', 'bankLine'] as const),
  ],
  catalogue: [
    ...([
      'sku',
      'batch',
      'stockReceipt',
      'stockTransfer',
      'purchaseOrder',
      'supplier',
      'supplierInvoice',
      'coupon',
      'banner',
      'article',
    ] as const),
  ],
  marketing: ['coupon', 'banner', 'article'],
  admin: keysOf(finderKinds),
  auditor: keysOf(finderKinds),
}

describe.each(staffRoleNames)('%s', (role) => {
  test('finds records that the role may open by exact number or name, and no other kind', async () => {
    const person = await mall.staff(role)
    const mine = ofRole[role]
    for (const kind of keysOf(finderKinds)) {
      const { keyword, id } = known[kind]
      const hits = await find(keyword, person)
      expect({ kind, kinds: hits.map((hit) => hit.kind).filter((met) => !mine.includes(met)) }).toEqual({ kind, kinds: [] })
      const exact = hits.filter((hit) => hit.kind === kind && hit.id === id && hit.exact)
      expect({ kind, found: exact.length }).toEqual({ kind, found: mine.includes(kind) ? 1 : 0 })
    }
  })
})

test('a buyer, a guest and a program find nothing', async () => {
  expect((await lin.post('/console-api/api/finder/find', { keyword: orderNo })).code).not.toBe(200)
  expect((await mall.guest().post('/console-api/api/finder/find', { keyword: orderNo })).code).toBe(510)
})

describe('an order', () => {
  test('is found by its number with spaces or full-width digits, and by its first twelve or more digits', async () => {
    const wide = [...orderNo].map((digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)).join('')
    for (const typed of [`${orderNo.slice(0, 8)} ${orderNo.slice(8)}`, wide])
      expect(await findOne(typed, 'order')).toMatchObject([{ id: orderNo, enterpriseId, exact: true }])
    expect(await findOne(orderNo.slice(0, 12), 'order')).toMatchObject([{ id: orderNo, exact: false }])
    expect(await findOne(orderNo.slice(0, 11), 'order')).toEqual([])
  })

  test('is found by its PO number, shown with its enterprise and state', async () => {
    const [hit] = await findOne('PO-2026-77', 'order')
    expect(hit).toMatchObject({ id: orderNo, title: orderNo, exact: true, note: '林矿业有限公司 · 采购单号 PO-2026-77 · 待收货' })
    expect(await findOne('PO-2026-7', 'order')).toEqual([])
  })
})

test('an order is found by the number of its contract', async () => {
  expect(await findOne(`HT${orderNo}`, 'order')).toMatchObject([{ id: orderNo, exact: true }])
})

test('an acceptance bill is found by the beginning of its number, with its company, and a batch by its whole number', async () => {
  expect(await findOne('Dc5302-1', 'acceptance')).toMatchObject([
    { id: billId, enterpriseId, exact: false, note: '林矿业有限公司 · ¥88,000.00 · 2027-03-31 到期 · 待审核' },
  ])
  expect(await findOne('Dc530', 'acceptance')).toEqual([])
  expect(await findOne('L260 -88', 'batch')).toMatchObject([{ id: batchId, note: 'KT-INS114 · 掘进机截齿 · 2028-06-30 到期' }])
  expect(await findOne('L260-8', 'batch')).toEqual([])
})

test('a parcel is found by its waybill number or a prefix of it, a return by the waybill of the buyer', async () => {
  expect(await findOne('dpk2026 1128 0001', 'parcel')).toMatchObject([{ id: orderNo, title: waybill, exact: true }])
  expect(await findOne('DPK20261128', 'parcel')).toMatchObject([{ title: waybill, exact: false }])
  expect(await findOne(returned, 'afterSale')).toMatchObject([{ id: afterSale.id, title: afterSaleNo, exact: true }])
})

test('a number that was taken is found until a parcel leaves with it, and then the parcel is', async () => {
  const number = documents.waybill.keyword
  expect(await findOne(number.slice(0, 8), 'waybill')).toMatchObject([{ title: number, exact: false }])
  const shown = await admin.api.consoleWaybill.list({ trackingNo: number.toLowerCase() })
  expect(shown.dataList.map((row) => row.orderNo)).toEqual([waiting])
  const shipped = { carrier: '德邦快递', trackingNo: number, lines: [{ lineNo: 1, quantity: 2 }] }
  await invoices.warehouse.api.consoleFulfilment.ship({ enterpriseId, orderNo: waiting, ...shipped })
  expect((await find(number)).map(({ kind, id }) => [kind, id])).toEqual([['parcel', waiting]])
})

const numbered = ['quotation', 'orderProposal', 'wave', 'stockReceipt', 'stockTransfer', 'purchaseOrder'] as const
test.each(numbered)('a document (%s) is found by the day of its number, and then is no exact hit', async (kind) => {
  const { keyword, id } = documents[kind]
  const day = keyword.slice(0, keyword.search(/\d/) + 8)
  expect(await findOne(day, kind)).toMatchObject([{ id, exact: false }])
  expect(await findOne(day.slice(0, -1), kind)).toEqual([])
})

test('a supplier is found by any part of its name', async () => {
  expect(await findOne('硬质', 'supplier')).toMatchObject([{ id: documents.supplier.id, exact: false, note: '周敏' }])
})

describe('a person', () => {
  test('is found by the full mobile number, the masked one or its last digits, and is shown masked', async () => {
    const masked = `${lin.mobile.slice(0, 3)}****${lin.mobile.slice(-4)}`
    for (const typed of [lin.mobile, `+86 ${lin.mobile}`, masked, lin.mobile.slice(-4)]) {
      const hits = await findOne(typed, 'user')
      expect(hits.map(({ id }) => id)).toContain(lin.userId)
      expect(JSON.stringify(await find(typed))).not.toContain(lin.mobile)
      expect(hits[0]?.note).toContain('****')
    }
    expect(await findOne(lin.mobile.slice(0, 10), 'user')).toEqual([])
  })

  test('is found by his own name or the one his enterprise uses, but not after his account is closed', async () => {
    const worker = await mall.subAccount(lin, ['lookGoods'], '钱采购')
    expect((await findOne('钱采', 'user')).map(({ id }) => id)).toEqual([worker.userId])
    await mall.db.updateTable('app_user').set({ closed_at: mall.clock.now, status: 0 }).where('id', '=', worker.userId).execute()
    expect(await findOne('钱采', 'user')).toEqual([])
  })
})

test('an enterprise is found by any part of its name, exact matches first, and by a mobile of its members', async () => {
  await mall.buyer('小林')
  const hits = await findOne('林矿业有限公司', 'enterprise')
  expect(hits.map(({ title, exact }) => [title, exact])).toEqual([
    ['林矿业有限公司', true],
    ['小林矿业有限公司', false],
  ])
  expect((await findOne(lin.mobile, 'enterprise')).map(({ id }) => id)).toEqual([enterpriseId])
  const finance = await mall.staff('finance')
  expect((await find(lin.mobile, finance)).map(({ kind, id }) => [kind, id])).toEqual([['enterprise', enterpriseId]])
})

test('an unnamed enterprise is found by the mobile number with which it registered', async () => {
  const mobile = '13987650001'
  await mall.runInTransaction((tx) =>
    registerUserWithEnterprise(tx, mall.moment(), {
      keys: mall.keys,
      user: { mobile, passwordHash: null },
      openAccounts: createLedgerAccountsOfEnterprise,
    }),
  )
  expect(await findOne(mobile, 'enterprise')).toMatchObject([{ title: '未认证企业' }])
})

test('a coupon is found by one of its codes, and not by a part of a code', async () => {
  await coupons.makeCodes({ templateId: couponId, codes: 1 })
  const { code } = (await coupons.codeList({ templateId: couponId })).dataList[0] ?? expect.fail('no code')
  expect(await findOne(code.toLowerCase(), 'coupon')).toMatchObject([{ id: couponId, title: '开春满减（全店）', exact: true }])
  expect(await findOne(code.slice(0, 8), 'coupon')).toEqual([])
  expect(await findOne('满减(全', 'coupon')).toMatchObject([{ id: couponId, exact: false }])
})

test('an article with a draft is found by the title of either, and the one that was meant is shown', async () => {
  const { consoleArticle } = admin.api
  const { rev, title } = await consoleArticle.detail({ id: 'wallet' })
  await consoleArticle.save({ id: 'wallet', rev, title: '余额怎么用', summary: '', keywords: '', text: '正文' })
  expect(await findOne('余额怎么用', 'article')).toMatchObject([{ id: 'wallet', title: '余额怎么用', exact: true }])
  expect(await findOne(title, 'article')).toMatchObject([{ id: 'wallet', title, exact: true, note: '帮助文章 · 有草稿' }])
  await consoleArticle.discard({ id: 'wallet', rev: rev + 1 })
  expect(await findOne('余额怎么用', 'article')).toEqual([])
})

test('a SKU is found by the number of another maker and by the material code of a company', async () => {
  const reference = { brand: '山特维克', partNumber: 'P4-75/16', fit: 'full' as const, note: '', source: '样本', confirmedBy: '王工' }
  await mall.runInTransaction((tx) => replaceCrossReferencesOfSkus(tx, [{ skuId, crossReferences: [reference] }]))
  await lin.api.materialCode.set({ skuId, materialCode: '物资-2001' })
  for (const typed of ['p4 75 16', '山特维克 P475/16', 'P4-75/16山特维克'])
    expect({ typed, hits: await findOne(typed, 'sku') }).toMatchObject({
      typed,
      hits: [{ id: skuId, title: 'KT-INS114', exact: true, note: '竞品型号 山特维克 P4-75/16 · 掘进机截齿 · 掘进机截齿' }],
    })
  const [hit] = await findOne('物资2001', 'sku')
  expect(hit).toMatchObject({ id: skuId, exact: true, note: '林矿业有限公司 物料编码 物资-2001 · 掘进机截齿 · 掘进机截齿' })
  expect(await findOne('物资200', 'sku')).toEqual([])
  // Whoever may read no names of companies does not learn whose code it is, nor that it is one.
  const found = async (role: StaffRole) => (await find('物资2001', await mall.staff(role))).filter(({ kind }) => kind === 'sku')
  for (const role of ['support', 'catalogue', 'auditor'] as const) expect(await found(role)).toMatchObject([{ id: skuId }])
  expect(await found('warehouse')).toEqual([])
})

test('a SKU is found by its code in any spelling or a part of it, maker number, barcode and goods name', async () => {
  await mall.db.updateTable('sku').set({ barcode: '6901234567892', manufacturer_no: 'HM/114-Z' }).where('id', '=', skuId).execute()
  for (const [typed, exact] of [
    ['kt ins114', true],
    ['ins114', false],
    ['hm/114-z', true],
    ['6901234567892', true],
    ['掘进机截', false],
  ] as const)
    expect({ typed, hits: await findOne(typed, 'sku') }).toMatchObject({ typed, hits: [{ id: skuId, title: 'KT-INS114', exact }] })
})

test('an invoice is found by its tax number or application number, a payment by the number of the bank', async () => {
  expect(await findOne(invoiceNo.toLowerCase(), 'invoice')).toMatchObject([{ id: invoice.id, title: invoiceNo, exact: true }])
  expect(await findOne(invoiceNo.slice(0, 12), 'invoice')).toMatchObject([{ id: invoice.id, exact: false }])
  expect(await findOne(paymentId, 'payment')).toEqual([])
  const finance = await mall.staff('finance')
  await finance.api.consoleVoucher.approve({
    enterpriseId,
    id: voucherId,
    amount: yuanTextToFen('3000'),
    line: await typedLine('3000', 'CMB5566'),
  })
  expect(await findOne('CMB5566', 'payment')).toMatchObject([{ id: paymentId, title: remarkCode }])
})
test('a bank line is found by a prefix of its payer and by its unallocated amount', async () => {
  expect((await findOne('林矿业', 'bankLine')).map(({ id }) => id)).toContain(lineId)
  expect(await findOne('¥3,210.98', 'bankLine')).toMatchObject([{ id: lineId, exact: false }])
  expect(await findOne('3210.98', 'bankLine')).toMatchObject([{ note: expect.stringContaining('待认领 ¥3,210.98') }])
})

test('at most five hits per kind are returned, and a single character matches no names', async () => {
  for (let at = 0; at < FINDER_HITS_PER_KIND_MAX + 2; at++) await mall.createSku(`钻头${at}`, { code: `DRILL-${at}` })
  expect(await findOne('DRILL', 'sku')).toHaveLength(FINDER_HITS_PER_KIND_MAX)
  expect(await find('钻')).toEqual([])
})

test('wildcard characters of patterns are matched literally', async () => {
  for (const typed of ['%%', '__', '\\\\', "'' or 1", '‘林’']) expect(await find(typed)).toEqual([])
})

/** What concerns the whole mall; and what the story of waybills has shipped. */
const ofNoShop: readonly FinderKind[] = [
  ...([
    'quotation',
    'user',
    'enterprise',
    'supplier',
    'payment',
    'voucher',
    'acceptance',
    'bankLine',
    'waybill',
    'banner',
    'article',
  ] as const),
]

test('staff of other shops find no record of this one', async () => {
  const keeper = await mall.staff('support', 'warehouse', 'finance', 'catalogue')
  const shopId = await mall.newShop('别家的店')
  const { staffId } = await keeper.api.staff.me({})
  const ofShop = keysOf(finderKinds).filter((kind) => !ofNoShop.includes(kind))
  for (const kind of ofShop)
    expect({ kind, found: (await find(known[kind].keyword, keeper)).some((hit) => hit.kind === kind) }).toEqual({ kind, found: true })
  await admin.api.consoleShop.setStaff({ staffId, shopIds: [shopId], rowVersion: 0 })
  for (const kind of ofShop)
    expect({ kind, hits: (await find(known[kind].keyword, keeper)).filter((hit) => hit.kind === kind) }).toEqual({ kind, hits: [] })
  expect(await find('PO-2026-77', keeper)).toEqual([])
})

test('who keeps one shop finds its batch among more batches with that number than are looked at', async () => {
  const keeper = await mall.staff('support')
  const shopId = await mall.newShop('有批次的店')
  const insertBatches = async (skuIds: readonly string[]) => {
    const rows = skuIds.map((sku_id) => ({ id: mall.moment().newId(), sku_id, batch_no: 'COMMON-1', best_before: '2028-06-30' }))
    await mall.db.insertInto('stock_batch').values(rows).execute()
    return rows.map(({ id }) => id)
  }
  const own = await insertBatches([await mall.createSku('本店截齿', { shopId })])
  const others: string[] = []
  for (let at = 0; at <= 50; at++) others.push(await mall.createSku(`别店截齿${at}`, { stock: 0 }))
  await insertBatches(others)
  expect((await findOne('COMMON-1', 'batch')).map(({ id }) => id)).not.toEqual(expect.arrayContaining(own))
  const { staffId } = await keeper.api.staff.me({})
  await admin.api.consoleShop.setStaff({ staffId, shopIds: [shopId], rowVersion: 0 })
  expect((await find('COMMON-1', keeper)).filter(({ kind }) => kind === 'batch').map(({ id }) => id)).toEqual(own)
})

test('who keeps one shop finds its SKU and its waybill among more of other shops than are looked at', async () => {
  const keeper = await mall.staff('support', 'catalogue', 'warehouse')
  const shopId = await mall.newShop('被淹没的店')
  const { staffId } = await keeper.api.staff.me({})
  await admin.api.consoleShop.setStaff({ staffId, shopIds: [shopId], rowVersion: 0 })
  const hitsOf = async (keyword: string, kind: FinderKind) =>
    (await find(keyword, keeper)).filter((hit) => hit.kind === kind).map(({ id }) => id)
  for (let at = 0; at <= 50; at++) await mall.createSku(`淹没件${at}`, { code: `AA-FLOOD-${at}`, stock: 0 })
  const own = await mall.createSku('淹没件本店', { code: 'ZZ-FLOOD-OWN', sale: '1.00', shopId, stock: 9 })
  expect([await hitsOf('FLOOD', 'sku'), await hitsOf('淹没件', 'sku')]).toEqual([[own], [own]])

  const ownLines = [{ skuId: own, goodsNum: 1 }]
  const { quote } = await lin.api.order.preview({ lines: ownLines, method: 'wallet' })
  const { orders } = await lin.api.order.submit({ lines: ownLines, method: 'wallet', addressId: lin.addressId, quote, poNumber: '' })
  const found = await mall.db.selectFrom('order').select(['id', 'order_no']).where('enterprise_id', '=', enterpriseId).execute()
  const idOf = (no: string | undefined) => found.find(({ order_no }) => order_no === no)?.id ?? expect.fail('no order')
  const at = { asked_at: mall.clock.now, state_at: mall.clock.now, state: 'TAKEN' as const, carrier: '德邦快递', asked_by: staffId }
  const waybillOf = (no: string | undefined, parcel_no: number, tracking_no: string) => {
    const about = { enterprise_id: enterpriseId, id: mall.moment().newId(), order_id: idOf(no), warehouse_id: MAIN_WAREHOUSE_ID }
    return Object.assign(about, { parcel_no, tracking_no }, at)
  }
  const others = Array.from({ length: 51 }, (_, n) => waybillOf(waiting, 100 + n, `DPK7777777777${100 + n}`))
  await mall.db
    .insertInto('waybill')
    .values([...others, waybillOf(orders[0]?.orderNo, 1, 'DPK7777777777999')])
    .execute()
  expect(await hitsOf('DPK7777777777', 'waybill')).toEqual(['DPK7777777777999'])
})

test('all kinds are searched in one network packet, with at most one statement each', async () => {
  mall.roundTrips.length = 0
  await find(remarkCode)
  const packets = mall.roundTrips.map((sent) => sent.filter((statement) => /\bas found\b|\bfrom payment as p\b/.test(statement)))
  const kinds: FinderKind[] = [
    ...(['order', 'parcel', 'waybill', 'afterSale', 'user', 'enterprise', 'sku', 'supplier', 'payment', 'voucher', 'bankLine'] as const),
    ...(['coupon', 'banner', 'article', 'acceptance', 'batch'] as const),
  ]
  expect(packets.filter((searches) => searches.length > 0).map((searches) => searches.length)).toEqual([kinds.length])
})
