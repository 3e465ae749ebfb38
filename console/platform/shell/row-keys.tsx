import { useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { type Screen, screens } from '#console/routes.ts'
import { usePageKeys } from './page-keys.ts'
import { chooseRowLink, stepRow } from './row-keys-view.ts'

const KeysDialog = lazy(() => import('./keys-dialog.tsx').then(({ KeysDialog: Window }) => ({ default: Window })))

/** The rows of the lists of a screen, as a table or as cards. */
const ROWS = '#main .table tbody tr, #main .cards > li'

/** Focuses the link of the next row (1) or of the previous one (-1), from the row that has the focus. */
function focusRow(by: 1 | -1, below: ReadonlySet<string>): void {
  const links = [...document.querySelectorAll(ROWS)].flatMap((row) => {
    const own = [...row.querySelectorAll<HTMLAnchorElement>('a[href]')]
    const chosen =
      own[
        chooseRowLink(
          own.map(({ hash }) => hash),
          below,
        )
      ]
    return chosen ? [{ row, chosen }] : []
  })
  const at = links.findIndex(({ row }) => row.contains(document.activeElement))
  const next = links[stepRow(at, by, links.length)]?.chosen
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}

/** J and K go through the rows of a list, Enter opens the row as it opens any link, and ? shows the keys. */
export function RowKeys() {
  const [shown, setShown] = useState<boolean>()
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  const all: readonly Screen[] = screens
  const below = new Set(all.filter(({ under }) => under === pathname).map(({ path }) => path))
  const [next, previous, show] = [() => focusRow(1, below), () => focusRow(-1, below), () => setShown(true)]
  usePageKeys({ j: next, J: next, k: previous, K: previous, '?': show, '？': show })
  return shown === undefined ? null : (
    <Suspense>
      <KeysDialog open={shown} close={() => setShown(false)} />
    </Suspense>
  )
}
