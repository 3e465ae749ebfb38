import { Download } from 'lucide-react'
import { saveFile } from '../../ui/save-file.ts'
import { Button } from '../parts/button.tsx'
import { useCall } from '../session/use-call.ts'
import { walletApi } from './wallet-api.ts'

const formats = { csv: '导出 CSV', xlsx: '导出 Excel' } as const
type Format = keyof typeof formats

/** Takes along what the list shows: the month that is chosen, or all. */
export function ExportEntries({ month }: { month: string | undefined }) {
  const take = useCall((format: Format) => walletApi.export({ month, format }), { done: saveFile })
  return (
    <div className="flex gap-2">
      {(['csv', 'xlsx'] as const).map((format) => (
        <Button
          key={format}
          look="line"
          size="sm"
          busy={take.isPending && take.variables === format}
          busyText="导出中"
          disabled={take.isPending}
          onClick={() => take.mutate(format)}
        >
          <Download className="size-3.5" aria-hidden />
          {formats[format]}
        </Button>
      ))}
    </div>
  )
}
