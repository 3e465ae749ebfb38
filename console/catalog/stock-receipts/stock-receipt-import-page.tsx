import { Link, useNavigate } from '@tanstack/react-router'
import { Button, Select } from 'antd'
import { ArrowRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useWarehouseOptions } from '#console/catalog/warehouse/warehouse-field.tsx'
import { SheetDropArea } from '#console/platform/components/forms/drop-area.tsx'
import { ImportError } from '#console/platform/components/import-error.tsx'
import { type Column, customColumn, EMPTY_CELL, numberColumn } from '#console/platform/components/list/columns.tsx'
import { PagedDataTable } from '#console/platform/components/list/data-table.tsx'
import { PageHead, Panel } from '#console/platform/components/panel.tsx'
import { ErrorState, SkeletonBars } from '#console/platform/components/states.tsx'
import { Tag, type TagTone } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { formatBatch } from '#contract/catalog/inventory/batches.ts'
import { consoleStockReceiptEndpoints } from '#contract/catalog/stock-receipts/api.ts'
import {
  STOCK_RECEIPT_ROWS_MAX,
  type StockReceiptTrialRow,
  stockReceiptFileHeadings,
  stockReceiptRowResults,
} from '#contract/catalog/stock-receipts/shapes.ts'
import type { OutputOf } from '#contract/platform/core/endpoint.ts'
import { type Fen, formatUnitCostAsMoney } from '#contract/platform/core/money.ts'
import { toDisabledProps } from '#ui/disabled-by.ts'
import { formatCount } from '#ui/format.ts'
import { saveTableToDisk } from '#ui/sheet/save-table.ts'
import { invalidatedByStockReceipt, stockReceiptApi } from './stock-receipts-api.ts'
import './stock-receipts.css'

type Trial = OutputOf<typeof consoleStockReceiptEndpoints.import>
/** A file as it was tried, and where the goods of rows lie that name no warehouse. */
interface Chosen {
  file: File
  warehouseId: string | undefined
}

const PAGE = 50
const template = { columns: stockReceiptFileHeadings.map((head) => ({ head, width: 14 })), rows: [] }
const tones: Record<StockReceiptTrialRow['result'], TagTone> = { ready: 'good', refused: 'bad' }
const toFields = ({ file, warehouseId }: Chosen) => ({ fileName: file.name, ...(warehouseId && { warehouseId }) })

/** What was there and what will be; null: nothing. The font of digits has no arrow. */
const renderChange = <Value,>(before: Value | null, after: Value | null, format: (value: Value) => string): ReactNode =>
  after === null ? (
    EMPTY_CELL
  ) : (
    <>
      {before === null ? '无' : format(before)}
      <ArrowRight size={12} className="receipt-arrow" aria-label="变为" />
      {format(after)}
    </>
  )

const columns: Column<StockReceiptTrialRow>[] = [
  customColumn({ title: '行', width: 80, value: ({ row }) => <span className="num">第 {row} 行</span> }),
  customColumn({ title: '结果', width: 88, value: ({ result }) => <Tag tone={tones[result]}>{stockReceiptRowResults[result].label}</Tag> }),
  customColumn({
    title: '商品',
    value: ({ skuCode, goodsName, text }) => (
      <div className="two-lines">
        <span>{text || goodsName}</span>
        <small className="num">{skuCode}</small>
      </div>
    ),
  }),
  customColumn({ title: '仓库', width: 112, value: ({ warehouseName }) => warehouseName || EMPTY_CELL }),
  customColumn({ title: '货位', width: 96, value: ({ bin }) => <span className="num">{bin || EMPTY_CELL}</span> }),
  customColumn({ title: '批次', width: 168, value: (row) => (row.batchNo === '' ? EMPTY_CELL : formatBatch(row)) }),
  numberColumn({ title: '入库', value: ({ quantity }) => (quantity === null ? EMPTY_CELL : formatCount(quantity)) }),
  numberColumn({
    title: '本仓数量',
    width: 152,
    value: ({ unitsBefore, unitsAfter }) => renderChange(unitsBefore, unitsAfter, formatCount),
  }),
  numberColumn({
    title: '不含税单价',
    width: 112,
    value: ({ result, hundredCost }) => {
      if (result === 'refused') return EMPTY_CELL
      return hundredCost === null ? '按现有成本' : formatUnitCostAsMoney(hundredCost)
    },
  }),
]
const averageColumn: Column<StockReceiptTrialRow> = numberColumn({
  title: '平均成本',
  width: 176,
  value: ({ averageBefore, averageAfter }) => renderChange<Fen>(averageBefore, averageAfter, formatUnitCostAsMoney),
})

/** 导入入库单: a file is tried first, row by row. Only the result that was shown comes in, whole. */
export function Page() {
  const { reason: whyNot } = usePermission(consoleStockReceiptEndpoints.import)
  const [file, setFile] = useState<File>()
  const [warehouseId, setWarehouseId] = useState<string>()
  const navigate = useNavigate()
  const tried = useApiMutation((taken: Chosen) => stockReceiptApi.import(toFields(taken), { file: taken.file }))
  const meant = useApiMutation(
    ({ seen, ...taken }: Chosen & { seen: string }) =>
      stockReceiptApi.import(Object.assign({ seen }, toFields(taken)), { file: taken.file }),
    {
      invalidates: invalidatedByStockReceipt,
      successMessage: ({ counts }) => `已入库 ${formatCount(counts.units)} 件`,
      afterSuccess: ({ receipt }) => receipt && void navigate({ to: '/stock_receipt', search: { id: receipt.id } }),
    },
  )
  const take = (taken: File, place = warehouseId) => {
    setFile(taken)
    meant.reset()
    tried.mutate({ file: taken, warehouseId: place })
  }
  const move = (place: string) => {
    setWarehouseId(place)
    if (file) take(file, place)
  }
  const { variables: request } = meant
  return (
    <>
      <PageHead
        title="导入入库单"
        note={`列：${stockReceiptFileHeadings.join('、')}，后六列可空；按批次管理的商品须填批号和保质期至。先试算核对，全部无误后整单入库，当天可以撤销。`}
      />
      <Panel
        title="选择文件"
        extra={<Button onClick={() => void saveTableToDisk(template, 'csv', { name: '入库单模板' })}>下载模板</Button>}
      >
        <PlaceField value={warehouseId} disabled={tried.isPending || meant.isPending} change={move} />
        <SheetDropArea
          what="入库单"
          limits={`CSV（UTF-8、GBK）或 XLSX，最多 ${formatCount(STOCK_RECEIPT_ROWS_MAX)} 行、2MB`}
          whyNot={whyNot}
          busy={tried.isPending || meant.isPending}
          take={(taken) => take(taken)}
        />
      </Panel>
      {tried.isPending && (
        <Panel title="正在试算">
          <SkeletonBars count={4} height={36} />
        </Panel>
      )}
      {tried.isError && (
        <Panel title="没有导入">
          <ErrorState error={tried.error} />
        </Panel>
      )}
      {meant.isError && (
        <ImportError
          title="没有入库"
          error={meant.error}
          again={request && (() => meant.mutate(request))}
          anew={file && (() => take(file))}
        />
      )}
      {tried.data && file && !meant.isError && (
        <Result
          key={tried.data.seen}
          trial={tried.data}
          busy={meant.isPending || meant.isSuccess}
          post={(seen) => meant.mutate({ seen, file, warehouseId })}
        />
      )}
    </>
  )
}

interface PlaceProps {
  value: string | undefined
  disabled: boolean
  change: (warehouseId: string) => void
}

/** Where the goods of rows lie that name no warehouse. A mall with one warehouse does not see it. */
function PlaceField({ value, disabled, change }: PlaceProps) {
  const { options } = useWarehouseOptions()
  if (options.length < 2) return null
  return (
    <label className="receipt-place" htmlFor="receipt-warehouse">
      没有写仓库的行入到
      <Select id="receipt-warehouse" options={options} value={value ?? options[0]?.value ?? ''} disabled={disabled} onChange={change} />
    </label>
  )
}

interface ResultProps {
  trial: Trial
  busy: boolean
  post: (seen: string) => void
}

function Result({ trial: { fileName, rows, counts, seen }, busy, post }: ResultProps) {
  const whyNot = counts.refused > 0 ? `有 ${formatCount(counts.refused)} 行有误，改好文件后重新选择` : undefined
  const seesCosts = rows.some(({ averageAfter }) => averageAfter !== null)
  const sorted = rows.toSorted((one, other) => Number(one.result === 'ready') - Number(other.result === 'ready'))
  return (
    <Panel
      title="试算结果"
      extra={
        <Button type="primary" {...toDisabledProps(whyNot, busy)} onClick={() => post(seen)}>
          确认入库 {formatCount(counts.units)} 件
        </Button>
      }
      flush
    >
      <p className="receipt-sum" role="status">
        {fileName}：可入库 {formatCount(counts.ready)} 行、{formatCount(counts.units)} 件，有误 {formatCount(counts.refused)} 行
        {whyNot && '。有误的行排在前面，改好文件后重新选择'} <Link to="/stock_receipts">查看入库单</Link>
      </p>
      <PagedDataTable
        columns={seesCosts ? [...columns, averageColumn] : columns}
        rows={sorted}
        rowKey={({ row }) => String(row)}
        width={seesCosts ? 1_260 : 1_080}
        pageSize={PAGE}
      />
    </Panel>
  )
}
