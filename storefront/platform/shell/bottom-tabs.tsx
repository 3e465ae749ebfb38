import { House, LayoutGrid, ShoppingCart, UserRound } from 'lucide-react'
import { Link } from '#storefront/platform/routing/link.tsx'
import { useInPunchOut } from '#storefront/platform/sessions/use-session.ts'
import { useHeaderCounts } from './counts.ts'
import { CountBadge } from './header.tsx'
import { isShownDuringPunchOut } from './punch-out-paths.ts'

const tabs = [
  { to: '/', label: '首页', Icon: House },
  { to: '/categories', label: '分类', Icon: LayoutGrid },
  { to: '/cart', label: '购物车', Icon: ShoppingCart },
  { to: '/user_center', label: '我的', Icon: UserRound },
] as const

/** The four tabs on a phone. */
export function PhoneBottomTabs({ pathname }: { pathname: string }) {
  const { cart } = useHeaderCounts()
  const inPunchOut = useInPunchOut()
  const shown = inPunchOut ? tabs.filter(({ to }) => isShownDuringPunchOut(to)) : tabs
  return (
    <nav
      aria-label="底部导航"
      className="no-print fixed inset-x-0 bottom-0 z-40 grid h-14 auto-cols-fr grid-flow-col border-t border-line bg-white pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {shown.map(({ to, label, Icon }) => (
        <Link
          key={to}
          to={to}
          aria-current={pathname === to ? 'page' : undefined}
          className={`grid place-content-center justify-items-center text-[11px] leading-4 ${pathname === to ? 'font-semibold text-pine' : 'text-mute'}`}
        >
          <span className="relative">
            <Icon className="size-5.5" strokeWidth={1.7} aria-hidden />
            {to === '/cart' && (
              <span className="absolute -top-1.5 left-3">
                <span className="relative block">
                  <CountBadge value={cart} label={`购物车 ${cart}`} />
                </span>
              </span>
            )}
          </span>
          {label}
        </Link>
      ))}
    </nav>
  )
}
