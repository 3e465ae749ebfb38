import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { formatCount } from '#ui/format.ts'

interface Props<Item> {
  items: readonly Item[]
  /** How many items are shown at first. */
  shown: number
  /** An item as `<li>` with a key. */
  render: (item: Item) => ReactNode
  className?: string
}

/** A list that can be very long: its first items, and the others on request. */
export function FoldableList<Item>({ items, shown, render, className }: Props<Item>) {
  const [open, setOpen] = useState(false)
  const folded = open ? 0 : items.length - shown
  return (
    <ul className={className}>
      {(folded > 0 ? items.slice(0, shown) : items).map(render)}
      {folded > 0 && (
        <li>
          <Button type="link" size="small" onClick={() => setOpen(true)}>
            显示其余 {formatCount(folded)} 处
          </Button>
        </li>
      )}
    </ul>
  )
}
