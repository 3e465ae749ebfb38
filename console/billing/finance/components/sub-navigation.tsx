import { Link, type LinkProps, useRouterState } from '@tanstack/react-router'
import './finance.css'

/** Tabs for several screens below one entry of the menu. */
export function SubNavigation({ ways }: { ways: readonly (readonly [to: NonNullable<LinkProps['to']>, title: string])[] }) {
  const here = useRouterState({ select: ({ location }) => location.pathname })
  return (
    <nav aria-label="同类页面" className="siblings">
      {ways.map(([to, title]) => (
        <Link key={to} to={to} aria-current={to === here ? 'page' : undefined} activeProps={{}}>
          {title}
        </Link>
      ))}
    </nav>
  )
}
