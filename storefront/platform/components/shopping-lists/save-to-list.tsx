import { ListPlus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Button, type ButtonKind, type DisabledReason } from '#storefront/platform/components/button.tsx'
import { Modal } from '#storefront/platform/components/dialog.tsx'
import { Skeleton } from '#storefront/platform/components/states.tsx'
import { useIdleLoad } from '#storefront/platform/components/use-idle-load.ts'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { useLoggedIn } from '#storefront/platform/sessions/use-session.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import type { SaveToShoppingListLine } from './save-to-list-form.tsx'

export type { SaveToShoppingListLine }

/** Most pages with the button are left without a press on it. */
const load = async () => (await import('./save-to-list-form.tsx')).SaveToShoppingListForm
const SaveToShoppingListForm = lazyPart(load)

interface Props {
  lines: readonly SaveToShoppingListLine[]
  label?: string
  look?: ButtonKind
  size?: 'sm' | 'md' | 'lg'
  className?: string
  blockedBy?: DisabledReason | undefined
}

/** 加入常购清单: a button with its window. Guests do not see it. */
export function SaveToShoppingListButton({ lines, label = '加入常购清单', look = 'line', size = 'md', className = '', blockedBy }: Props) {
  const [open, setOpen] = useState(false)
  const loggedIn = useLoggedIn()
  useIdleLoad(load)
  const { reason: denied } = usePermission('addCart')
  if (!loggedIn) return null
  return (
    <>
      <Button
        look={look}
        size={size}
        className={className}
        blocked={blockedBy?.reason ?? denied}
        aria-describedby={blockedBy?.id}
        disabled={lines.length === 0}
        onClick={() => setOpen(true)}
      >
        <ListPlus className="size-4" strokeWidth={1.6} aria-hidden />
        {label}
      </Button>
      <Modal open={open} onClose={() => setOpen(false)} title="加入常购清单">
        <Suspense fallback={<Skeleton className="h-40" />}>
          <SaveToShoppingListForm lines={lines} close={() => setOpen(false)} />
        </Suspense>
      </Modal>
    </>
  )
}
