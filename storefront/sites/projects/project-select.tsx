import { useQuery } from '@tanstack/react-query'
import { projectsQuery } from '#storefront/platform/components/projects-query.ts'
import { DeferredSelect } from '#storefront/platform/components/select/deferred-select.tsx'
import { toNameOptions } from '#storefront/platform/components/select/select-options.ts'

/** A filter for one project. It is not shown to an enterprise without projects. Its place is reserved while this is unknown. */
export function ProjectFilterSelect({ value, onChange }: { value: string | undefined; onChange: (id: string | undefined) => void }) {
  const { data: projects = [], isPending } = useQuery(projectsQuery)
  if (projects.length === 0 && !isPending) return null
  return (
    <DeferredSelect
      aria-label="项目"
      value={projects.some(({ id }) => id === value) ? (value ?? '') : ''}
      options={toNameOptions(projects, '全部项目')}
      onChange={(id) => onChange(id === '' ? undefined : id)}
      look="fit"
      className="h-11 grow basis-40 px-3 md:h-10 md:max-w-60 md:grow-0 md:basis-auto"
    />
  )
}
