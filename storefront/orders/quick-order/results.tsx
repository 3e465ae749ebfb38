import { type Ref, useState } from 'react'
import type { SkippedQuickOrderLine } from '#contract/orders/quick-order/rows.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { ConfirmDialog } from '#storefront/platform/components/dialog.tsx'
import { Pagination } from '#storefront/platform/components/pagination.tsx'
import { SaveToShoppingListButton } from '#storefront/platform/components/shopping-lists/save-to-list.tsx'
import type { QuickOrderDraftRow } from './draft.ts'
import { QUICK_ORDER_COLUMN_CLASSES, QuickOrderRow } from './quick-order-row.tsx'
import {
  applyOfferedQuantity,
  filterQuickOrderRows,
  listOrderableLines,
  listRowNosWithOfferedQuantity,
  type QuickOrderRowFilter,
  type QuickOrderRowWithResult,
  quickOrderRowFilterLabels,
} from './quick-view.ts'

const PAGE = 50

interface Props {
  shown: readonly QuickOrderRowWithResult[]
  onRows: (rows: QuickOrderDraftRow[]) => void
}

interface ListProps extends Props {
  notes: readonly SkippedQuickOrderLine[]
  onNote: (note: SkippedQuickOrderLine) => void
  onClear: () => void
  /** The list comes into view and gets the focus when its results have arrived. */
  ref: Ref<HTMLElement>
}

/** All rows with their results, grouped by what is to be done, in pages. */
export function QuickOrderRowList({ shown, notes, onRows, onNote, onClear, ref }: ListProps) {
  const [view, setView] = useState<QuickOrderRowFilter>('all')
  const [page, setPage] = useState(1)
  const [clearing, setClearing] = useState(false)
  const rows = filterQuickOrderRows(shown, view)
  const last = Math.max(1, Math.ceil(rows.length / PAGE))
  const at = Math.min(page, last)
  const plain = shown.map(({ row }) => row)
  const open = (next: QuickOrderRowFilter) => {
    setView(next)
    setPage(1)
  }
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-label="匹配结果"
      className="panel mt-3 scroll-mt-[calc(var(--mark-height)+5rem)] overflow-hidden md:mt-4"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line-soft px-3 py-2.5 md:px-5">
        <Views shown={shown} view={view} onView={open} />
        <div className="ml-auto flex flex-wrap gap-x-4 gap-y-1">
          <MendAll shown={shown} onRows={onRows} />
          <SaveToShoppingListButton
            lines={listOrderableLines(shown)}
            label="存为常购清单"
            look="plain"
            className="text-sm off:bg-transparent"
          />
          <Button look="plain" className="text-sm" onClick={() => setClearing(true)}>
            清空
          </Button>
        </div>
      </div>
      <QuickOrderNotes notes={notes} onOrder={onNote} />
      <div aria-hidden className={`hidden border-b border-line-soft px-5 py-2 text-xs text-mute ${QUICK_ORDER_COLUMN_CLASSES}`}>
        <span>行</span>
        <span>编码</span>
        <span>商品</span>
        <span>数量</span>
        <span className="text-right">小计</span>
        <span>结果</span>
        <span />
      </div>
      <ul className="divide-y divide-line-soft">
        {rows.slice((at - 1) * PAGE, at * PAGE).map((one) => (
          <QuickOrderRow
            key={one.row.rowNo}
            shown={one}
            onChange={(next) => onRows(plain.map((row) => (row.rowNo === next.rowNo ? next : row)))}
            onMend={() => onRows(applyOfferedQuantity(shown, one.row.rowNo))}
            onRemove={() => onRows(plain.filter(({ rowNo }) => rowNo !== one.row.rowNo))}
          />
        ))}
      </ul>
      {rows.length === 0 && <p className="px-5 py-10 text-center text-mute">没有{quickOrderRowFilterLabels[view]}的行</p>}
      <Pagination pageNo={at} pageSize={PAGE} total={rows.length} onChange={setPage} />
      <ConfirmDialog
        open={clearing}
        onClose={() => setClearing(false)}
        title="清空"
        text={`清空本页的 ${plain.length} 行？购物车和订单不受影响。`}
        confirm="清空"
        onConfirm={() => {
          onClear()
          setClearing(false)
        }}
      />
    </section>
  )
}

function Views({
  shown,
  view,
  onView,
}: {
  shown: readonly QuickOrderRowWithResult[]
  view: QuickOrderRowFilter
  onView: (view: QuickOrderRowFilter) => void
}) {
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="sr-only">按结果筛选</legend>
      {(Object.keys(quickOrderRowFilterLabels) as QuickOrderRowFilter[]).map((one) => {
        const rows = filterQuickOrderRows(shown, one).length
        if (one === 'taken' && rows === 0) return null
        return (
          <button
            key={one}
            type="button"
            aria-pressed={view === one}
            onClick={() => onView(one)}
            className={`h-8 rounded-control px-3 text-sm ${view === one ? 'bg-pine text-white' : 'border border-line bg-white hover:border-jade'}`}
          >
            {quickOrderRowFilterLabels[one]} <span className="num">{rows}</span>
          </button>
        )
      })}
    </fieldset>
  )
}

/** 一键修正: applies all quantities that the server suggests. */
function MendAll({ shown, onRows }: Props) {
  const rows = listRowNosWithOfferedQuantity(shown)
  if (rows.length < 2) return null
  const mend = () => {
    let now = shown
    for (const rowNo of rows) {
      const left = new Map(applyOfferedQuantity(now, rowNo).map((row) => [row.rowNo, row]))
      now = now.flatMap((one) => {
        const row = left.get(one.row.rowNo)
        return row ? [{ ...one, row }] : []
      })
    }
    onRows(now.map(({ row }) => row))
  }
  return (
    <Button look="plain" className="text-sm" onClick={mend}>
      一键修正数量（{rows.length}）
    </Button>
  )
}

interface NotesProps {
  notes: readonly SkippedQuickOrderLine[]
  /** Makes a row of a note. */
  onOrder: (note: SkippedQuickOrderLine) => void
  /** Whether they are shown at first. */
  open?: boolean
}

/** Lines of a chat that ask for nothing. They stay here, and each can be made a row. */
function QuickOrderNotes({ notes, onOrder, open = false }: NotesProps) {
  if (notes.length === 0) return null
  return (
    <details open={open} className="border-b border-line-soft px-3 py-2 md:px-5">
      <summary className="finger cursor-pointer text-sm text-mute hover:text-jade">
        备注 {notes.length} 行：问候、日期、地址等，不下单
      </summary>
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

interface NotesAloneProps extends Pick<NotesProps, 'notes' | 'onOrder'> {
  onClear: () => void
  /** It comes into view and gets the focus when it was pasted. */
  ref: Ref<HTMLElement>
}

/** What was pasted asks for nothing: its lines, shown at once. */
export function QuickOrderNotesAlone({ notes, onOrder, onClear, ref }: NotesAloneProps) {
  const [clearing, setClearing] = useState(false)
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-label="备注"
      className="panel mt-3 scroll-mt-[calc(var(--mark-height)+5rem)] overflow-hidden md:mt-4"
    >
      <QuickOrderNotes notes={notes} onOrder={onOrder} open />
      <Button look="plain" className="mx-3 my-2 text-sm md:mx-5" onClick={() => setClearing(true)}>
        清空备注
      </Button>
      <ConfirmDialog
        open={clearing}
        onClose={() => setClearing(false)}
        title="清空备注"
        text={`清空这 ${notes.length} 行备注？`}
        confirm="清空"
        onConfirm={onClear}
      />
    </section>
  )
}
