import { randomUUID } from 'node:crypto'
import { contract } from '#contract/api.ts'
import { computeInvoicedAmounts } from '#contract/catalog/supplier-invoices/match-line.ts'
import { sum, toYuan } from '#contract/platform/core/money.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { type Mall, yuanTextToFen } from './mall.ts'
import type { TestUser } from './test-user.ts'

interface Typed {
  number?: string
  taxRate?: number
}

/** Orders of a new supplier, what comes of them, and its invoices. */
export async function createSupplierInvoiceHelpers(
  mall: Mall,
  { buyer, warehouse, finance }: { buyer: TestUser; warehouse: TestUser; finance: TestUser },
) {
  let recorded = 0
  const newSupplier = async (name: string) =>
    (
      await buyer.api.consoleSupplier.save({
        name,
        creditCode: '',
        contactName: '',
        contactPhone: '',
        paymentTerms: '月结 30 天',
        leadDays: 7,
        active: true,
      })
    ).supplierId
  const supplierId = await newSupplier('株洲硬质合金')
  const codeOf = async (skuId: string) =>
    (await mall.db.selectFrom('sku').select('code').where('id', '=', skuId).executeTakeFirstOrThrow()).code

  /** A placed order of new SKUs, [units, price] each. */
  async function orders(...wanted: [units: number, yuan: string][]): Promise<string> {
    const skuIds = await Promise.all(wanted.map((_, at) => mall.createSku(`截齿 ${at}`, { stock: 0 })))
    const codes = await Promise.all(skuIds.map(codeOf))
    const lines = wanted.map(([quantity, yuan], at) => ({ skuCode: codes[at] ?? '', quantity, price: yuanTextToFen(yuan) }))
    const { id } = await buyer.api.consolePurchaseOrder.save({ supplierId, taxRate: 1_300, expectedDay: null, note: '', lines })
    await buyer.api.consolePurchaseOrder.place({ id, rowVersion: 0 })
    return id
  }
  const come = (id: string, ...units: number[]) =>
    warehouse.api.consolePurchaseOrder.receive({ id, lines: units.map((quantity, at) => ({ lineNo: at + 1, quantity })), note: '到货' })

  /** The body of an invoice on the wire about lines of an order, [line, units, price] each. */
  function toBody(id: string, lines: [lineNo: number, quantity: number, yuan: string][], { number, taxRate = 1_300 }: Typed = {}) {
    const typed = lines.map(([orderLineNo, quantity, yuan]) => {
      const price = yuanTextToFen(yuan)
      return { orderLineNo, quantity, price, ...computeInvoicedAmounts({ price, quantity, taxRate }) }
    })
    const [net, tax] = [sum(typed.map((line) => line.net)), sum(typed.map((line) => line.tax))]
    return {
      supplierId,
      invoiceCode: '',
      invoiceNumber: number ?? String(++recorded).padStart(20, '0'),
      invoicedOn: toShanghaiDay(mall.clock.now),
      net: toYuan(net),
      tax: toYuan(tax),
      total: toYuan(sum([net, tax])),
      note: '',
      lines: typed.map((line) => ({
        purchaseOrderId: id,
        orderLineNo: line.orderLineNo,
        quantity: line.quantity,
        price: toYuan(line.price),
        taxRate,
        net: toYuan(line.net),
        tax: toYuan(line.tax),
      })),
    }
  }
  const sends = (person: TestUser, ...typed: Parameters<typeof toBody>) =>
    person.post(contract.consoleSupplierInvoice.create.path, toBody(...typed), { 'idempotency-key': randomUUID() })
  const shows = async (id: string) => finance.api.consoleSupplierInvoice.detail({ id })
  const stands = async (id: string) => {
    const { order, lines } = await buyer.api.consolePurchaseOrder.detail({ id })
    return { received: order.receivedAmount, invoiced: order.invoicedAmount, units: lines.map((line) => line.invoiced) }
  }
  const next = async (id: string, reason = '已与供应商核对') => ({ id, rowVersion: (await shows(id)).invoice.rowVersion, reason })
  return { supplierId, newSupplier, orders, come, toBody, sends, shows, stands, next }
}

/** The id in the answer of a call that records an invoice. */
export const idOfRecorded = ({ data }: { data?: unknown }): string => (data as { id: string }).id
