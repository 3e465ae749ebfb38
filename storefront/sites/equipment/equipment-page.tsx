import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { EQUIPMENT_PER_ENTERPRISE_MAX } from '#contract/sites/projects/equipment-api.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { buyerListExportApi } from '#storefront/platform/components/export-api.ts'
import { ExportButtons } from '#storefront/platform/components/export-buttons.tsx'
import { SkeletonRows } from '#storefront/platform/components/skeleton-list.tsx'
import { EmptyState, QueryContent } from '#storefront/platform/components/states.tsx'
import { useSearch } from '#storefront/platform/routing/routing.tsx'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { equipmentListQuery } from '#storefront/sites/projects/project-api.ts'
import { ProjectsAndEquipmentFrame } from '#storefront/sites/projects/site-work-frame.tsx'
import { EquipmentDetail } from './equipment-detail.tsx'
import { CreateOrEditEquipmentForm } from './equipment-form.tsx'
import { EquipmentRow } from './equipment-row.tsx'
import { RestockAdvicePanel } from './restock-advice.tsx'

/** /equipment 设备: the enterprise's equipment, its hours, and the wear. Each piece has its own URL. */
export function Page() {
  const { id } = useSearch()
  return id === undefined ? <All /> : <EquipmentDetail key={id} id={id} />
}

function All() {
  const equipment = useQuery(equipmentListQuery)
  const [adding, setAdding] = useState(false)
  const { reason: denied } = usePermission('addCart')
  const canViewOrders = usePermission('lookOrder').reason === undefined
  const full = (equipment.data?.length ?? 0) >= EQUIPMENT_PER_ENTERPRISE_MAX ? `最多 ${EQUIPMENT_PER_ENTERPRISE_MAX} 台设备` : undefined
  return (
    <ProjectsAndEquipmentFrame
      view="equipment"
      actions={
        <>
          <ExportButtons ask={(format) => buyerListExportApi.equipment({ format })} total={equipment.data?.length} />
          <Button size="sm" blocked={denied ?? full} onClick={() => setAdding(true)}>
            <Plus className="size-4" aria-hidden />
            新增设备
          </Button>
        </>
      }
    >
      {canViewOrders && <RestockAdvicePanel />}
      <QueryContent from={equipment} skeleton={<SkeletonRows rows={3} row="h-27 md:h-18" />}>
        {(known) =>
          known.length === 0 ? (
            <div className="panel">
              <EmptyState
                title="还没有设备"
                hint="登记掘进机、钻机等设备及其易损件，记录运行小时，按消耗给出补货建议。"
                action={denied === undefined && <Button onClick={() => setAdding(true)}>新增设备</Button>}
              />
            </div>
          ) : (
            <ul className="panel divide-y divide-line-soft">
              {known.map((one) => (
                <EquipmentRow key={one.id} equipment={one} />
              ))}
            </ul>
          )
        }
      </QueryContent>
      {adding && <CreateOrEditEquipmentForm known={undefined} close={() => setAdding(false)} />}
    </ProjectsAndEquipmentFrame>
  )
}
