import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { RecordOrCorrectSupplierInvoiceDrawer } from '#console/catalog/supplier-invoices/supplier-invoice-drawer.tsx'
import { AuthorAndTime } from '#console/platform/components/author.tsx'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { EMPTY_CELL } from '#console/platform/components/list/columns.tsx'
import { FactList, Panel } from '#console/platform/components/panel.tsx'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import type { PurchaseOrder, PurchaseOrderLine } from '#contract/catalog/purchase-orders/shapes.ts'
import { consoleSupplierInvoiceEndpoints } from '#contract/catalog/supplier-invoices/api.ts'
import { formatMoney, formatRateAsExactPercent } from '#contract/platform/core/money.ts'

/** Records an invoice about what came of the order. */
export function InvoicePurchaseOrderAction({ order, lines }: { order: PurchaseOrder; lines: readonly PurchaseOrderLine[] }) {
  const invoicing = useDrawer<null>()
  const { allowed } = usePermission(consoleSupplierInvoiceEndpoints.create)
  if (!allowed || !lines.some(({ received, invoiced }) => received > invoiced)) return null
  const { supplierId, supplierName, id: purchaseOrderId } = order
  return (
    <>
      <Button onClick={() => invoicing.show(null)}>登记发票</Button>
      <RecordOrCorrectSupplierInvoiceDrawer
        key={order.rowVersion}
        subject={{ supplierId, supplierName, purchaseOrderId }}
        open={invoicing.open}
        close={invoicing.close}
      />
    </>
  )
}

/** Who it was ordered of, and what came and is invoiced. */
export const PurchaseOrderFacts = ({ order }: { order: PurchaseOrder }) => (
  <Panel title="概况">
    <FactList
      facts={[
        [
          '供应商',
          <Link key="supplier" to="/supplier" search={{ supplierId: order.supplierId }}>
            {order.supplierName}
          </Link>,
        ],
        ['店铺', order.shopName],
        ['进项税率', formatRateAsExactPercent(order.taxRate).replace('.00', '')],
        [
          '预计到货',
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
    <Link to="/supplier_invoices" search={{ orderNo }}>
      {formatMoney(invoicedAmount)}
    </Link>
  )
}
