import { computeInvoicedAmounts } from '#contract/catalog/supplier-invoices/match-line.ts'
import { fromYuan, sum } from '#contract/platform/core/money.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { logInDemoStaff, type StoryContext } from './story-context.ts'

const suppliers = [
  { name: '株洲华锐硬质合金有限公司', contactName: '周敏', contactPhone: '0731-2882 6100', paymentTerms: '月结 30 天', leadDays: 7 },
  { name: '长沙岳麓钻具厂', contactName: '彭立新', contactPhone: '0731-8883 2650', paymentTerms: '款到发货', leadDays: 15 },
] as const

/** What the first supplier asks, in yuan with tax. */
const prices = [
  ['KT-U84-22', 24.5, 200],
  ['KT-W6-20', 12.8, 500],
] as const

/** Two suppliers, what one of them asks, and an order that came whole, before anything is sold. */
export async function createDemoSuppliersAndReceipts(stage: StoryContext): Promise<void> {
  const { consoleSupplier, consolePurchaseOrder } = (await logInDemoStaff(stage)).api
  const today = toShanghaiDay(stage.clock.now)
  const ids: string[] = []
  for (const supplier of suppliers)
    ids.push((await consoleSupplier.save(Object.assign({ creditCode: '', active: true }, supplier))).supplierId)
  const [supplierId = ''] = ids
  for (const [skuCode, price, minimum] of prices)
    await consoleSupplier.addPrice({ supplierId, skuCode, price: fromYuan(price), leadDays: 7, minimum, validFrom: addDays(today, -30) })
  const lines = [{ skuCode: 'KT-W6-20', quantity: 500, price: null }]
  const { id } = await consolePurchaseOrder.save({ supplierId, taxRate: 1_300, expectedDay: addDays(today, 7), note: '', lines })
  await consolePurchaseOrder.place({ id, rowVersion: 0 })
  await consolePurchaseOrder.receive({ id, lines: [{ lineNo: 1, quantity: 500 }] })
}

/** An order that waits for its goods, and a draft. */
export async function createOpenDemoPurchaseOrders(stage: StoryContext): Promise<void> {
  const { consoleSupplier, consolePurchaseOrder } = (await logInDemoStaff(stage)).api
  const { dataList } = await consoleSupplier.list({})
  const idOf = (name: string) => dataList.find((one) => one.name === name)?.supplierId ?? ''
  const [first, second] = suppliers
  const priced = prices.map(([skuCode, , minimum]) => ({ skuCode, quantity: minimum * 2, price: null }))
  // It is sold out, so buyers read when it comes.
  const lines = [...priced, { skuCode: 'KT-U92-28', quantity: 200, price: fromYuan(27) }]
  const expectedDay = addDays(toShanghaiDay(stage.clock.now), 7)
  const { id } = await consolePurchaseOrder.save({
    supplierId: idOf(first.name),
    taxRate: 1_300,
    expectedDay,
    note: '送货前电话联系仓储',
    lines,
  })
  await consolePurchaseOrder.place({ id, rowVersion: 0 })
  const draft = [{ skuCode: 'KT-DZ38-45', quantity: 100, price: fromYuan(86) }]
  await consolePurchaseOrder.save({ supplierId: idOf(second.name), taxRate: 1_300, expectedDay: null, note: '', lines: draft })
}

/** Units and price in yuan with tax on each paper: two match, and one is dearer than ordered, so it waits for a second person. */
const demoSupplierInvoices = [
  ['26442000000000001101', 200, 12.8],
  ['26442000000000001102', 200, 12.8],
  ['26442000000000001103', 80, 13.6],
] as const

/** Invoices about the first order; the rest of it came and has none. */
export async function recordDemoSupplierInvoices(stage: StoryContext): Promise<void> {
  const { consolePurchaseOrder, consoleSupplierInvoice } = (await logInDemoStaff(stage)).api
  const order = (await consolePurchaseOrder.list({ state: 'RECEIVED' })).dataList.at(-1)
  if (!order) throw new Error('the demo has received nothing')
  const { supplierId, id: purchaseOrderId, taxRate } = order
  const head = { supplierId, invoiceCode: '', invoicedOn: toShanghaiDay(stage.clock.now), note: '' }
  for (const [invoiceNumber, quantity, yuan] of demoSupplierInvoices) {
    const price = fromYuan(yuan)
    const { net, tax } = computeInvoicedAmounts({ price, quantity, taxRate })
    const line = { purchaseOrderId, orderLineNo: 1, quantity, price, taxRate, net, tax }
    await consoleSupplierInvoice.create(Object.assign({ invoiceNumber, net, tax, total: sum([net, tax]), lines: [line] }, head))
  }
}
