import { FileUp } from 'lucide-react'
import { type DragEvent, useState } from 'react'

interface Props {
  label: string
  accept: string
  hint: string
  busy: boolean
  onFile: (file: File) => void
  className?: string
}

/** An area to choose a file or to drop one. */
export function FileDrop({ label, accept, hint, busy, onFile, className = 'h-38' }: Props) {
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file) onFile(file)
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
      <span className="font-medium">{busy ? '读取中…' : '选择文件，或拖到这里'}</span>
      <span className="text-xs text-mute">{hint}</span>
      <input
        type="file"
        aria-label={label}
        accept={accept}
        className="sr-only"
        disabled={busy}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) onFile(file)
          event.target.value = ''
        }}
      />
    </label>
  )
}
