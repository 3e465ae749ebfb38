import type { UseMutationResult } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type SheetFormat, sheetFormats } from '../../contract/sheet/format.ts'
import { Button } from './button.tsx'

interface Props {
  /** What is taken along: 账单明细. */
  what: string
  file: Pick<UseMutationResult<unknown, Error, SheetFormat>, 'isPending' | 'variables' | 'mutate'>
  disabled?: boolean
}

/** What a list shows, as a file: two short buttons beside its filter. */
export const FileButtons = ({ what, file, disabled = false }: Props) =>
  (['xlsx', 'csv'] as const).map((format) => (
    <Button
      key={format}
      look="line"
      size="sm"
      disabled={disabled || file.isPending}
      busy={file.isPending && file.variables === format}
      aria-label={`下载${what} ${sheetFormats[format]}`}
      onClick={() => file.mutate(format)}
    >
      <Download className="size-4" aria-hidden />
      {sheetFormats[format]}
    </Button>
  ))
