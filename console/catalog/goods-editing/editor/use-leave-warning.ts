import { useBlocker, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useConfirm } from '#console/platform/components/forms/use-confirm.tsx'
import { formatSearch, type SearchParams } from '#console/platform/components/list/search.ts'
import type { DraftStore } from './draft-store.ts'

/** Asks before the person leaves the screen with input that could not be saved. Input that can be saved is saved without a question. */
export function useSaveBeforeLeave(store: DraftStore): void {
  const confirm = useConfirm()
  const { history } = useRouter()
  useBlocker({
    enableBeforeUnload: () => store.isDirty(),
    shouldBlockFn: async ({ current, next, action }) => {
      // New goods get their address when they are saved for the first time.
      const isSame = action === 'REPLACE' || (next.search as SearchParams).goodsId === store.read().goodsId
      if ((current.pathname === next.pathname && isSame) || !store.isDirty()) return false
      await store.flush()
      if (!store.isDirty()) return false
      confirm({
        title: '有内容还没有保存，离开？',
        content: store.read().fault ?? '有的填写不正确，没有保存。离开后需要重新填写。',
        okText: '离开',
        stay: '继续填写',
        grave: true,
        run: async () => {
          store.abandon()
          history.push(`${next.pathname}${formatSearch(next.search)}`)
        },
      })
      return true
    },
  })
  useEffect(() => () => store.close(), [store])
}
