import { Link, type LinkProps, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import './finance.css'

/** Tabs for several screens below one entry of the menu. On a phone the row scrolls, and the current tab is always in view. */
export function SubNavigation({ ways }: { ways: readonly (readonly [to: NonNullable<LinkProps['to']>, title: string])[] }) {
  const here = useRouterState({ select: ({ location }) => location.pathname })
  const row = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen marks another tab
  useEffect(() => {
    const [nav, tab] = [row.current, row.current?.querySelector<HTMLElement>('[aria-current]')]
    if (nav && tab) nav.scrollLeft = tab.offsetLeft - (nav.clientWidth - tab.offsetWidth) / 2
  }, [here])
  return (
    <nav aria-label="同类页面" className="siblings" ref={row}>
      {ways.map(([to, title]) => (
        <Link key={to} to={to} aria-current={to === here ? 'page' : undefined} activeProps={{}}>
          {title}
        </Link>
      ))}
    </nav>
  )
}
