import { Modal } from 'antd'
import { useId } from 'react'
import { RECEIPTS_BYTES_MAX, type ReceiptRow, receiptResults } from '../../contract/inventory/api.ts'
import { count } from '../../ui/format.ts'
import { overlays } from '../kit/form/overlays.ts'
import { type Column, column } from '../kit/list/columns.tsx'
import { DataTable } from '../kit/list/data-table.tsx'
import { Tag } from '../kit/tag.tsx'
import { useCall } from '../kit/use-call.ts'
import { skuMoves, stockApi } from './skus-api.ts'

const columns: Column<ReceiptRow>[] = [
  column({
    title: '行',
    width: 88,
    of: ({ row }) => (
      <>
        第 <span className="num">{count(row)}</span> 行
      </>
    ),
  }),
  column({
    title: '结果',
    width: 88,
    of: ({ result }) => <Tag tone={result === 'added' ? 'good' : 'bad'}>{receiptResults[result].label}</Tag>,
  }),
  column({ title: '说明', of: ({ text }) => text }),
]

const MEGABYTE = 1024 * 1024

/** 导入入库单: a sheet of receipts, and what became of each of its rows. */
export function ReceiptsButton() {
  const id = useId()
  const bringing = useCall((file: File) => stockApi.importReceipts({ fileName: file.name }, { file }), { refresh: skuMoves })
  const { data } = bringing
  return (
    <>
      <label
        htmlFor={id}
        className="button-link stock-import"
        title={`CSV 或 XLSX，含“商品编码”“数量”两列，最大 ${RECEIPTS_BYTES_MAX / MEGABYTE}MB`}
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
      <Modal title="入库结果" open={data !== undefined} onCancel={bringing.reset} footer={null} width={640} getContainer={overlays}>
        {data && (
          <>
            <p role="status" className="receipts-sum">
              {data.fileName}：入库 <b className="num">{count(data.added)}</b> 行共 <b className="num">{count(data.units)}</b> 件，有误{' '}
              <b className="num">{count(data.refused)}</b> 行
            </p>
            <DataTable columns={columns} rows={data.rows} rowKey={({ row }) => String(row)} width={480} />
          </>
        )}
      </Modal>
    </>
  )
}
