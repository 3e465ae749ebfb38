import { useRouterState } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { clickButtonOfShortcutKey, LIST_ROW_SELECTOR, listButtonShortcutKeys } from '#console/platform/components/page-dom.ts'
import { type Screen, screens } from '#console/routes.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { useShortcutKeys } from './page-keys.ts'
import { computeNextRowIndex, findRowRecordLinkIndex } from './row-keys-view.ts'

const KeysDialog = lazyPart(() => import('./keys-dialog.tsx').then(({ ShortcutKeysDialog: Window }) => Window))

/** Focuses the link of the next row (1) or of the previous one (-1), from the row that has the focus. A row without a link has its decision. */
function focusRow(by: 1 | -1, below: ReadonlySet<string>): void {
  const links = [...document.querySelectorAll(LIST_ROW_SELECTOR)].flatMap((row) => {
    const own = [...row.querySelectorAll<HTMLAnchorElement>('a[href]')]
    const hashes = own.map(({ hash }) => hash)
    const chosen = own[findRowRecordLinkIndex(hashes, below)] ?? row.querySelector<HTMLElement>('[aria-keyshortcuts]:enabled')
    return chosen ? [{ row, chosen }] : []
  })
  const at = links.findIndex(({ row }) => row.contains(document.activeElement))
  const next = links[computeNextRowIndex(at, by, links.length)]?.chosen
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}

/** J and K go through the rows of a list, Enter opens the row as it opens any link, letters press buttons, and ? shows the keys. */
export function ListRowShortcutKeys() {
  const [shown, setShown] = useState<boolean>()
  const [letters, setLetters] = useState<ReturnType<typeof listButtonShortcutKeys>>([])
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  const all: readonly Screen[] = screens
  const below = new Set(all.filter(({ under }) => under === pathname).map(({ path }) => path))
  const [next, previous] = [() => focusRow(1, below), () => focusRow(-1, below)]
  const show = () => {
    setLetters(listButtonShortcutKeys())
    setShown(true)
  }
  useShortcutKeys({ j: next, J: next, k: previous, K: previous, '?': show, '？': show }, clickButtonOfShortcutKey)
  return shown === undefined ? null : (
    <Suspense>
      <KeysDialog letters={letters} open={shown} close={() => setShown(false)} />
    </Suspense>
  )
}
