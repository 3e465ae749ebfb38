import { Link } from '@tanstack/react-router'
import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import { invalidatedByParcel } from '#console/orders/parcels/parcels-api.ts'
import { SheetDropArea } from '#console/platform/components/forms/drop-area.tsx'
import { ImportError } from '#console/platform/components/import-error.tsx'
import { type Column, customColumn } from '#console/platform/components/list/columns.tsx'
import { PagedDataTable } from '#console/platform/components/list/data-table.tsx'
import { PageHead, Panel } from '#console/platform/components/panel.tsx'
import { ErrorState, SkeletonBars } from '#console/platform/components/states.tsx'
import { Tag, type TagTone } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consoleWaveEndpoints } from '#contract/orders/waves/api.ts'
import { WAYBILL_FILE_ROWS_MAX, type WaybillFileRow, waybillFileRowResults } from '#contract/orders/waves/waybill-files.ts'
import type { OutputOf } from '#contract/platform/core/endpoint.ts'
import { toDisabledProps } from '#ui/disabled-by.ts'
import './waves.css'
import { invalidatedByWave, waveApi } from './waves-api.ts'

type Trial = OutputOf<typeof consoleWaveEndpoints.importWaybills>
/** A file that is shipped exactly as its trial has shown. */
interface Meant {
  chosen: File
  seen: string
  merged?: 'yes'
}

const PAGE = 50
const tones: Record<WaybillFileRow['result'], TagTone> = { ready: 'way', shared: 'wait', refused: 'bad', shipped: 'good' }

const columns: Column<WaybillFileRow>[] = [
  customColumn({ title: '行', width: 80, value: ({ row }) => <span className="num">第 {row} 行</span> }),
  customColumn({ title: '结果', width: 96, value: ({ result }) => <Tag tone={tones[result]}>{waybillFileRowResults[result].label}</Tag> }),
  customColumn({ title: '订单号', width: 180, value: ({ orderNo }) => <span className="num">{orderNo}</span> }),
  customColumn({ title: '承运公司', width: 120, value: ({ carrier }) => carrier }),
  customColumn({ title: '运单号', width: 170, value: ({ trackingNo }) => <span className="num">{trackingNo}</span> }),
  customColumn({ title: '说明', value: ({ text }) => text }),
]

/** 导入运单号: a file is tried first, row by row. Only the result that was shown can be shipped. */
export function Page() {
  const { reason: whyNot } = usePermission(consoleWaveEndpoints.importWaybills)
  const [file, setFile] = useState<File>()
  const tried = useApiMutation((chosen: File) => waveApi.importWaybills({ fileName: chosen.name }, { file: chosen }))
  const meant = useApiMutation(
    ({ chosen, ...meaning }: Meant) => waveApi.importWaybills({ fileName: chosen.name, ...meaning }, { file: chosen }),
    { invalidates: [...invalidatedByWave, ...invalidatedByParcel], successMessage: ({ counts }) => `已发出 ${counts.shipped} 单` },
  )
  const { variables: request } = meant
  const take = (chosen: File) => {
    setFile(chosen)
    meant.reset()
    tried.mutate(chosen)
  }
  const shown = meant.data ?? tried.data
  return (
    <>
      <PageHead title="导入运单号" note="列：订单号、承运公司、运单号。先试算核对，确认后发出每张订单的全部待发商品。" />
      <Panel title="选择文件">
        <SheetDropArea
          what="运单号"
          limits={`CSV（UTF-8、GBK）或 XLSX，最多 ${WAYBILL_FILE_ROWS_MAX} 行、1MB`}
          whyNot={whyNot}
          busy={tried.isPending || meant.isPending}
          take={take}
        />
      </Panel>
      {tried.isPending && (
        <Panel title="正在试算">
          <SkeletonBars count={4} height={36} />
        </Panel>
      )}
      {meant.isError && (
        <ImportError
          title="没有发货"
          error={meant.error}
          again={request && (() => meant.mutate(request))}
          anew={file && (() => take(file))}
        />
      )}
      {tried.isError && (
        <Panel title="没有导入">
          <ErrorState error={tried.error} />
        </Panel>
      )}
      {shown && file && !meant.isError && (
        <Result
          key={`${shown.seen} ${meant.data !== undefined}`}
          trial={shown}
          isDone={meant.data !== undefined}
          busy={meant.isPending}
          ship={(merged) => meant.mutate({ chosen: file, seen: shown.seen, ...(merged ? { merged: 'yes' as const } : {}) })}
        />
      )}
    </>
  )
}

interface ResultProps {
  trial: Trial
  isDone: boolean
  busy: boolean
  ship: (merged: boolean) => void
}

function Result({ trial: { fileName, rows, counts }, isDone, busy, ship }: ResultProps) {
  const [merged, setMerged] = useState(false)
  const leaving = counts.ready + (merged ? counts.shared : 0)
  const sum = isDone ? `已发出 ${counts.shipped} 单` : `可发 ${counts.ready} 单`
  return (
    <Panel
      title={isDone ? '发货结果' : '试算结果'}
      extra={
        isDone ? (
          <Link to="/orders">查看订单</Link>
        ) : (
          <Button type="primary" {...toDisabledProps(leaving === 0 ? '没有可发的订单' : undefined, busy)} onClick={() => ship(merged)}>
            确认发出 {leaving} 单
          </Button>
        )
      }
      flush
    >
      <p className="desk-order" role="status">
        {fileName}：{sum}，单号重复 {counts.shared} 行，有误 {counts.refused} 行
        {!isDone && counts.shared > 0 && (
          <>
            {' '}
            <Checkbox checked={merged} onChange={({ target }) => setMerged(target.checked)}>
              单号重复的确认合并发货
            </Checkbox>
          </>
        )}
      </p>
      <PagedDataTable columns={columns} rows={rows} rowKey={({ row }) => String(row)} width={860} pageSize={PAGE} />
    </Panel>
  )
}
