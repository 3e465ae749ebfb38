import { useId } from 'react'
import { Dialog } from '#console/platform/components/forms/dialog.tsx'
import { ImportError } from '#console/platform/components/import-error.tsx'
import { type Column, customColumn } from '#console/platform/components/list/columns.tsx'
import { DataTable } from '#console/platform/components/list/data-table.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { GOODS_RECEIPTS_BYTES_MAX, type GoodsReceiptRowResult, goodsReceiptRowResults } from '#contract/catalog/inventory/api.ts'
import { formatCount } from '#ui/format.ts'
import { useIdempotencyAttempt } from '#ui/idempotency-attempt.ts'
import { invalidatedBySku, stockApi } from './skus-api.ts'

const columns: Column<GoodsReceiptRowResult>[] = [
  customColumn({
    title: '行',
    width: 88,
    value: ({ row }) => (
      <>
        第 <span className="num">{formatCount(row)}</span> 行
      </>
    ),
  }),
  customColumn({
    title: '结果',
    width: 88,
    value: ({ result }) => <Tag tone={result === 'added' ? 'good' : 'bad'}>{goodsReceiptRowResults[result].label}</Tag>,
  }),
  customColumn({ title: '说明', value: ({ text }) => text }),
]

const MEGABYTE = 1024 * 1024

/** 导入入库单: imports a receipts file and shows the result of each row. */
export function ImportGoodsReceiptsButton() {
  const id = useId()
  const attempt = useIdempotencyAttempt()
  const bringing = useApiMutation((file: File) => attempt.upload(stockApi.importReceipts, { fileName: file.name }, file), {
    refresh: invalidatedBySku,
  })
  const { data, variables: file } = bringing
  return (
    <>
      <label
        htmlFor={id}
        className="button-link stock-import"
        title={`CSV 或 XLSX，含“商品编码”“数量”两列，最大 ${GOODS_RECEIPTS_BYTES_MAX / MEGABYTE}MB`}
      >
        {bringing.isPending ? '正在导入' : '导入入库单'}
        <input
          id={id}
          type="file"
          accept=".csv,.xlsx"
          disabled={bringing.isPending}
          onChange={({ target }) => {
            const file = target.files?.[0]
            if (file) bringing.mutate(file)
            target.value = ''
          }}
        />
      </label>
      <Dialog title="导入入库单" open={bringing.isError} close={bringing.reset} width={480}>
        {bringing.isError && <ImportError title="没有入库" error={bringing.error} again={file && (() => bringing.mutate(file))} />}
      </Dialog>
      <Dialog title="入库结果" open={data !== undefined} close={bringing.reset} width={640}>
        {data && (
          <>
            <p role="status" className="receipts-sum">
              {data.fileName}：入库 <b className="num">{formatCount(data.added)}</b> 行共 <b className="num">{formatCount(data.units)}</b>{' '}
              件，有误 <b className="num">{formatCount(data.refused)}</b> 行
            </p>
            <DataTable columns={columns} rows={data.rows} rowKey={({ row }) => String(row)} width={480} />
          </>
        )}
      </Dialog>
    </>
  )
}
