import { useSearch } from '@tanstack/react-router'
import { Button } from 'antd'
import { Download } from 'lucide-react'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import type { BinaryFile } from '#contract/platform/core/endpoint.ts'
import { type SheetFormat, sheetFormats } from '#contract/platform/spreadsheets/format.ts'
import { saveFileToDisk } from '#ui/save-file.ts'
import { type FilterDefinitionsByName, type FilterValuesOf, parseFilters } from './filters.ts'

/** Fetches a list with its filters as a file. */
export type ListExportFetcher<F extends FilterDefinitionsByName> = (
  values: FilterValuesOf<F> & { format: SheetFormat },
) => Promise<BinaryFile>

interface Props<F extends FilterDefinitionsByName> {
  fields: F
  ask: ListExportFetcher<F>
  /** The name of the list, if a screen has several. */
  what?: string
  /** The list is empty. A file with only headings would be useless. */
  nothing?: boolean
}

/** Exports the list with its filters, all of its pages. */
export function ExportMenu<F extends FilterDefinitionsByName>({ fields, ask, what = '', nothing = false }: Props<F>) {
  const values = parseFilters(fields, useSearch({ strict: false }))
  const exportList = useApiMutation((format: SheetFormat) => ask({ ...values, format }), {
    onSuccess: saveFileToDisk,
  })
  return (
    <span className="export">
      <span aria-hidden>
        <Download size={14} />
        导出{what}
      </span>
      {(Object.keys(sheetFormats) as SheetFormat[]).map((format) => (
        <Button
          key={format}
          type="text"
          aria-label={`导出${what} ${sheetFormats[format]}`}
          loading={exportList.isPending && exportList.variables === format}
          disabled={exportList.isPending || nothing}
          title={nothing ? '没有可导出的记录' : undefined}
          onClick={() => exportList.mutate(format)}
        >
          {sheetFormats[format]}
        </Button>
      ))}
    </span>
  )
}
