import { Button } from 'antd'
import { SupplierLink } from '#console/catalog/suppliers/supplier-link.tsx'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { type Column, countColumn, customColumn, moneyColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { textFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consoleSupplierInvoiceEndpoints } from '#contract/catalog/supplier-invoices/api.ts'
import type { UninvoicedSupplier } from '#contract/catalog/supplier-invoices/shapes.ts'
import { Text } from '#contract/platform/core/fields.ts'
import { RecordOrCorrectSupplierInvoiceDrawer } from './supplier-invoice-drawer.tsx'
import { supplierInvoiceApi } from './supplier-invoices-api.ts'

const fields = { supplier: textFilter('供应商', Text(60), '供应商名称') }

const columns: Column<UninvoicedSupplier>[] = [
  customColumn({
    title: '供应商',
    value: ({ supplierId, supplierName }) => <SupplierLink supplierId={supplierId} name={supplierName} />,
  }),
  countColumn({ title: '采购单', value: ({ orders }) => orders }),
  countColumn({ title: '未开票数量', width: 112, value: ({ units }) => units }),
  moneyColumn({ title: '含税金额', value: ({ amount }) => amount }),
  moneyColumn({ title: '不含税金额', value: ({ net }) => net }),
  customColumn({ title: '最早入库', width: 112, value: ({ since }) => <span className="num">{since}</span> }),
]

/** 已收未开票: what came and is on no invoice, by supplier. */
export function Page() {
  const drawer = useDrawer<UninvoicedSupplier>()
  const may = usePermission(consoleSupplierInvoiceEndpoints.create).allowed
  const act: Column<UninvoicedSupplier> = customColumn({
    title: '操作',
    width: 104,
    value: (row) => (
      <Button size="small" aria-label={`登记发票 ${row.supplierName}`} onClick={() => drawer.show(row)}>
        登记发票
      </Button>
    ),
  })
  return (
    <>
      <ListPage
        title="已收未开票"
        note="已按采购单入库、还没有采购发票的商品，金额按采购价计算；有差异、等待处理的发票所占的数量不在内。"
        queryKey={['supplierInvoice', 'uninvoiced']}
        fields={fields}
        list={supplierInvoiceApi.uninvoiced}
        columns={may ? [...columns, act] : columns}
        rowKey={({ supplierId }) => supplierId}
        width={860}
        exportRows={(input) => exportApi.uninvoiced(input)}
        empty="没有已收未开票的商品"
        next="商品按采购单入库后出现在这里，登记发票后减少"
      />
      {drawer.subject && (
        <RecordOrCorrectSupplierInvoiceDrawer
          key={drawer.subject.supplierId}
          subject={{ supplierId: drawer.subject.supplierId, supplierName: drawer.subject.supplierName }}
          open={drawer.open}
          close={drawer.close}
        />
      )}
    </>
  )
}
