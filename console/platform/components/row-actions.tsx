import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useConfirm } from '#console/platform/components/forms/use-confirm.tsx'
import { toDisabledProps } from '#ui/disabled-by.ts'

interface Props {
  name: string
  /** The noun before the name in the question, if the name alone is unclear: 删除参数“柄径”？ */
  noun?: string
  edit: () => void
  /** Whether the record to edit is being loaded. */
  isReading?: boolean
  remove: () => Promise<unknown>
  /** The consequence for the things that use it. */
  warning: string
  /** Why it cannot be deleted now. */
  undeletable?: string | undefined
  /** Further buttons between the two. */
  children?: ReactNode
}

/** The buttons of a row that staff edit or delete. Deleting asks first. */
export function EditAndDeleteRowActions({ name, noun = '', edit, isReading = false, remove, warning, undeletable, children }: Props) {
  const confirm = useConfirm()
  return (
    <div className="row-actions">
      <Button size="small" aria-label={`修改${name}`} disabled={isReading} onClick={edit}>
        修改
      </Button>
      {children}
      <Button
        size="small"
        aria-label={`删除${name}`}
        {...toDisabledProps(undeletable)}
        onClick={() => confirm({ title: `删除${noun}“${name}”？`, content: warning, okText: '删除', grave: true, run: remove })}
      >
        删除
      </Button>
    </div>
  )
}
