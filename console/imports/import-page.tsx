import { Link } from '@tanstack/react-router'
import { FileUp } from 'lucide-react'
import { type DragEvent, useId, useState } from 'react'
import { consoleBank, STATEMENT_BYTES_MAX, STATEMENT_ROWS_MAX } from '../../contract/bank/console-api.ts'
import { count } from '../../ui/format.ts'
import { bankApi, bankMoves } from '../bank/bank-api.ts'
import { PageHead, Panel } from '../kit/panel.tsx'
import { Bars, Fault } from '../kit/states.tsx'
import { useCall } from '../kit/use-call.ts'
import { useWhyNot } from '../session/use-staff.ts'
import { ImportResult } from './import-result.tsx'
import './imports.css'

const MEGABYTE = 1024 * 1024

/** Reads a bank's statement in, and shows what became of each of its rows. */
export function Page() {
  const importing = useCall((file: File) => bankApi.importStatement({ fileName: file.name }, { file }), { refresh: bankMoves })
  return (
    <>
      <PageHead
        title="导入对账单"
        note="同一流水号只入账一次；导入的款项先进入待查，再逐条认领。"
        actions={
          <Link to="/bank_imports" className="button-link">
            导入记录
          </Link>
        }
      />
      <Panel title="选择文件">
        <Drop busy={importing.isPending} take={(file) => importing.mutate(file)} />
      </Panel>
      {importing.isPending && (
        <Panel title="正在导入">
          <Bars count={4} height={36} />
        </Panel>
      )}
      {importing.isError && (
        <Panel title="没有导入">
          <Fault error={importing.error} />
        </Panel>
      )}
      {importing.data && <ImportResult key={importing.data.id} imported={importing.data} />}
    </>
  )
}

/** Where a file is dropped, or chosen. */
function Drop({ busy, take }: { busy: boolean; take: (file: File) => void }) {
  const id = useId()
  const [over, setOver] = useState(false)
  const why = useWhyNot(consoleBank.importStatement)
  const off = busy || why !== undefined
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer.files[0]
    if (file && !off) take(file)
  }
  const drag = (event: DragEvent) => {
    event.preventDefault()
    setOver(!off)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is for the mouse; the field inside does the same by keys
    <div className={`drop ${over ? 'drop-over' : ''}`} onDragOver={drag} onDragLeave={() => setOver(false)} onDrop={drop}>
      <FileUp size={32} strokeWidth={1.3} aria-hidden />
      <p>把对账单拖到这里，或</p>
      <label htmlFor={id} className="button-link drop-choose">
        选择文件
        <input
          id={id}
          type="file"
          accept=".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          disabled={off}
          onChange={({ target }) => {
            const file = target.files?.[0]
            // Emptied, so that the same file may be chosen again once it was mended.
            if (file) take(file)
            target.value = ''
          }}
        />
      </label>
      <small className="mute">
        {why ??
          `银行导出的 CSV（UTF-8、GBK）或 XLSX，按表头识别列，最大 ${STATEMENT_BYTES_MAX / MEGABYTE}MB、${count(STATEMENT_ROWS_MAX)} 行`}
      </small>
    </div>
  )
}
