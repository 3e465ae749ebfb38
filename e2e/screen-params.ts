import { type Fen, fen, formatYuan } from '#contract/platform/core/money.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { drawSampleDocument } from '#server/platform/testing/identity-documents.ts'
import { createOldSystemCreditCode, renderMovingInWorkbook } from '#server/platform/testing/moving-in-book.ts'
import { toBlob } from '#server/platform/testing/uploads.ts'
import { ADM, FIN, SUB } from '#tools/demo/people.ts'
import { createTypedApiClients, logInStaffByApi } from './people.ts'
import type { TestMall } from './test-mall.ts'

/** A mall with the demo's people, and the tokens of a buyer and of a staff member. */
export interface Seen {
  mall: Pick<TestMall, 'base'>
  member: string
  staff: string
}

/** By screen, the search parameters that it needs to show data, with the question mark. */
type Addresses = Record<string, string>

/** The SKU that the screens show. */
const SKU = 'KT-U84-22'

/** Data of people for staff: a buyer, an enterprise that waits for its verification with all its documents, a granted coupon. */
async function findPeople({ mall, staff }: Seen): Promise<Addresses> {
  const { consoleUser, consoleVerification, consoleCoupon } = createTypedApiClients(mall, staff)
  const [user] = (await consoleUser.list({ keyword: SUB })).dataList
  const [waiting] = (await consoleVerification.list({ state: 'WAIT', step: 'enterprise' })).dataList
  const [coupon] = (await consoleCoupon.templates({ templateState: 'open', way: 'grant' })).dataList
  // Another administrator requests the change that waits for this one.
  const chief = createTypedApiClients(mall, await logInStaffByApi(mall, ADM))
  await chief.consoleStaff.add({ email: 'colleague@demo.local', name: '财务小岭', roles: ['finance'] })
  return {
    '/coupon_template': `?templateId=${coupon?.templateId}`,
    '/user': `?userId=${user?.userId}`,
    // A person cannot disable himself, so the screen shows another account.
    '/staff': `?keyword=${FIN}`,
    '/review': `?enterpriseId=${waiting?.enterpriseId}&id=${waiting?.id}`,
  }
}

/** Data of the warehouse: the wave of the demo. */
export async function findWaves({ mall, staff }: Seen): Promise<Addresses> {
  const [wave] = (await createTypedApiClients(mall, staff).consoleWave.list({})).dataList
  const named = `?id=${wave?.id}`
  return { '/wave': named, '/wave_pick_list': named, '/packing': named }
}

/** Data of purchasing: a supplier with prices, and its order; goods between two warehouses. */
export async function findPurchases({ mall, staff }: Seen): Promise<Addresses> {
  const [order] = (await createTypedApiClients(mall, staff).consolePurchaseOrder.list({ state: 'ORDERED' })).dataList
  const [receipt] = (await createTypedApiClients(mall, staff).consoleStockReceipt.list({ state: 'posted' })).dataList
  const [batch] = (await createTypedApiClients(mall, staff).consoleBatch.list({})).dataList
  const [transfer] = (await createTypedApiClients(mall, staff).consoleStockTransfer.list({})).dataList
  const [invoice] = (await createTypedApiClients(mall, staff).consoleSupplierInvoice.list({ state: 'DIFFERENT' })).dataList
  const sheets = (await createTypedApiClients(mall, staff).consoleStockCount.list({})).dataList
  return {
    '/supplier': `?supplierId=${order?.supplierId}`,
    '/purchase_order': `?id=${order?.id}`,
    '/supplier_invoice': `?id=${invoice?.id}`,
    '/warehouse': `?warehouseId=${transfer?.toId}`,
    '/stock_receipt': `?id=${receipt?.id}`,
    '/batch': `?batchId=${batch?.batchId}`,
    '/stock_transfer': `?id=${transfer?.id}`,
    '/stock_count': `?id=${sheets.find(({ state }) => state === 'COUNTED')?.id}`,
    '/stock_count_entry': `?id=${sheets.find(({ state }) => state === 'OPEN')?.id}`,
  }
}

/** Data of finance and of the catalog: a requested invoice, money at the bank, a price list, the stock of a SKU. */
async function findBooks({ mall, staff }: Seen, skuCode: string): Promise<Addresses> {
  const { consoleInvoice, consoleBank, consolePrice, consoleSku, consoleGoods, goodsImport, movingIn } = createTypedApiClients(mall, staff)
  const [invoice] = (await consoleInvoice.list({})).dataList
  const [line] = (await consoleBank.lines({})).dataList
  const [prices] = (await consolePrice.lists({})).dataList
  const [sku] = (await consoleSku.list({ keyword: skuCode })).dataList
  const [goods] = (await consoleGoods.list({ keyword: skuCode })).dataList
  const sheet = toBlob(Buffer.from(`商品编码,规格编码,现金价\nNO-SUCH,${skuCode},9.9\n`), 'text/csv')
  const { id: importId } = await goodsImport.try({ fileName: '商品.csv', mode: 'both' }, { file: sheet })
  const book = await renderMovingInWorkbook({
    公司: [['OLD-1', '旧矿业有限公司', createOldSystemCreditCode(1), '企业认证', '旧系统已核验']],
  })
  const { id: movingInId } = await movingIn.try({ fileName: '旧系统.xlsx' }, { file: toBlob(book) })
  return {
    '/moving_in': `?id=${movingInId}`,
    '/edit_goods': `?goodsId=${goods?.goodsId}`,
    '/goods_import': `?id=${importId}`,
    '/invoice': `?enterpriseId=${invoice?.enterpriseId}&id=${invoice?.id}`,
    '/bank_line': `?lineId=${line?.id}`,
    '/price_list': `?listId=${prices?.listId}`,
    '/price_history': `?listId=${prices?.listId}`,
    '/sku': `?skuId=${sku?.skuId}`,
    '/stock': `?skuId=${sku?.skuId}&code=${sku?.code}`,
  }
}

/** A payment that waits to be scanned, of an order that is paid online, and a transfer without a voucher. */
async function beginPaying({ mall, member }: Seen, skuId: string): Promise<Addresses> {
  const { order, payment, transfer } = createTypedApiClients(mall, member)
  const orders = async (method: 'online' | 'transfer') => {
    const lines = [{ skuId, goodsNum: 20 }]
    const { quote, address } = await order.preview({ lines, method })
    return order.submit({ lines, method, addressId: address?.id ?? '', quote })
  }
  const { tradeId } = await orders('online')
  const { paymentId } = await payment.create({ tradeId, channel: 'wechat' })
  const made = await transfer.begin({ tradeId: (await orders('transfer')).tradeId })
  const paper = `?paymentId=${made.paymentId}`
  return {
    '/order_pay_online_pay': `?tradeId=${tradeId}&paymentId=${paymentId}`,
    '/my_order_transfer_info': paper,
    '/my_order_payment_evidence': paper,
    '/my_order_payment_evidence_upload': paper,
  }
}

/** Data about the enterprise of this order: its money, its order, an after-sale of its buyer. */
async function findCompany({ mall, member, staff }: Seen, orderNo: string, month: string | undefined): Promise<Addresses> {
  const { consoleOrder, consoleReceipt } = createTypedApiClients(mall, staff)
  const { enterpriseId, enterpriseName } = (await consoleOrder.list({ orderNo })).dataList[0] ?? {}
  if (enterpriseId === undefined) throw new Error(`no company has the order ${orderNo}`)
  const company = `?enterpriseId=${enterpriseId}`
  const [topUp] = (await consoleReceipt.list({ enterpriseId })).dataList
  const asks = { orderNo, type: 'REFUND' as const, lines: [{ lineNo: 1, stage: 'sent' as const, quantity: 1 }] }
  const { id } = await createTypedApiClients(mall, member).afterSale.apply({ ...asks, reason: '质量问题', description: '合金头崩裂' })
  return {
    '/account_statement': company,
    '/enterprise': company,
    '/ledger': company,
    '/transfers': company,
    '/ledger_days': company,
    '/order': `${company}&orderNo=${orderNo}`,
    '/pick_list': `${company}&orderNo=${orderNo}`,
    '/statement': `${company}&month=${month}`,
    '/payment': `${company}&id=${topUp?.id}`,
    '/after_sale': `${company}&id=${id}`,
    ...(await uploadDocuments({ mall, member, staff }, enterpriseId, enterpriseName ?? '')),
  }
}

interface Arrived {
  day: string
  amount: Fen
  remarkCode: string
}

/** The bank reports a transfer with the remark code of its top-up. */
async function importMoney({ mall, staff }: Seen, payer: string, { day, amount, remarkCode }: Arrived): Promise<void> {
  const csv = `交易日期,交易流水号,对方户名,对方账号,收入金额,支出金额,附言\n${day},ICBC26110001,${payer},6222020200001234567,${formatYuan(amount)},,充值 ${remarkCode}\n`
  await createTypedApiClients(mall, staff).consoleBank.importStatement(
    { fileName: '流水.csv' },
    { file: toBlob(Buffer.from(csv), 'text/csv') },
  )
}

/** A licence that waits for its review, beside the one that holds. */
async function handInLicence({ mall, member }: Seen): Promise<string> {
  const { files, licence } = createTypedApiClients(mall, member)
  const { kinds } = await licence.list({})
  const file = toBlob(await drawSampleDocument('licence'), 'image/png')
  const { fileId } = await files.uploadImage({ purpose: 'tradeLicence', consent: true }, { file })
  const [kind] = kinds
  if (!kind?.validUntil) throw new Error('the demo has no licence that holds')
  const newer = { kindId: kind.kindId, licenceNo: '粤清危化经字[2028]0101', validUntil: addDays(kind.validUntil, 365), fileId }
  return (await licence.submit(newer)).id
}

/** Data that finance decides on: the voucher of a transfer that has come, and an acceptance bill. The enterprise submits both. */
async function uploadDocuments(seen: Seen, enterpriseId: string, name: string): Promise<Addresses> {
  const { files, transfer, statement } = createTypedApiClients(seen.mall, seen.member)
  const bring = async (purpose: 'voucher' | 'acceptance') =>
    (await files.uploadImage({ purpose }, { file: toBlob(await drawSampleDocument('cashFlow'), 'image/png') })).fileId
  const { paymentId } = await transfer.topUp({ amount: fen(3_000_000) })
  const { createdAt, amount, remarkCode } = await transfer.detail({ paymentId })
  const day = toShanghaiDay(new Date(createdAt))
  await importMoney(seen, name, { day, amount, remarkCode })
  const { vouchers } = await transfer.submitVoucher({ paymentId, fileIds: [await bring('voucher')], remark: '' })
  const paper = { billNo: '1309584000012', acceptorKind: 'bank', acceptor: '招商银行深圳分行', maturityDay: addDays(day, 90) } as const
  const bill = await statement.submitAcceptance({ ...paper, amount: fen(500_000), fileId: await bring('acceptance') })
  const company = `?enterpriseId=${enterpriseId}`
  const licenceId = await handInLicence(seen)
  return {
    '/licence': `${company}&id=${licenceId}`,
    '/voucher': `${company}&id=${vouchers[0]?.id}`,
    '/acceptance': `${company}&id=${bill.id}`,
  }
}

/** A request for a price that waits for staff: goods, and a part in words. */
async function askForQuotation({ mall, member, staff }: Seen, skuId: string): Promise<Addresses> {
  const lines = [
    { skuId, name: '', spec: '', unit: '', goodsNum: 200, wishedPrice: fen(3_500), note: '' },
    { name: '非标齿座', spec: '图号 KT-12', unit: '个', goodsNum: 4, note: '图纸另附' },
  ]
  const { id, quotationNo } = await createTypedApiClients(mall, member).quotation.create({ title: '三号井大修', remark: '', lines })
  const [row] = (await createTypedApiClients(mall, staff).consoleQuotation.list({ keyword: quotationNo })).dataList
  return { '/quotation_info': `?id=${id}`, '/quotation': `?enterpriseId=${row?.enterpriseId}&id=${id}` }
}

/** What staff of the demo have prepared for the company; both applications have a screen of that name. */
export async function findProposal({ mall, staff }: Seen): Promise<Addresses> {
  const [row] = (await createTypedApiClients(mall, staff).consoleOrderProposal.list({})).dataList
  const company = `?enterpriseId=${row?.enterpriseId}`
  return { '/proposal': `${company}&id=${row?.id}`, '/new_proposal': company }
}

/** Finds goods, orders and drawdowns of the demo, and creates what is missing, so that no screen is empty. */
export async function prepareScreenParams(seen: Seen): Promise<Addresses> {
  const { goods, order, credit, statement } = createTypedApiClients(seen.mall, seen.member)
  const [one] = (await goods.list({ keyword: SKU, pageSize: 1 })).dataList
  const { skus, brand } = await goods.detail({ goodsId: one?.goodsId ?? '' })
  const [unpaid] = (await order.list({ state: 'WAIT_PAY' })).dataList
  const [paid] = (await order.list({ state: 'PART_SENT' })).dataList
  const [drawdown] = (await credit.drawdowns({})).dataList
  const [month] = (await statement.list({})).dataList
  return {
    '/403': '?code=buyPay',
    '/article_detail_new': '?categoryId=1',
    '/article_detail': '?id=apply-credit-quota',
    '/help_center2': '?keyword=%E9%A2%9D%E5%BA%A6',
    '/article': '?id=overdue',
    '/detail': `?goodsId=${one?.goodsId}`,
    '/compare': `?skuIds=${skus.slice(0, 2).map(({ skuId }) => skuId)}`,
    '/by_machine': '?keyword=EBZ160',
    '/brand': `?brandId=${brand?.brandId}`,
    // The method says most on credit.
    '/order_info': `?skuId=${skus[0]?.skuId}&goodsNum=20&method=credit`,
    '/categories2': '?categoryId=1&subId=2',
    '/order_pay_password': `?tradeId=${unpaid?.tradeId}`,
    '/my_order_wait_pay': `?orderNo=${unpaid?.orderNo}`,
    '/order_pay_success': `?tradeId=${paid?.tradeId}`,
    '/my_order_detail': `?orderNo=${paid?.orderNo}`,
    '/credit_account_log_detail': `?id=${drawdown?.id}`,
    '/my_bill_detail': `?month=${month?.month}`,
    ...(await findCompany(seen, paid?.orderNo ?? '', month?.month)),
    ...(await findPeople(seen)),
    ...(await findWaves(seen)),
    ...(await findPurchases(seen)),
    ...(await findBooks(seen, SKU)),
    ...(await beginPaying(seen, skus[0]?.skuId ?? '')),
    ...(await askForQuotation(seen, skus[0]?.skuId ?? '')),
    ...(await findProposal(seen)),
  }
}
