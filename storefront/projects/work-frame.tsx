import type { ReactNode } from 'react'
import { LinkTabs } from '../parts/link-tabs.tsx'
import { useLack } from '../session/use-lack.ts'
import { CentreLayout } from '../user-center/centre-layout.tsx'

export const COSTS = 'costs'

type View = 'project' | 'equipment' | 'patrol' | typeof COSTS

/** The frame that projects, equipment, patrols and costs share: a tab each. */
export function WorkFrame({ view, actions, children }: { view: View; actions?: ReactNode; children: ReactNode }) {
  const mayLook = useLack('lookOrder') === undefined
  return (
    <CentreLayout title="项目与设备" actions={<div className="flex flex-wrap gap-2">{actions}</div>}>
      <LinkTabs
        label="项目与设备"
        tabs={[
          { to: '/project', label: '项目', current: view === 'project' },
          { to: '/equipment', label: '设备', current: view === 'equipment' },
          { to: '/patrol', label: '巡检', current: view === 'patrol' },
          ...(mayLook ? [{ to: '/project' as const, search: { view: COSTS }, label: '费用', current: view === COSTS }] : []),
        ]}
      />
      {children}
    </CentreLayout>
  )
}
