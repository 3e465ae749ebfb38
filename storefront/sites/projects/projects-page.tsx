import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { PROJECTS_PER_ENTERPRISE_MAX, type Project } from '#contract/sites/projects/api.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { buyerListExportApi } from '#storefront/platform/components/export-api.ts'
import { ExportButtons } from '#storefront/platform/components/export-buttons.tsx'
import { projectsQuery } from '#storefront/platform/components/projects-query.ts'
import { EmptyState, QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { useSearch } from '#storefront/platform/routing/routing.tsx'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { CostsView } from './costs.tsx'
import { projectBudgetsQuery } from './project-api.ts'
import { ProjectCard } from './project-card.tsx'
import { CreateOrEditProjectDialog } from './project-form.tsx'
import { COSTS_VIEW, ProjectsAndEquipmentFrame } from './site-work-frame.tsx'

/** /project 项目: the projects with their managers and budgets, and all costs. */
export function Page() {
  const { view } = useSearch()
  if (view === COSTS_VIEW) {
    return (
      <ProjectsAndEquipmentFrame view={COSTS_VIEW}>
        <CostsView />
      </ProjectsAndEquipmentFrame>
    )
  }
  return <Projects />
}

function Projects() {
  const projects = useQuery(projectsQuery)
  const budgets = useQuery(projectBudgetsQuery)
  const [editing, setEditing] = useState<Project | 'new'>()
  const { reason: denied } = usePermission('addressSet')
  const full = (projects.data?.length ?? 0) >= PROJECTS_PER_ENTERPRISE_MAX ? `最多建 ${PROJECTS_PER_ENTERPRISE_MAX} 个项目` : undefined
  const add = (
    <Button size="sm" blocked={denied ?? full} onClick={() => setEditing('new')}>
      <Plus className="size-4" aria-hidden />
      新建项目
    </Button>
  )
  return (
    <ProjectsAndEquipmentFrame
      view="project"
      actions={
        <>
          <ExportButtons ask={(format) => buyerListExportApi.projects({ format })} total={projects.data?.length} />
          {add}
        </>
      }
    >
      <QueryContent from={projects} skeleton={<Waiting />}>
        {(known) =>
          known.length === 0 ? (
            <div className="panel">
              <EmptyState
                title="还没有项目"
                hint="为每个矿区或工地建一个项目：下单时归入项目，费用按项目、设备和月份汇总。"
                action={denied === undefined && <Button onClick={() => setEditing('new')}>新建项目</Button>}
              />
            </div>
          ) : (
            <ul className="grid gap-3 lg:grid-cols-2 lg:gap-4">
              {known.map((project) => (
                <ProjectCard
                  key={project.id}
                  project={project}
                  use={budgets.data?.find(({ projectId }) => projectId === project.id)}
                  locked={denied !== undefined}
                  onEdit={() => setEditing(project)}
                />
              ))}
            </ul>
          )
        }
      </QueryContent>
      {editing !== undefined && (
        <CreateOrEditProjectDialog known={editing === 'new' ? undefined : editing} close={() => setEditing(undefined)} />
      )}
    </ProjectsAndEquipmentFrame>
  )
}

const Waiting = () => (
  <div className="grid gap-3 lg:grid-cols-2 lg:gap-4">
    <Skeleton className="h-60" />
    <Skeleton className="h-60" />
  </div>
)
