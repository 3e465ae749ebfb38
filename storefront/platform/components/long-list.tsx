import { ChevronDown } from 'lucide-react'
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { DeferredContent } from './deferred.tsx'

/** A list of more rows is long: it can be folded, and its rows are laid out when they come near the window. */
export const LONG_LIST_THRESHOLD_ROWS = 20

const LAID_OUT_LATE = 'laid-out-late'

/** The class of a row of a long list; empty for a short one. */
export const longListRowClass = (rows: number): string => (rows > LONG_LIST_THRESHOLD_ROWS ? LAID_OUT_LATE : '')

interface FoldedContentProps {
  id: string
  open: boolean
  /** The browser has found a text in it. */
  onFound: () => void
  children: ReactNode
}

/**
 * Content that can be folded away. Folded, it can be neither focused nor read out, but the browser's own search finds its texts and unfolds
 * it, and it is printed.
 */
export function HiddenUntilFoundContent({ id, open, onFound, children }: FoldedContentProps) {
  const box = useRef<HTMLDivElement>(null)
  // React knows `hidden` only as yes or no.
  useLayoutEffect(() => {
    if (open) box.current?.removeAttribute('hidden')
    else box.current?.setAttribute('hidden', 'until-found')
  }, [open])
  useEffect(() => {
    const content = box.current
    content?.addEventListener('beforematch', onFound)
    return () => content?.removeEventListener('beforematch', onFound)
  }, [onFound])
  return (
    <div ref={box} id={id}>
      {children}
    </div>
  )
}

interface FoldButtonProps {
  open: boolean
  /** The id of what it folds. */
  controls: string
  onToggle: () => void
  /** What it folds, for screen readers. */
  what: string
  children: ReactNode
}

/** 展开 / 收起 */
export function FoldButton({ open, controls, onToggle, what, children }: FoldButtonProps) {
  return (
    <button
      type="button"
      aria-expanded={open}
      aria-controls={controls}
      onClick={onToggle}
      className="no-print finger inline-flex items-center gap-1 text-sm whitespace-nowrap text-jade hover:underline"
    >
      {children}
      <span className="sr-only">：{what}</span>
      <ChevronDown className={`size-4 ${open ? 'rotate-180' : ''}`} strokeWidth={1.6} aria-hidden />
    </button>
  )
}

interface FoldedRowsProps<Row> {
  rows: readonly Row[]
  /** What the rows are, for screen readers: 商品清单. */
  what: string
  /** The class of both lists. */
  className: string
  /** `rowClass`: the class of the row. */
  renderRow: (row: Row, rowClass: string) => ReactNode
}

/**
 * The rows of a list that is read and not changed. The first twenty are in sight: 还有 30 种，展开. They are laid out at once, because rows
 * that take their height only near the window would move the button away from the finger.
 */
export function FoldableReadOnlyRows<Row>({ rows, what, className, renderRow }: FoldedRowsProps<Row>) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const more = rows.length - LONG_LIST_THRESHOLD_ROWS
  return (
    <>
      <ul className={className}>{rows.slice(0, LONG_LIST_THRESHOLD_ROWS).map((row) => renderRow(row, ''))}</ul>
      {more > 0 && (
        <>
          <HiddenUntilFoundContent id={id} open={open} onFound={() => setOpen(true)}>
            <ul className={`border-t border-line-soft ${className}`}>
              <DeferredContent>{rows.slice(LONG_LIST_THRESHOLD_ROWS).map((row) => renderRow(row, LAID_OUT_LATE))}</DeferredContent>
            </ul>
          </HiddenUntilFoundContent>
          <p className="no-print border-t border-line-soft py-3 text-center">
            <FoldButton open={open} controls={id} what={what} onToggle={() => setOpen(!open)}>
              {open ? '收起' : `还有 ${more} 种，展开`}
            </FoldButton>
          </p>
        </>
      )}
    </>
  )
}
