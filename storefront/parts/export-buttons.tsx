import { Download } from 'lucide-react'
import type { Binary } from '../../contract/endpoint.ts'
import { type SheetFormat, sheetFormats } from '../../contract/sheet/format.ts'
import { saveFile } from '../../ui/save-file.ts'
import { useCall } from '../session/use-call.ts'
import { Button } from './button.tsx'

interface Props {
  /** Fetches the list as a file; or writes one of what is here, and saves it itself. */
  ask: (format: SheetFormat) => Promise<Binary | undefined>
  /** Which list, where there are several. */
  what?: string
  disabled?: boolean
}

/** Takes a list along as it is narrowed, all of its pages. */
export function ExportButtons({ ask, what = '', disabled = false }: Props) {
  const take = useCall(ask, { done: (file) => file && saveFile(file) })
  return (
    <div className="flex gap-2">
      {(['csv', 'xlsx'] as const).map((format) => (
        <Button
          key={format}
          look="line"
          size="sm"
          busy={take.isPending && take.variables === format}
          busyText="导出中"
          disabled={disabled || take.isPending}
          onClick={() => take.mutate(format)}
        >
          <Download className="size-3.5" aria-hidden />
          导出{what} {sheetFormats[format]}
        </Button>
      ))}
    </div>
  )
}
