import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { SupplierLink } from '#console/catalog/suppliers/supplier-link.tsx'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { type Column, customColumn, EMPTY_CELL, instantColumn, moneyColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { CaseLink } from '#console/platform/components/next-case/case-link.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consoleSupplierInvoiceEndpoints } from '#contract/catalog/supplier-invoices/api.ts'
import type { SupplierInvoice } from '#contract/catalog/supplier-invoices/shapes.ts'
import { supplierInvoiceLifecycle } from '#contract/catalog/supplier-invoices/supplier-invoice-lifecycle.ts'
import { formatCount } from '#ui/format.ts'
import { RecordOrCorrectSupplierInvoiceDrawer } from './supplier-invoice-drawer.tsx'
import { supplierInvoiceFilters, supplierInvoiceQueue } from './supplier-invoice-queue.ts'
import { supplierInvoiceApi, supplierInvoiceTones } from './supplier-invoices-api.ts'

const columns: Column<SupplierInvoice>[] = [
  customColumn({
    title: '发票号码',
    width: 200,
    value: (row) => (
      <div className="two-lines">
        <CaseLink queue={supplierInvoiceQueue} row={row} className="num">
          {row.invoiceNumber}
        </CaseLink>
        <small className="num">{row.invoicedOn}</small>
      </div>
    ),
  }),
  customColumn({
    title: '状态',
    width: 112,
    value: ({ state, different }) => (
      <div className="two-lines">
        <Tag tone={supplierInvoiceTones[state]}>{supplierInvoiceLifecycle.states[state].label}</Tag>
        {state === 'DIFFERENT' && <small>{formatCount(different)} 行有差异</small>}
      </div>
    ),
  }),
  customColumn({
    title: '供应商',
    value: ({ supplierId, supplierName, orders }) => (
      <div className="two-lines">
        <SupplierLink supplierId={supplierId} name={supplierName} />
        <small className="num">{orders.map(({ orderNo }) => orderNo).join('、')}</small>
      </div>
    ),
  }),
  moneyColumn({ title: '价税合计', value: ({ total }) => total }),
  moneyColumn({ title: '税额', value: ({ tax }) => tax }),
  moneyColumn({ title: '采购价差', value: ({ variance }) => variance }),
  customColumn({ title: '登记人', width: 96, value: ({ madeBy }) => madeBy }),
  instantColumn({ title: '登记时间', value: ({ madeAt }) => madeAt }),
  customColumn({ title: '处理人', width: 96, value: ({ decidedBy }) => decidedBy || EMPTY_CELL }),
]

/** 采购发票: what suppliers have invoiced; those that wait the longest first, others as recorded, the last first. */
export function Page() {
  const drawer = useDrawer<null>()
  const may = usePermission(consoleSupplierInvoiceEndpoints.create).allowed
  return (
    <>
      <ListPage
        title="采购发票"
        queryKey={['supplierInvoice', 'list']}
        fields={supplierInvoiceFilters}
        list={supplierInvoiceApi.list}
        columns={columns}
        rowKey={({ id }) => id}
        width={1200}
        exportRows={(input) => exportApi.supplierInvoices(input)}
        exportDetails={{ what: '明细', ask: (input) => exportApi.supplierInvoiceLines(input) }}
        actions={
          may && (
            <Button type="primary" icon={<Plus size={15} aria-hidden />} onClick={() => drawer.show(null)}>
              登记发票
            </Button>
          )
        }
        empty="还没有采购发票"
        next="采购单入库后，在这里或采购单上登记供应商的发票"
      />
      <RecordOrCorrectSupplierInvoiceDrawer subject={{}} open={drawer.open} close={drawer.close} />
    </>
  )
}
