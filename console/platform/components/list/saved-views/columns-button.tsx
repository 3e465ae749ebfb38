import { Button } from 'antd'
import { Columns3 } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { Column } from '#console/platform/components/list/columns.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { useSavedViewsOfList } from './saved-view-api.ts'
import './saved-views.css'

/** Loaded when somebody first chooses columns. */
const ColumnsDrawer = lazyPart(() => import('./columns-drawer.tsx').then(({ ListColumnsDrawer: Drawer }) => Drawer))

/** Marks the columns of the list on the screen that the person has hidden. The first one is always shown. */
export function useColumnsWithHidden<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
  const { hidden = [] } = useSavedViewsOfList()
  if (hidden.length === 0) return columns
  return columns.map((column, at) => (at > 0 && hidden.includes(column.title) ? Object.assign({}, column, { hidden: true }) : column))
}

/** Opens the choice of columns. On a phone it is not shown, because rows are cards there. */
export function ColumnsButton<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  const [open, setOpen] = useState<boolean>()
  const count = columns.filter(({ hidden }) => hidden).length
  return (
    <>
      <Button className="columns-button" icon={<Columns3 size={14} aria-hidden />} onClick={() => setOpen(true)}>
        {count === 0 ? '列' : `列（隐藏 ${count}）`}
      </Button>
      {open !== undefined && (
        <Suspense>
          <ColumnsDrawer open={open} close={() => setOpen(false)} titles={columns.map(({ title }) => title)} />
        </Suspense>
      )}
    </>
  )
}
