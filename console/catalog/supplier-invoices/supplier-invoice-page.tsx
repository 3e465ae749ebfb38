import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Alert } from 'antd'
import { AuthorAndTime } from '#console/platform/components/author.tsx'
import { type Column, customColumn, EMPTY_CELL, moneyColumn, numberColumn } from '#console/platform/components/list/columns.tsx'
import { DataTable } from '#console/platform/components/list/data-table.tsx'
import { OpenInNewTabLink } from '#console/platform/components/next-case/case-link.tsx'
import { CaseQueueBar, CaseQueueFinished } from '#console/platform/components/next-case/queue-bar.tsx'
import { useCaseRun } from '#console/platform/components/next-case/use-case-run.ts'
import { FactList, PageHead, Panel } from '#console/platform/components/panel.tsx'
import { createRecordPage } from '#console/platform/components/record-page.tsx'
import { EmptyState, QueryPage } from '#console/platform/components/states.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { formatTaxRate } from '#contract/catalog/goods/tax-rates.ts'
import { consoleSupplierInvoiceEndpoints } from '#contract/catalog/supplier-invoices/api.ts'
import { formatSupplierInvoiceLineDifferences, isSupplierInvoiceLineDifferent } from '#contract/catalog/supplier-invoices/match-line.ts'
import type { SupplierInvoice, SupplierInvoiceLine } from '#contract/catalog/supplier-invoices/shapes.ts'
import { supplierInvoiceLifecycle } from '#contract/catalog/supplier-invoices/supplier-invoice-lifecycle.ts'
import type { OutputOf } from '#contract/platform/core/endpoint.ts'
import { formatMoney, formatRateAsExactPercent } from '#contract/platform/core/money.ts'
import { formatSkuProps } from '#contract/platform/core/sku-props.ts'
import { formatCount } from '#ui/format.ts'
import { SupplierInvoiceActions } from './supplier-invoice-actions.tsx'
import { supplierInvoiceQueue } from './supplier-invoice-queue.ts'
import { supplierInvoiceQuery, supplierInvoiceTones } from './supplier-invoices-api.ts'
import './supplier-invoices.css'

const TITLE = '采购发票详情'
type Read = OutputOf<typeof consoleSupplierInvoiceEndpoints.detail>

function One({ id }: { id: string }) {
  const found = useQuery(supplierInvoiceQuery(id))
  return (
    <QueryPage title={TITLE} from={found}>
      {(read) => <Opened read={read} />}
    </QueryPage>
  )
}

function Opened({ read }: { read: Read }) {
  const { id, state } = read.invoice
  const run = useCaseRun(supplierInvoiceQueue, { id, waiting: supplierInvoiceQueue.waits.for.includes(state) ? state : undefined })
  const [accepts, records] = [usePermission(consoleSupplierInvoiceEndpoints.accept), usePermission(consoleSupplierInvoiceEndpoints.create)]
  const decides = accepts.allowed || records.allowed
  return (
    <>
      {decides && <CaseQueueBar run={run} />}
      <PageHead
        title={
          <>
            采购发票 <span className="num">{read.invoice.invoiceNumber}</span>
            <span className="tags">
              <Tag tone={supplierInvoiceTones[read.invoice.state]}>{supplierInvoiceLifecycle.states[read.invoice.state].label}</Tag>
            </span>
          </>
        }
        actions={<SupplierInvoiceActions read={read} decided={run.decided} />}
      />
      <Waiting read={read} />
      <Facts read={read} />
      <Panel title="三单匹配" flush>
        <DataTable
          columns={lineColumns}
          rows={read.lines}
          rowKey={({ lineNo }) => String(lineNo)}
          width={1180}
          empty={<EmptyState title="没有商品" />}
        />
      </Panel>
    </>
  )
}

/** What is to be done about an invoice that is not settled. */
const Waiting = ({ read: { invoice } }: { read: Read }) => {
  if (invoice.state === 'RETURNED')
    return (
      <Alert
        type="warning"
        showIcon
        className="notice"
        role="status"
        title="已退回，请更正或作废"
        description={`原因：${invoice.reason}`}
      />
    )
  if (invoice.state !== 'DIFFERENT') return null
  return (
    <Alert
      type="warning"
      showIcon
      className="notice"
      role="status"
      title={`${formatCount(invoice.different)} 行与采购单或入库不一致`}
      description={
        invoice.holdsUnits
          ? '由没有登记这张发票的另一人接受差异，或退回更正。接受后已入库的成本不变，差额记为采购价差。'
          : '开票数量多于已收未开票的数量，不能接受：等货到后重新匹配，或退回更正。'
      }
    />
  )
}

const decisionTitles: Partial<Record<SupplierInvoice['state'], string>> = { ACCEPTED: '接受差异', RETURNED: '退回', VOID: '处理' }

const Facts = ({ read: { invoice, toleranceBp } }: { read: Read }) => {
  const decision = decisionTitles[invoice.state]
  return (
    <Panel title="概况">
      <FactList
        facts={[
          [
            '供应商',
            <OpenInNewTabLink key="supplier" to="/supplier" search={{ supplierId: invoice.supplierId }}>
              {invoice.supplierName}
            </OpenInNewTabLink>,
          ],
          [
            '采购单',
            <span key="orders" className="links">
              {invoice.orders.map(({ id, orderNo }) => (
                <OpenInNewTabLink key={id} to="/purchase_order" search={{ id }} className="num">
                  {orderNo}
                </OpenInNewTabLink>
              ))}
            </span>,
          ],
          ...(invoice.invoiceCode ? [['发票代码', invoice.invoiceCode] as const] : []),
          ['开票日期', invoice.invoicedOn],
          ['金额', formatMoney(invoice.net)],
          ['税额', formatMoney(invoice.tax)],
          ['价税合计', formatMoney(invoice.total)],
          ['采购价差（不含税）', formatMoney(invoice.variance)],
          ['允许的价差', formatRateAsExactPercent(toleranceBp)],
          ['备注', invoice.note || EMPTY_CELL],
          ['登记', <AuthorAndTime key="made" name={invoice.madeBy} at={invoice.madeAt} />],
          ...(decision && invoice.decidedAt
            ? [
                [decision, <AuthorAndTime key="decided" name={invoice.decidedBy} at={invoice.decidedAt} />] as const,
                [`${decision}原因`, invoice.reason] as const,
              ]
            : []),
          ...(invoice.voidedAt
            ? [
                ['作废', <AuthorAndTime key="voided" name={invoice.voidedBy} at={invoice.voidedAt} />] as const,
                ['作废原因', invoice.voidReason] as const,
              ]
            : []),
        ]}
      />
    </Panel>
  )
}

const lineColumns: Column<SupplierInvoiceLine>[] = [
  customColumn({
    title: '商品',
    value: ({ goodsName, skuCode, skuProps, orderNo }) => (
      <div className="two-lines">
        <span>{goodsName}</span>
        <small>
          <span className="num">{skuCode}</span> {formatSkuProps(skuProps)} · <span className="num">{orderNo}</span>
        </small>
      </div>
    ),
  }),
  numberColumn({
    title: '采购 / 入库',
    width: 120,
    value: ({ ordered, received }) => `${formatCount(ordered)} / ${formatCount(received)}`,
  }),
  numberColumn({ title: '本张开票', width: 96, value: ({ quantity, unit }) => `${formatCount(quantity)} ${unit}` }),
  moneyColumn({ title: '采购价', width: 112, value: ({ orderedPrice }) => orderedPrice }),
  moneyColumn({ title: '开票价', width: 112, value: ({ price }) => price }),
  numberColumn({ title: '税率', width: 72, value: ({ taxRate }) => formatTaxRate(taxRate) }),
  moneyColumn({ title: '金额', width: 120, value: ({ net }) => net }),
  moneyColumn({ title: '税额', width: 112, value: ({ tax }) => tax }),
  moneyColumn({ title: '采购价差', width: 112, value: ({ variance }) => variance }),
  customColumn({
    title: '比对',
    width: 200,
    value: ({ match }) =>
      isSupplierInvoiceLineDifferent(match) ? (
        <div className="invoice-differences">
          {formatSupplierInvoiceLineDifferences(match).map((text) => (
            <Tag key={text} tone="bad">
              {text}
            </Tag>
          ))}
        </div>
      ) : (
        <Tag tone="good">一致</Tag>
      ),
  }),
]

/** One invoice of a supplier: its lines beside what was ordered and what came, and its steps. */
export const Page = createRecordPage(
  {
    title: TITLE,
    by: ['id'],
    what: '采购发票',
    choose: <Link to="/supplier_invoices">到采购发票列表选择</Link>,
    finished: (filters) => <CaseQueueFinished title="采购发票" queue={supplierInvoiceQueue} filters={filters} />,
  },
  One,
)
