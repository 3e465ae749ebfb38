import { type ReactNode, Suspense, useState } from 'react'
import { Modal } from '#storefront/platform/components/dialog.tsx'
import { Skeleton } from '#storefront/platform/components/states.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'

const ChooseMembership = lazyPart(() => import('./choose-membership.tsx').then((part) => part.SwitchMembershipDialog))

/** 切换账号: a link that opens the person's memberships. */
export function SwitchMembershipButton({ children, className = '' }: { children: ReactNode; className?: string }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <button type="button" className={className} onClick={() => setOpen(true)}>
        {children}
      </button>
      <Modal open={open} onClose={close} title="切换账号">
        <Suspense fallback={<Skeleton className="h-40" />}>
          <ChooseMembership close={close} />
        </Suspense>
      </Modal>
    </>
  )
}
