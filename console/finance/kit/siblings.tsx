import { Link, useRouterState } from '@tanstack/react-router'
import { type Path, trailOf } from '../../routes.ts'
import './finance.css'

/** Screens that lie side by side below one entry of the menu. */
export function Siblings({ paths }: { paths: readonly Path[] }) {
  const here = useRouterState({ select: ({ location }) => location.pathname })
  return (
    <nav aria-label="同类页面" className="siblings">
      {paths.map((path) => (
        <Link key={path} to={path} aria-current={path === here ? 'page' : undefined} activeProps={{}}>
          {trailOf(path).at(-1)?.title}
        </Link>
      ))}
    </nav>
  )
}
