import type { QuickOrderNote } from '#contract/orders/quick-order/rows.ts'
import { Button } from '#storefront/platform/components/button.tsx'

interface Props {
  notes: readonly QuickOrderNote[]
  /** Makes a row of a note. */
  onOrder: (note: QuickOrderNote) => void
}

/** Lines of a chat that ask for nothing. They stay here, and each can be made a row. */
export function QuickOrderNotes({ notes, onOrder }: Props) {
  if (notes.length === 0) return null
  return (
    <details className="border-b border-line-soft px-3 py-2 md:px-5">
      <summary className="finger cursor-pointer text-sm text-mute hover:text-jade">备注 {notes.length} 行：问候、日期、地址等，不下单</summary>
      <ul className="mt-1">
        {notes.map((note) => (
          <li key={note.rowNo} className="flex items-baseline gap-3 py-1 text-sm">
            <span className="num w-8 shrink-0 text-mute">{note.rowNo}</span>
            <span className="min-w-0 flex-1 break-words">{note.text}</span>
            <Button look="plain" className="shrink-0 text-sm" onClick={() => onOrder(note)}>
              <span className="sr-only">第 {note.rowNo} 行</span>
              当作商品
            </Button>
          </li>
        ))}
      </ul>
    </details>
  )
}
