import { Link, useRouterState, useSearch } from '@tanstack/react-router'
import { listBreadcrumbs } from '#console/routes.ts'

/** The breadcrumbs of this screen. A step back keeps the parameters that name the record, for example from a pick list to its order. */
export function Breadcrumbs() {
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  const { enterpriseId, orderNo } = useSearch({ strict: false })
  const trail = listBreadcrumbs(pathname)
  if (trail.length < 2) return <span className="crumbs" />
  return (
    <nav aria-label="位置" className="crumbs">
      <ol>
        {trail.map(({ path, title }, at) => (
          <li key={path}>
            {at === trail.length - 1 ? (
              <span aria-current="page">{title}</span>
            ) : (
              <Link to={path} search={at === 0 ? {} : { enterpriseId, orderNo }}>
                {title}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
