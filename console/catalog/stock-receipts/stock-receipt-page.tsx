import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { AuthorAndTime } from '#console/platform/components/author.tsx'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { type Column, customColumn, EMPTY_CELL, numberColumn, skuColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { PagedListPanel } from '#console/platform/components/list/paged-panel.tsx'
import { FactList, PageHead, Panel } from '#console/platform/components/panel.tsx'
import { ReasonDrawer } from '#console/platform/components/reason-drawer.tsx'
import { createRecordPage } from '#console/platform/components/record-page.tsx'
import { QueryPage } from '#console/platform/components/states.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { formatBatch } from '#contract/catalog/inventory/batches.ts'
import { consoleStockReceiptEndpoints } from '#contract/catalog/stock-receipts/api.ts'
import { type StockReceipt, type StockReceiptLine, stockReceiptStates } from '#contract/catalog/stock-receipts/shapes.ts'
import { formatUnitCostAsMoney } from '#contract/platform/core/money.ts'
import { formatCount } from '#ui/format.ts'
import { invalidatedByStockReceipt, stockReceiptApi, stockReceiptQuery, stockReceiptTones } from './stock-receipts-api.ts'

const TITLE = '入库单详情'

function One({ id }: { id: string }) {
  const found = useQuery(stockReceiptQuery(id))
  return (
    <QueryPage title={TITLE} from={found}>
      {(receipt) => (
        <>
          <PageHead
            title={
              <>
                入库单 <span className="num">{receipt.receiptNo}</span>
                <span className="tags">
                  <Tag tone={stockReceiptTones[receipt.state]}>{stockReceiptStates[receipt.state].label}</Tag>
                </span>
              </>
            }
            actions={<ReverseAction receipt={receipt} />}
          />
          <Facts receipt={receipt} />
          <PagedListPanel
            name="lines"
            title="商品"
            keep={(input) => exportApi.stockReceiptLines({ ...input, id })}
            queryKey={['stock-receipt', 'lines', id]}
            load={(paging) => stockReceiptApi.lines({ ...paging, id })}
            columns={columns}
            rowKey={({ lineNo }) => String(lineNo)}
            width={1_000}
            empty="没有商品"
          />
        </>
      )}
    </QueryPage>
  )
}

/** A receipt is taken back whole, on its day. */
function ReverseAction({ receipt: { id, receiptNo, units, reversible } }: { receipt: StockReceipt }) {
  const taking = useDrawer<null>()
  const { allowed } = usePermission(consoleStockReceiptEndpoints.reverse)
  const reverse = useApiMutation(stockReceiptApi.reverse, {
    invalidates: invalidatedByStockReceipt,
    successMessage: '已撤销，库存和成本已退回',
    close: taking.close,
  })
  if (!allowed || !reversible) return null
  return (
    <>
      <Button danger aria-keyshortcuts="R" onClick={() => taking.show(null)}>
        撤销入库
      </Button>
      <ReasonDrawer
        title={`撤销入库单 ${receiptNo}`}
        lead={`入库的 ${formatCount(units)} 件全部退出库存，成本恢复到入库前，另记一张撤销单；货位不变。已售出、被订单占用或之后又有入库计入成本的不能撤销，只能在当天撤销。`}
        submitText="撤销入库"
        grave
        open={taking.open}
        close={taking.close}
        busy={reverse.isPending}
        submit={(reason) => reverse.mutate({ id, reason })}
      />
    </>
  )
}

const counterLabels = { posted: '', reversed: '撤销它的单', counter: '撤销的入库单' } as const

const Facts = ({ receipt }: { receipt: StockReceipt }) => (
  <Panel title="概况">
    <FactList
      facts={[
        ['仓库', receipt.warehouses],
        ['数量', `${formatCount(receipt.lines)} 行，共 ${formatCount(receipt.units)} 件`],
        ['来源', receipt.fileName || '手工录入'],
        [receipt.state === 'counter' ? '撤销原因' : '说明', receipt.note || EMPTY_CELL],
        ...(receipt.counterId === null
          ? []
          : [
              [
                counterLabels[receipt.state],
                <Link key="counter" to="/stock_receipt" search={{ id: receipt.counterId }} className="num">
                  {receipt.counterNo}
                </Link>,
              ] as const,
            ]),
        ['经手', <AuthorAndTime key="by" name={receipt.madeBy} at={receipt.madeAt} />],
      ]}
    />
  </Panel>
)

const columns: Column<StockReceiptLine>[] = [
  skuColumn,
  customColumn({ title: '仓库', width: 120, value: ({ warehouseName }) => warehouseName }),
  customColumn({ title: '货位', width: 104, value: ({ bin }) => <span className="num">{bin || EMPTY_CELL}</span> }),
  customColumn({ title: '批次', width: 232, value: (line) => (line.batchNo === '' ? EMPTY_CELL : formatBatch(line)) }),
  numberColumn({ title: '数量', width: 120, value: ({ quantity, unit }) => `${formatCount(quantity)} ${unit}` }),
  numberColumn({
    title: '不含税单价',
    width: 128,
    value: ({ hundredCost }) => (hundredCost === null ? '按现有成本' : formatUnitCostAsMoney(hundredCost)),
  }),
]

/** One receipt, or the counter receipt of one. */
export const Page = createRecordPage(
  { title: TITLE, by: ['id'], what: '入库单', choose: <Link to="/stock_receipts">到入库单列表选择</Link> },
  One,
)
