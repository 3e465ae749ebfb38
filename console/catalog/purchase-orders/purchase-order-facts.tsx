import { Button } from 'antd'
import { type InvoiceToType, RecordOrCorrectSupplierInvoiceDrawer } from '#console/catalog/supplier-invoices/supplier-invoice-drawer.tsx'
import { AuthorAndTime } from '#console/platform/components/author.tsx'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { EMPTY_CELL } from '#console/platform/components/list/columns.tsx'
import { OpenInNewTabLink } from '#console/platform/components/next-case/case-link.tsx'
import { FactList, Panel } from '#console/platform/components/panel.tsx'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { formatTaxRate } from '#contract/catalog/goods/tax-rates.ts'
import type { PurchaseOrder, PurchaseOrderLine } from '#contract/catalog/purchase-orders/shapes.ts'
import { consoleSupplierInvoiceEndpoints } from '#contract/catalog/supplier-invoices/api.ts'
import { formatMoney } from '#contract/platform/core/money.ts'

/** Records an invoice about what came of the order. */
export function InvoicePurchaseOrderAction({ order, lines }: { order: PurchaseOrder; lines: readonly PurchaseOrderLine[] }) {
  const invoicing = useDrawer<PurchaseOrder>()
  const { allowed } = usePermission(consoleSupplierInvoiceEndpoints.create)
  return (
    <>
      {allowed && lines.some(({ received, invoiced }) => received > invoiced) && (
        <Button onClick={() => invoicing.show(order)}>登记发票</Button>
      )}
      {invoicing.subject && (
        <RecordOrCorrectSupplierInvoiceDrawer
          key={invoicing.subject.rowVersion}
          subject={toInvoiceToType(invoicing.subject)}
          open={invoicing.open}
          close={invoicing.close}
        />
      )}
    </>
  )
}

const toInvoiceToType = ({ supplierId, supplierName, id }: PurchaseOrder): InvoiceToType => ({
  supplierId,
  supplierName,
  purchaseOrderId: id,
})

/** Who it was ordered of, and what came and is invoiced. */
export const PurchaseOrderFacts = ({ order }: { order: PurchaseOrder }) => (
  <Panel title="概况">
    <FactList
      facts={[
        [
          '供应商',
          <OpenInNewTabLink key="supplier" to="/supplier" search={{ supplierId: order.supplierId }}>
            {order.supplierName}
          </OpenInNewTabLink>,
        ],
        ['店铺', order.shopName],
        ['进项税率', formatTaxRate(order.taxRate)],
        [
          '承诺到货日',
          <span key="day" className="num">
            {order.expectedDay ?? EMPTY_CELL}
          </span>,
        ],
        ['已收金额', formatMoney(order.receivedAmount)],
        ['已开票金额', <InvoicedAmount key="invoiced" order={order} />],
        ['备注', order.note || EMPTY_CELL],
        ...(order.closedReason ? [['结束原因', order.closedReason] as const] : []),
        ['制单', <AuthorAndTime key="by" name={order.madeBy} at={order.madeAt} />],
      ]}
    />
  </Panel>
)

/** What invoices name of the order, with the way to them for who may see them. */
function InvoicedAmount({ order: { orderNo, invoicedAmount } }: { order: PurchaseOrder }) {
  const { allowed } = usePermission(consoleSupplierInvoiceEndpoints.list)
  if (!allowed) return formatMoney(invoicedAmount)
  return (
    <OpenInNewTabLink to="/supplier_invoices" search={{ orderNo }}>
      {formatMoney(invoicedAmount)}
    </OpenInNewTabLink>
  )
}
