import { Download } from 'lucide-react'
import { useState } from 'react'
import type { BinaryFile } from '#contract/platform/core/endpoint.ts'
import { type SheetFormat, sheetFormats } from '#contract/platform/spreadsheets/format.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { saveFileToDisk } from '#ui/save-file.ts'
import { Button } from './button.tsx'
import { Modal } from './dialog.tsx'

/** Fetches the list as a file. Or it writes a file from data on the page and saves it itself, and returns undefined. */
type RequestExport = (format: SheetFormat) => Promise<BinaryFile | undefined>

interface Props {
  /** For one list, or by name for several lists. */
  ask: RequestExport | Readonly<Record<string, RequestExport>>
  /** The length of the list, if it is known. An empty list cannot be exported. */
  total?: number | undefined
  disabled?: boolean
}

interface Choice {
  name: string
  format: SheetFormat
  ask: RequestExport
}

const FORMATS = ['csv', 'xlsx'] as const satisfies readonly SheetFormat[]

function choicesOf(ask: Props['ask']): Choice[] {
  const lists = typeof ask === 'function' ? [['', ask] as const] : Object.entries(ask)
  return lists.flatMap(([list, of]) => FORMATS.map((format) => ({ name: `导出${list} ${sheetFormats[format]}`, format, ask: of })))
}

/** Exports a list with its filters, all of its pages. On a phone there is one button, and a window with all choices. */
export function ExportButtons({ ask, total, disabled = false }: Props) {
  const [open, setOpen] = useState(false)
  const take = useApiMutation(({ format, ask: fetchFile }: Choice) => fetchFile(format), {
    onSuccess: (file) => {
      if (file) saveFileToDisk(file)
      setOpen(false)
    },
  })
  const buttons = choicesOf(ask).map((choice) => (
    <Button
      key={choice.name}
      look="line"
      size="sm"
      busy={take.isPending && take.variables.name === choice.name}
      busyText="导出中"
      disabled={disabled || take.isPending}
      onClick={() => take.mutate(choice)}
      className="max-md:h-11"
    >
      <Download className="size-3.5" aria-hidden />
      {choice.name}
    </Button>
  ))
  if (total === 0) return null
  return (
    <>
      <div className="hidden flex-wrap justify-end gap-2 md:flex">{buttons}</div>
      <Button look="line" size="sm" disabled={disabled} aria-haspopup="dialog" onClick={() => setOpen(true)} className="md:hidden">
        <Download className="size-3.5" aria-hidden />
        导出
      </Button>
      <Modal open={open} onClose={() => setOpen(false)} title="导出">
        <div className="grid gap-3">{buttons}</div>
      </Modal>
    </>
  )
}
