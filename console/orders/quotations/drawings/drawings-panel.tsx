import { Button } from 'antd'
import { FileText, Image } from 'lucide-react'
import { useState } from 'react'
import { type QuotationRef, quotationApi } from '#console/orders/quotations/quotations-api.ts'
import { Panel } from '#console/platform/components/panel.tsx'
import { ZoomedPicture } from '#console/platform/components/picture-viewer.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import type { ConsoleQuotation, QuotationDrawing } from '#contract/orders/quotations/shapes.ts'
import { PDF_TYPE } from '#contract/people/files/api.ts'
import { formatFileSize, formatShanghaiTimeToMinute } from '#ui/format.ts'
import { saveFileToDisk } from '#ui/save-file.ts'

/** The buyer's drawings. Each look and each download is recorded, so a picture is only fetched when somebody opens it. */
export function QuotationDrawingsPanel({ opened: { enterpriseId, id, drawings } }: { opened: ConsoleQuotation }) {
  const [shownNo, setShownNo] = useState<number>()
  if (drawings.length === 0) return null
  const shown = drawings.find(({ drawingNo }) => drawingNo === shownNo)
  return (
    <Panel title={`图纸 ${drawings.length} 份`} className="documents">
      <ul className="quotation-drawings">
        {drawings.map((drawing) => (
          <Drawing
            key={drawing.drawingNo}
            at={{ enterpriseId, id }}
            drawing={drawing}
            isShown={drawing === shown}
            onShow={() => setShownNo(drawing === shown ? undefined : drawing.drawingNo)}
          />
        ))}
      </ul>
      {shown && (
        <ZoomedPicture
          key={shown.drawingNo}
          fileId={shown.fileId}
          label={shown.name}
          load={(_, options) => quotationApi.drawing({ enterpriseId, id, drawingNo: shown.drawingNo }, options)}
        />
      )}
    </Panel>
  )
}

interface DrawingProps {
  at: QuotationRef
  drawing: QuotationDrawing
  isShown: boolean
  onShow: () => void
}

function Drawing({ at, drawing, isShown, onShow }: DrawingProps) {
  const { drawingNo, name, mediaType } = drawing
  const save = useApiMutation(() => quotationApi.drawing({ ...at, drawingNo }), { onSuccess: saveFileToDisk })
  const isPicture = mediaType !== PDF_TYPE
  return (
    <li>
      {isPicture ? <Image size={18} aria-hidden /> : <FileText size={18} aria-hidden />}
      <div>
        <b>{name}</b>
        <small className="mute">{describeDrawing(drawing)}</small>
      </div>
      {isPicture && (
        <Button size="small" aria-expanded={isShown} aria-label={`${isShown ? '收起' : '查看'}图纸 ${name}`} onClick={onShow}>
          {isShown ? '收起' : '查看'}
        </Button>
      )}
      <Button size="small" loading={save.isPending} aria-label={`下载图纸 ${name}`} onClick={() => save.mutate(undefined)}>
        下载
      </Button>
    </li>
  )
}

const describeDrawing = ({ lineNo, bytes, version, by, at }: QuotationDrawing): string =>
  [
    lineNo === null ? '整单' : `第 ${lineNo} 行`,
    formatFileSize(bytes),
    `${by} ${formatShanghaiTimeToMinute(at)}`,
    version === 0 ? '' : `第 ${version} 版报价后补充`,
  ]
    .filter((part) => part !== '')
    .join(' · ')
