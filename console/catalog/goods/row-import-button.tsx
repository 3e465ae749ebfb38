import type { QueryKey } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { ReadOnlyDialog } from '#console/platform/components/forms/dialog.tsx'
import { ImportError } from '#console/platform/components/import-error.tsx'
import { type Column, customColumn } from '#console/platform/components/list/columns.tsx'
import { DataTable } from '#console/platform/components/list/data-table.tsx'
import { Tag, type TagTone } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { formatCount } from '#ui/format.ts'
import { invalidatedBySku } from './skus-api.ts'
import './skus.css'

interface ImportedRow {
  row: number
  result: string
  text: string
}

interface Props<Answer extends { rows: readonly ImportedRow[] }> {
  /** The button, and the title of what went wrong. */
  label: string
  failure: string
  hint: string
  resultTitle: string
  results: Record<Answer['rows'][number]['result'], { label: string; tone: TagTone }>
  upload: (file: File) => Promise<Answer>
  summary: (answer: Answer) => ReactNode
  /** The queries that it makes out of date, if not those of SKUs. */
  invalidates?: readonly QueryKey[]
}

const createColumns = (results: Record<string, { label: string; tone: TagTone }>): Column<ImportedRow>[] => [
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
    value: ({ result }) => <Tag tone={results[result]?.tone ?? 'bad'}>{results[result]?.label}</Tag>,
  }),
  customColumn({ title: '说明', value: ({ text }) => text }),
]

/** A button that imports a file and shows the result of each row. */
export function RowImportButton<Answer extends { rows: readonly ImportedRow[] }>(props: Props<Answer>) {
  const { label, failure, hint, resultTitle, results, upload, summary, invalidates = invalidatedBySku } = props
  const id = useId()
  const bringing = useApiMutation(upload, { invalidates })
  const { data, variables: file } = bringing
  return (
    <>
      <label htmlFor={id} className="button-link stock-import" title={hint}>
        {bringing.isPending ? '正在导入' : label}
        <input
          id={id}
          type="file"
          accept=".csv,.xlsx"
          disabled={bringing.isPending}
          onChange={({ target }) => {
            const chosen = target.files?.[0]
            if (chosen) bringing.mutate(chosen)
            target.value = ''
          }}
        />
      </label>
      <ReadOnlyDialog title={label} open={bringing.isError} close={bringing.reset} width={480}>
        {bringing.isError && <ImportError title={failure} error={bringing.error} again={file && (() => bringing.mutate(file))} />}
      </ReadOnlyDialog>
      <ReadOnlyDialog title={resultTitle} open={data !== undefined} close={bringing.reset} width={640}>
        {data && (
          <>
            <p role="status" className="receipts-sum">
              {summary(data)}
            </p>
            <DataTable columns={createColumns(results)} rows={data.rows} rowKey={({ row }) => String(row)} width={480} />
          </>
        )}
      </ReadOnlyDialog>
    </>
  )
}
