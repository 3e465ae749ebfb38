import { Link } from '#storefront/platform/routing/link.tsx'
import type { RoutePath } from '#storefront/platform/routing/types.ts'

/** One of several views, each with its own address. */
export interface LinkTab {
  to: RoutePath
  label: string
  search?: Record<string, string>
  current: boolean
  /** How many items wait there. It is shown above 0. */
  count?: number
}

/** Tabs as links, so that each view can be reloaded, bookmarked and reached with Back. */
export function LinkTabs({ label, tabs }: { label: string; tabs: readonly LinkTab[] }) {
  return (
    <nav aria-label={label} className="mb-3 overflow-x-auto border-b border-line md:mb-4">
      <ul className="flex gap-6 md:gap-8">
        {tabs.map(({ to, label: word, search = {}, current, count = 0 }) => (
          <li key={word}>
            <Link
              to={to}
              search={search}
              aria-current={current ? 'page' : undefined}
              className={`flex h-11 items-center gap-1.5 border-b-2 text-md whitespace-nowrap -outline-offset-2! ${current ? 'border-copper font-semibold' : 'border-transparent text-mute hover:text-jade'}`}
            >
              {word}
              {count > 0 && (
                <span className="num rounded-full bg-copper px-1.5 text-[11px] leading-4.5 text-white">{count > 99 ? '99+' : count}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
