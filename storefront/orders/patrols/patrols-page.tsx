import { useQuery } from '@tanstack/react-query'
import { ChevronRight, Plus } from 'lucide-react'
import { useState } from 'react'
import type { PatrolRow } from '#contract/orders/patrols/patrol-api.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { Checkbox } from '#storefront/platform/components/checkbox.tsx'
import { buyerListExportApi } from '#storefront/platform/components/export-api.ts'
import { ExportButtons } from '#storefront/platform/components/export-buttons.tsx'
import { Pagination } from '#storefront/platform/components/pagination.tsx'
import { parsePageNo } from '#storefront/platform/components/parse-page.ts'
import { SkeletonRows } from '#storefront/platform/components/skeleton-list.tsx'
import { EmptyState, QueryContent } from '#storefront/platform/components/states.tsx'
import { usePagination } from '#storefront/platform/components/use-pagination.ts'
import { useSetSearchParamsKeepingOthers } from '#storefront/platform/components/use-search-params.ts'
import { Link } from '#storefront/platform/routing/link.tsx'
import { useSearch } from '#storefront/platform/routing/routing.tsx'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { ProjectFilterSelect } from '#storefront/sites/projects/project-select.tsx'
import { ProjectsAndEquipmentFrame } from '#storefront/sites/projects/site-work-frame.tsx'
import { PAGE_SIZE, patrolsQuery } from './patrol-api.ts'
import { PatrolDetail } from './patrol-detail.tsx'
import { CreateOrEditPatrolForm } from './patrol-form.tsx'

/** /patrol 巡检: the patrols and their findings. Each patrol has its own URL. */
export function Page() {
  const { id } = useSearch()
  return id === undefined ? <All /> : <PatrolDetail key={id} id={id} />
}

function All() {
  const { project, open, page } = useSearch()
  const setSearchParams = useSetSearchParamsKeepingOthers()
  const filter = { ...(project ? { projectId: project } : {}), ...(open === '1' ? { open: true as const } : {}) }
  const narrowed = Object.keys(filter).length > 0
  const patrols = useQuery(patrolsQuery(filter, parsePageNo(page)))
  const turn = usePagination(patrols, { pageNo: parsePageNo(page), pageSize: PAGE_SIZE })
  const [adding, setAdding] = useState(false)
  const { reason: denied } = usePermission('addCart')
  const add = (
    <Button size="sm" blocked={denied} onClick={() => setAdding(true)}>
      <Plus className="size-4" aria-hidden />
      记录巡检
    </Button>
  )
  return (
    <ProjectsAndEquipmentFrame
      view="patrol"
      actions={
        <>
          <ExportButtons ask={(format) => buyerListExportApi.patrols({ ...filter, format })} total={patrols.data?.total} />
          {add}
        </>
      }
    >
      {(patrols.data?.total !== 0 || narrowed) && (
        <div className="mb-3 flex flex-wrap items-center gap-x-5 gap-y-2">
          <ProjectFilterSelect value={project} onChange={(id) => setSearchParams({ project: id, page: undefined })} />
          <Checkbox
            label="只看待处理"
            value={open === '1' ? 'all' : 'none'}
            onChange={(checked) => setSearchParams({ open: checked ? '1' : undefined, page: undefined })}
          >
            <span className="text-sm">只看待处理</span>
          </Checkbox>
        </div>
      )}
      <QueryContent from={patrols} skeleton={<SkeletonRows rows={4} row="h-27 md:h-18" />}>
        {({ dataList, total }) =>
          total === 0 ? (
            <div className="panel">
              <EmptyState
                title={narrowed ? '没有符合条件的巡检' : '还没有巡检记录'}
                hint="把巡检时发现的问题记下来，附上照片和需要的备件，直接加入购物车。"
                action={denied === undefined && <Button onClick={() => setAdding(true)}>记录巡检</Button>}
              />
            </div>
          ) : (
            <>
              <ul className="panel divide-y divide-line-soft">
                {dataList.map((patrol) => (
                  <Row key={patrol.id} patrol={patrol} />
                ))}
              </ul>
              <Pagination pageNo={parsePageNo(page)} pageSize={PAGE_SIZE} total={total} onChange={turn} />
            </>
          )
        }
      </QueryContent>
      {adding && <CreateOrEditPatrolForm known={undefined} close={() => setAdding(false)} />}
    </ProjectsAndEquipmentFrame>
  )
}

function Row({ patrol: { id, route, day, projectName, by, findings, open, urgent } }: { patrol: PatrolRow }) {
  return (
    <li>
      <Link to="/patrol" search={{ id }} className="flex flex-wrap items-center gap-x-6 gap-y-1 px-4 py-3.5 hover:bg-paper md:px-5">
        <span className="num text-sm text-mute">{day}</span>
        <span className="min-w-0 flex-1 basis-48">
          <span className="block font-medium break-words">{route}</span>
          <span className="text-sm text-mute">
            {projectName ?? '未归入项目'} · {by}
          </span>
        </span>
        <span className="text-sm text-mute">
          问题 <span className="num">{findings}</span> 条
        </span>
        {open > 0 && (
          <span
            className={`rounded-[3px] px-1.5 text-xs leading-5 ${urgent > 0 ? 'bg-danger-tint text-danger' : 'bg-copper-tint text-gold'}`}
          >
            待处理 <span className="num">{open}</span>
            {urgent > 0 && `，紧急 ${urgent}`}
          </span>
        )}
        <ChevronRight className="ml-auto size-4 text-mute" aria-hidden />
      </Link>
    </li>
  )
}
