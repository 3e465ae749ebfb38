import { ReasonDrawer, type ReasonDrawerProps } from '#console/platform/components/reason-drawer.tsx'

/** Asks for the reason before a person or an enterprise is frozen or unfrozen, and explains the consequences. */
export function FreezeOrUnfreezeReasonDrawer(props: Omit<ReasonDrawerProps, 'children'>) {
  return (
    <ReasonDrawer {...props}>
      <p className="drawer-note">原因和您的姓名记入审计，对方看不到。</p>
    </ReasonDrawer>
  )
}
