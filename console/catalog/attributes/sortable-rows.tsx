import { Button } from 'antd'
import { GripVertical } from 'lucide-react'
import { type DragEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'

interface Props {
  /** The keys of the rows in their order. */
  keys: readonly (number | string)[]
  /** The kind of row for the handle's label: '选项', '参数'. */
  what: string
  move: (from: number, to: number) => void
  row: (at: number) => ReactNode
}

/** Rows that are sorted by dragging their handles, or with the arrow keys, Home and End on a handle. */
export function SortableRows({ keys, what, move, row }: Props) {
  const list = useRef<HTMLOListElement>(null)
  const [dragged, setDragged] = useState<number>()
  const [over, setOver] = useState<number>()
  const end = () => {
    setDragged(undefined)
    setOver(undefined)
  }
  const press = (event: KeyboardEvent, at: number) => {
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: keys.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    if (to < 0 || to >= keys.length || to === at) return
    move(at, to)
    // The moved handle keeps the focus.
    requestAnimationFrame(() => list.current?.querySelectorAll<HTMLElement>('[data-handle]')[to]?.focus())
  }
  const drop = (event: DragEvent, to: number) => {
    event.preventDefault()
    if (dragged !== undefined && dragged !== to) move(dragged, to)
    end()
  }
  return (
    <ol className="sortable" ref={list}>
      {keys.map((key, at) => (
        <li
          key={key}
          className={over === at && dragged !== at ? 'sortable-over' : undefined}
          onDragOver={(event) => {
            if (dragged === undefined) return
            event.preventDefault()
            setOver(at)
          }}
          onDrop={(event) => drop(event, at)}
        >
          <Button
            type="text"
            size="small"
            className="sortable-handle"
            data-handle=""
            draggable
            icon={<GripVertical size={14} aria-hidden />}
            aria-label={`第 ${at + 1} 个${what}，按上下方向键移动`}
            onKeyDown={(event) => press(event, at)}
            onDragStart={() => setDragged(at)}
            onDragEnd={end}
          />
          {row(at)}
        </li>
      ))}
    </ol>
  )
}
