import { ImagePlus } from 'lucide-react'
import { type ClipboardEvent, type DragEvent, useId, useState } from 'react'
import { PICTURE_FILE_TYPES } from '#ui/picture-file.ts'
import type { usePictureUploads } from './use-uploads.ts'
import './pictures.css'

interface Props {
  /** What is chosen, 图片. */
  what: string
  /** How many more files it accepts at once; 0: none. */
  most: number
  uploads: Pick<ReturnType<typeof usePictureUploads>, 'uploads' | 'pending' | 'done' | 'bring' | 'forget'>
}

/** Selects pictures by click, drag or paste, and shows the uploads in progress. */
export function PictureDropArea({ what, most, uploads: { uploads, pending, done, bring, forget } }: Props) {
  const id = useId()
  const [over, setOver] = useState(false)
  const take = (files: Iterable<File>) => bring([...files].slice(0, most))
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }
  const drag = (event: DragEvent) => {
    // The field's own pictures can be dragged, too; they are not files.
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(most > 0)
  }
  const paste = ({ clipboardData }: ClipboardEvent) => take(clipboardData.files)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is for the mouse; the field inside does the same by keys
    <div
      className={`picture-drop ${over ? 'picture-drop-over' : ''}`}
      onDragOver={drag}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      onPaste={paste}
    >
      <label htmlFor={id} className="picture-choose" aria-disabled={most === 0}>
        <ImagePlus size={22} strokeWidth={1.4} aria-hidden />
        <span>{most === 0 ? `${what}已满` : `点击选择${what}，或拖入、粘贴`}</span>
        <small>JPG、PNG、WebP，长边至少 320 像素，不超过 10MB</small>
        <input
          id={id}
          type="file"
          accept={PICTURE_FILE_TYPES}
          multiple={most > 1}
          disabled={most === 0}
          onChange={({ target }) => {
            take(target.files ?? [])
            target.value = ''
          }}
        />
      </label>
      {pending > 0 && (
        <p role="status" className="picture-progress">
          <progress value={done} max={done + pending} aria-label="上传进度" />
          {`上传中，已完成 ${done} / ${done + pending}`}
        </p>
      )}
      {uploads.some(({ state }) => state === 'failed') && (
        <ul className="picture-faults" role="alert">
          {uploads
            .filter(({ state }) => state === 'failed')
            .map(({ key, name, why }) => (
              <li key={key}>
                <span>
                  {name}：{why}
                </span>
                <button type="button" className="button-link" onClick={() => forget(key)}>
                  知道了
                </button>
              </li>
            ))}
        </ul>
      )}
    </div>
  )
}
