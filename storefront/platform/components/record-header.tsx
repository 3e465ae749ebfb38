import { type ReactNode, useState } from 'react'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { Button } from './button.tsx'
import { ConfirmDialog } from './dialog.tsx'

interface Props {
  /** The kind of record: 设备信息. */
  label: string
  title: string
  /** The question before it is deleted. */
  question: string
  drop: { isPending: boolean; mutate: (input: undefined) => void }
  /** The form that edits it, with the function that closes it. */
  form: (close: () => void) => ReactNode
  children: ReactNode
}

/**
 * The header of a piece of equipment or a patrol: its facts, and for members who may fill the cart the buttons to edit and to delete it.
 */
export function EquipmentOrPatrolHeader({ label, title, question, drop, form, children }: Props) {
  const [asking, setAsking] = useState<'edit' | 'drop'>()
  const { reason: denied } = usePermission('addCart')
  const close = () => setAsking(undefined)
  return (
    <section aria-label={label} className="panel mb-3 p-4 md:mb-4 md:p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-semibold break-words">{title}</h2>
        {denied === undefined && (
          <div className="flex gap-2">
            <Button look="line" size="sm" onClick={() => setAsking('edit')}>
              修改
            </Button>
            <Button look="danger" size="sm" onClick={() => setAsking('drop')}>
              删除
            </Button>
          </div>
        )}
      </div>
      {children}
      {asking === 'edit' && form(close)}
      <ConfirmDialog
        open={asking === 'drop'}
        onClose={close}
        title="提示"
        text={question}
        confirm="删除"
        busy={drop.isPending}
        onConfirm={() => drop.mutate(undefined)}
      />
    </section>
  )
}
