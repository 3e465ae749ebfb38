import { Copy } from 'lucide-react'
import { showError, showNotice } from './notify.ts'

const copy = (text: string) =>
  void navigator.clipboard.writeText(text).then(
    () => showNotice('已复制'),
    () => showError('复制失败，请手动选择文字复制'),
  )

/** A number with a button that copies it. */
export function CopyableText({ text, what }: { text: string; what: string }) {
  return (
    <span className="inline-flex items-center gap-1">
      <span className="num">{text}</span>
      <button
        type="button"
        aria-label={`复制${what}`}
        data-hint={`复制${what}`}
        onClick={() => copy(text)}
        className="grid size-7 place-items-center rounded-control text-mute hover:text-jade"
      >
        <Copy className="size-3.5" aria-hidden />
      </button>
    </span>
  )
}
