import { useQuery } from '@tanstack/react-query'
import { projectsQuery } from '#storefront/platform/components/projects-query.ts'

/** A filter for one project. It is not shown to an enterprise without projects. Its place is reserved while this is unknown. */
export function ProjectFilterSelect({ value, onChange }: { value: string | undefined; onChange: (id: string | undefined) => void }) {
  const { data: projects = [], isPending } = useQuery(projectsQuery)
  if (projects.length === 0 && !isPending) return null
  return (
    <select
      aria-label="项目"
      value={projects.some(({ id }) => id === value) ? value : ''}
      onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
      className="h-10 min-w-0 grow basis-40 rounded-control border border-line bg-white px-3 hover:border-placeholder focus:border-jade md:max-w-60 md:grow-0 md:basis-auto"
    >
      <option value="">全部项目</option>
      {projects.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  )
}
