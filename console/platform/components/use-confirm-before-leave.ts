import { useBlocker, useRouter } from '@tanstack/react-router'
import { useConfirm } from './forms/use-confirm.tsx'
import { formatSearchParams, type SearchParams } from './list/search.ts'

interface UnsavedInput {
  isUnsaved: () => boolean
  /** Whether an address of the same screen shows the same input. */
  isSame: (search: SearchParams, action: string) => boolean
  /** Saves what can be saved. If nothing is unsaved then, nobody is asked. */
  save?: () => Promise<unknown>
  /** What would be lost. */
  loss: () => string
  /** After that nothing counts as unsaved. */
  abandon: () => void
}

/**
 * Asks before the person leaves the screen, or closes the page, with unsaved input of an editor that is not a drawer.
 */
export function useConfirmBeforeLeave({ isUnsaved, isSame, save, loss, abandon }: UnsavedInput): void {
  const confirm = useConfirm()
  const { history } = useRouter()
  useBlocker({
    enableBeforeUnload: isUnsaved,
    shouldBlockFn: async ({ current, next, action }) => {
      if ((current.pathname === next.pathname && isSame(next.search as SearchParams, action)) || !isUnsaved()) return false
      if (save) await save()
      if (!isUnsaved()) return false
      confirm({
        title: '有内容还没有保存，离开？',
        content: loss(),
        okText: '离开',
        stay: '继续填写',
        grave: true,
        run: async () => {
          abandon()
          history.push(`${next.pathname}${formatSearchParams(next.search)}`)
        },
      })
      return true
    },
  })
}
