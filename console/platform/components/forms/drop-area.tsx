import { FileUp } from 'lucide-react'
import { type DragEvent, useId, useState } from 'react'

interface Props {
  /** The kind of file, 对账单. */
  what: string
  /** Accepted formats and sizes. */
  limits: string
  /** Why this person may not upload; undefined if he may. */
  whyNot: string | undefined
  busy: boolean
  /** Files that are taken beside sheets. */
  also?: string
  take: (file: File) => void
}

/** An area to choose a sheet or to drop one. */
export function SheetDropArea({ what, limits, whyNot, busy, also = '', take }: Props) {
  const id = useId()
  const [over, setOver] = useState(false)
  const off = busy || whyNot !== undefined
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
      <p>把{what}拖到这里，或</p>
      <label htmlFor={id} className="button-link drop-choose">
        选择文件
        <input
          id={id}
          type="file"
          accept={`.csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet${also}`}
          disabled={off}
          onChange={({ target }) => {
            const file = target.files?.[0]
            // The input is cleared, so that the same file can be chosen again after it was corrected.
            if (file) take(file)
            target.value = ''
          }}
        />
      </label>
      <small className="mute">{whyNot ?? limits}</small>
    </div>
  )
}
