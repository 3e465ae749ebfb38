import { FileUp } from 'lucide-react'
import { type DragEvent, useState } from 'react'

interface Props {
  label: string
  accept: string
  hint: string
  busy: boolean
  busyText?: string
  /** Several files can be chosen at once. */
  multiple?: boolean
  onFiles: (files: readonly File[]) => void
  className?: string
}

/** An area to choose files or to drop them. */
export function FileDrop({ label, accept, hint, busy, busyText = '读取中…', multiple = false, onFiles, className = 'h-38' }: Props) {
  const [over, setOver] = useState(false)
  const take = (chosen: ArrayLike<File>) => {
    const files = Array.from(chosen).slice(0, multiple ? undefined : 1)
    if (files.length > 0 && !busy) onFiles(files)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }
  return (
    <label
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={`flex cursor-pointer flex-col items-center justify-center gap-1.5 rounded-control border border-dashed px-4 text-center focus-within:border-jade focus-within:outline-2 focus-within:outline-jade hover:border-jade ${className} ${over ? 'border-jade bg-jade-tint' : 'border-placeholder'}`}
    >
      <FileUp className="size-6 text-jade" strokeWidth={1.6} aria-hidden />
      <span className="font-medium">{busy ? busyText : '选择文件，或拖到这里'}</span>
      <span className="text-xs text-mute">{hint}</span>
      <input
        type="file"
        aria-label={label}
        accept={accept}
        multiple={multiple}
        className="sr-only"
        disabled={busy}
        onChange={(event) => {
          take(event.target.files ?? [])
          event.target.value = ''
        }}
      />
    </label>
  )
}
