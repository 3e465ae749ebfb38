import { Button } from 'antd'
import { BookmarkPlus, Ellipsis } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { type FilterDefinitionsByName, type FilterValuesOf, parseFilters } from '#console/platform/components/list/filters.ts'
import type { SavedView } from '#contract/people/saved-views/api.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { useSavedViewsOfList } from './saved-view-api.ts'
import { hasLapsedFilters, isShownView, isWorthSaving, listSavedFilterLabels, toSavedSearch } from './view-address.ts'
import './saved-views.css'

/** Loaded when somebody first opens the menu of a view. */
const ViewMenu = lazyPart(() => import('./view-menu.tsx').then(({ SavedViewMenu: Menu }) => Menu))
/** Loaded when somebody first saves a view. */
const SaveDrawer = lazyPart(() => import('./view-drawers.tsx').then(({ SaveViewDrawer: Drawer }) => Drawer))

interface Props<F extends FilterDefinitionsByName> {
  fields: F
  values: FilterValuesOf<F>
}

/** How far from the edge the shown view is, when the row has scrolled to it. */
const GAP_PX = 12

/** The person's own views of a list. The one that is shown has a menu. Nothing without views. */
export function SavedViewChips<F extends FilterDefinitionsByName>({
  fields,
  values,
  replaceFilters,
}: Props<F> & { replaceFilters: (values: FilterValuesOf<F>) => void }) {
  const { views = [] } = useSavedViewsOfList()
  const row = useRef<HTMLFieldSetElement>(null)
  const shownId = views.find((view) => isShownView(fields, view, values))?.viewId
  useEffect(() => {
    const chip = shownId === undefined ? null : row.current?.querySelector<HTMLElement>('.view-chip-shown')
    // Only the row scrolls: `scrollIntoView` would also move the screen.
    if (chip && row.current) row.current.scrollLeft = chip.offsetLeft - row.current.offsetLeft - GAP_PX
  }, [shownId])
  if (views.length === 0) return null
  return (
    <fieldset ref={row} aria-label="我的视图" className="view-chips">
      {views.map((view, at) => {
        const shown = isShownView(fields, view, values)
        const lapsed = hasLapsedFilters(fields, view)
        return (
          <span key={view.viewId} className={`view-chip ${shown ? 'view-chip-shown' : ''}`}>
            <button
              type="button"
              aria-pressed={shown}
              title={lapsed ? '部分筛选条件已失效' : undefined}
              onClick={() => replaceFilters(parseFilters(fields, view.search))}
            >
              {view.name}
            </button>
            {/* A view with a lapsed filter is never shown, and has to be deleted or renamed all the same. */}
            {(shown || lapsed) && <Menu view={view} first={at === 0} last={at === views.length - 1} />}
          </span>
        )
      })}
    </fieldset>
  )
}

/** The button of a view's menu, until the menu is loaded. */
function Menu(props: { view: SavedView; first: boolean; last: boolean }) {
  const [wanted, setWanted] = useState(false)
  const button = (
    <button type="button" aria-haspopup="menu" aria-label={`视图“${props.view.name}”的操作`} onClick={() => setWanted(true)}>
      <Ellipsis size={14} aria-hidden />
    </button>
  )
  if (!wanted) return button
  return (
    <Suspense fallback={button}>
      <ViewMenu {...props} />
    </Suspense>
  )
}

/** Keeps the filters under a name; nothing where a view keeps them already, and while the views are not known. */
export function SaveViewButton<F extends FilterDefinitionsByName>({ fields, values }: Props<F>) {
  const { list, views } = useSavedViewsOfList()
  const [open, setOpen] = useState<boolean>()
  const offered = views !== undefined && isWorthSaving(fields, values) && !views.some((view) => isShownView(fields, view, values))
  return (
    <>
      {offered && (
        <Button type="text" icon={<BookmarkPlus size={14} aria-hidden />} onClick={() => setOpen(true)}>
          存为视图
        </Button>
      )}
      {open !== undefined && (
        <Suspense>
          <SaveDrawer
            open={open}
            close={() => setOpen(false)}
            names={(views ?? []).map(({ name }) => name)}
            labels={listSavedFilterLabels(fields, values)}
            view={{ list, search: toSavedSearch(fields, values) }}
          />
        </Suspense>
      )}
    </>
  )
}
