import { Link, useNavigate } from '@tanstack/react-router'
import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { type Column, customColumn, EMPTY_CELL, instantColumn, numberColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { dayFilter, tabsFilter, textFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consoleStockReceiptEndpoints } from '#contract/catalog/stock-receipts/api.ts'
import { type StockReceipt, StockReceiptNo, stockReceiptStates } from '#contract/catalog/stock-receipts/shapes.ts'
import { Day } from '#contract/platform/core/fields.ts'
import { formatCount } from '#ui/format.ts'
import { CreateStockReceiptDrawer } from './create-stock-receipt-drawer.tsx'
import { stockReceiptApi, stockReceiptTones } from './stock-receipts-api.ts'

const fields = {
  state: tabsFilter('状态', stockReceiptStates),
  receiptNo: textFilter('入库单号', StockReceiptNo, 'RK 加 12 位数字'),
  dateFrom: dayFilter('入库日期', Day),
  dateTo: dayFilter('至', Day),
}

const columns: Column<StockReceipt>[] = [
  customColumn({
    title: '入库单号',
    width: 168,
    value: ({ id, receiptNo }) => (
      <Link to="/stock_receipt" search={{ id }} className="num">
        {receiptNo}
      </Link>
    ),
  }),
  customColumn({
    title: '状态',
    width: 88,
    value: ({ state }) => <Tag tone={stockReceiptTones[state]}>{stockReceiptStates[state].label}</Tag>,
  }),
  customColumn({ title: '仓库', width: 144, value: ({ warehouses }) => warehouses }),
  numberColumn({ title: '行数', value: ({ lines }) => formatCount(lines) }),
  numberColumn({ title: '数量', value: ({ units }) => formatCount(units) }),
  customColumn({ title: '来源', value: ({ fileName, note }) => fileName || note || '手工录入' }),
  customColumn({
    title: '对应单号',
    width: 168,
    value: ({ counterId, counterNo }) =>
      counterId === null ? (
        EMPTY_CELL
      ) : (
        <Link to="/stock_receipt" search={{ id: counterId }} className="num">
          {counterNo}
        </Link>
      ),
  }),
  customColumn({ title: '经手人', width: 96, value: ({ madeBy }) => madeBy }),
  instantColumn({ title: '入库时间', value: ({ madeAt }) => madeAt }),
]

/** 入库单: goods that came without a purchase order, and what of it was taken back, newest first. */
export function Page() {
  const drawer = useDrawer<null>()
  const navigate = useNavigate()
  const may = usePermission(consoleStockReceiptEndpoints.create).allowed
  return (
    <>
      <ListPage
        title="入库单"
        note="没有采购单的到货：按文件或手工入库，当天可以撤销。按采购单到货的，在采购单上入库。"
        queryKey={['stock-receipt', 'list']}
        fields={fields}
        list={stockReceiptApi.list}
        columns={columns}
        rowKey={({ id }) => id}
        width={1180}
        exportRows={(input) => exportApi.stockReceipts(input)}
        actions={
          may && (
            <>
              <Link to="/stock_receipt_import" className="button-link">
                导入入库单
              </Link>
              <Button type="primary" icon={<Plus size={15} aria-hidden />} onClick={() => drawer.show(null)}>
                手工入库
              </Button>
            </>
          )
        }
        empty="还没有入库单"
        next="导入到货清单，或手工录入几行商品"
      />
      <CreateStockReceiptDrawer
        open={drawer.open}
        close={drawer.close}
        afterSuccess={(id) => void navigate({ to: '/stock_receipt', search: { id } })}
      />
    </>
  )
}
