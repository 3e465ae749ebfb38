import type { ReactNode } from 'react'
import { UserCenterLayout } from '#storefront/people/user-center/centre-layout.tsx'
import { LinkTabs } from '#storefront/platform/components/link-tabs.tsx'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'

export const COSTS_VIEW = 'costs'

type View = 'project' | 'equipment' | 'patrol' | typeof COSTS_VIEW

/** The shared frame of projects, equipment, patrols and costs, with a tab for each. */
export function ProjectsAndEquipmentFrame({ view, actions, children }: { view: View; actions?: ReactNode; children: ReactNode }) {
  const canViewOrders = usePermission('lookOrder').reason === undefined
  // Hides the buttons that a member without permission cannot use.
  const works = usePermission(['lookOrder', 'addressSet', 'addCart']).reason === undefined
  return (
    <UserCenterLayout title="项目与设备" actions={<div className="flex flex-wrap gap-2">{works && actions}</div>}>
      <LinkTabs
        label="项目与设备"
        tabs={[
          { to: '/project', label: '项目', current: view === 'project' },
          { to: '/equipment', label: '设备', current: view === 'equipment' },
          { to: '/patrol', label: '巡检', current: view === 'patrol' },
          ...(canViewOrders
            ? [{ to: '/project' as const, search: { view: COSTS_VIEW }, label: '费用', current: view === COSTS_VIEW }]
            : []),
        ]}
      />
      {children}
    </UserCenterLayout>
  )
}
