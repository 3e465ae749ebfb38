import { Dropdown } from 'antd'
import { Ellipsis } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useConfirm } from '#console/platform/components/forms/use-confirm.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import type { SavedView } from '#contract/people/saved-views/api.ts'
import { invalidatedBySavedView, savedViewApi } from './saved-view-api.ts'
import { RenameViewDrawer } from './view-drawers.tsx'

/** The menu of a view, which is open when it is loaded: 改名, 前移, 后移, 删除. `first`, `last`: where it is among those of its list. */
export function SavedViewMenu({ view, first, last }: { view: SavedView; first: boolean; last: boolean }) {
  const { viewId, name } = view
  const [open, setOpen] = useState(true)
  const [renaming, setRenaming] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const confirm = useConfirm()
  const move = useApiMutation(savedViewApi.move, { invalidates: invalidatedBySavedView })
  const remove = useApiMutation(savedViewApi.delete, { invalidates: invalidatedBySavedView, successMessage: '已删除视图' })
  // It takes the place of the button that was pressed.
  useEffect(() => button.current?.focus(), [])
  const ask = () =>
    confirm({
      title: `删除视图“${name}”？`,
      content: '列表和现在的筛选不变。',
      okText: '删除',
      grave: true,
      run: () => remove.mutateAsync({ viewId }),
    })
  const acts: Record<string, () => void> = {
    rename: () => setRenaming(true),
    forward: () => move.mutate({ viewId, way: 'forward' }),
    back: () => move.mutate({ viewId, way: 'back' }),
    delete: ask,
  }
  const items = [
    { key: 'rename', label: '改名' },
    { key: 'forward', label: '前移', disabled: first || move.isPending },
    { key: 'back', label: '后移', disabled: last || move.isPending },
    { key: 'delete', label: '删除', danger: true },
  ]
  // The button has the focus before a window opens, so that the window gives it back. It gets it after the key press that chose the entry,
  // which would press the button otherwise.
  const choose = (key: string) =>
    void setTimeout(() => {
      button.current?.focus()
      acts[key]?.()
    })
  const turn = (next: boolean, { source }: { source: 'trigger' | 'menu' }) => {
    // The focus is on an entry that goes away. A press elsewhere takes it from here.
    if (!next && source === 'trigger') button.current?.focus()
    setOpen(next)
  }
  return (
    <>
      <Dropdown menu={{ items, onClick: ({ key }) => choose(key) }} trigger={['click']} open={open} onOpenChange={turn} autoFocus>
        <button ref={button} type="button" aria-haspopup="menu" aria-expanded={open} aria-label={`视图“${name}”的操作`}>
          <Ellipsis size={14} aria-hidden />
        </button>
      </Dropdown>
      <RenameViewDrawer open={renaming} close={() => setRenaming(false)} view={view} />
    </>
  )
}
