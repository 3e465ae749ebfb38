import { useEffect } from 'react'
import { useConfirmBeforeLeave } from '#console/platform/components/use-confirm-before-leave.ts'
import type { DraftStore } from './draft-store.ts'

/** Asks before the person leaves the screen with input that could not be saved. Input that can be saved is saved without a question. */
export function useSaveOrConfirmBeforeLeave(store: DraftStore): void {
  useConfirmBeforeLeave({
    isUnsaved: () => store.isDirty(),
    // New goods get their address when they are saved for the first time.
    isSame: ({ goodsId }, action) => action === 'REPLACE' || goodsId === store.read().goodsId,
    save: () => store.flush(),
    loss: () => store.read().fault ?? '有的填写不正确，没有保存。离开后需要重新填写。',
    abandon: () => store.abandon(),
  })
  useEffect(() => () => store.close(), [store])
}
