import { ArrowUpRight, Bell, ShoppingCart, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatUserDisplayName, type UserDetail } from '#contract/people/identity/shapes.ts'
import { Avatar } from '#storefront/platform/components/avatar.tsx'
import { Link } from '#storefront/platform/routing/link.tsx'
import { useRouterState } from '#storefront/platform/routing/routing.tsx'
import { useInPunchOut, useLoggedIn, useUser } from '#storefront/platform/sessions/use-session.ts'
import { flatHeaderPaths, formatUrlWithRedirect } from '#storefront/routes.ts'
import { mallProfile } from '#ui/mall.ts'
import { useHeaderCounts } from './counts.ts'
import { HomeLink } from './logo.tsx'
import { isShownDuringPunchOut } from './punch-out-paths.ts'
import { SearchBox } from './search-box.tsx'

const links = [
  ['/', '首页'],
  ['/shop', '商城'],
  ['/categories', '分类'],
  ['/shopping_list', '常购清单'],
  ['/credit_account', '赊销服务'],
  ['/my_contract', '合同与发票'],
  ['/app_download', 'APP'],
] as const

/** Logo, search, badges and navigation. It has a shadow except on five routes (specification §2). */
export function Header({ pathname }: { pathname: string }) {
  const inPunchOut = useInPunchOut()
  const shadow = flatHeaderPaths.has(pathname) ? 'border-b border-line' : 'border-b border-line shadow-[0_2px_10px_rgb(19_32_30/0.07)]'
  return (
    <header className={`no-print sticky top-(--mark-height) z-40 bg-white md:static ${shadow}`}>
      <UtilityLine inPunchOut={inPunchOut} />
      <div className="content flex h-14 items-center gap-2.5 md:grid md:h-20 md:grid-cols-[216px_1fr_auto] md:gap-8">
        <HomeLink />
        <SearchBox />
        <Acts />
      </div>
      <nav aria-label="主导航" className="content hidden h-11.5 items-center gap-9 border-t border-line-soft md:flex">
        {(inPunchOut ? links.filter(([to]) => isShownDuringPunchOut(to)) : links).map(([to, label]) => (
          <Link
            key={to}
            to={to}
            aria-current={to === pathname ? 'page' : undefined}
            className={`flex h-full items-center border-b-2 text-md hover:text-jade ${to === pathname ? 'border-b-copper font-semibold' : 'border-transparent'}`}
          >
            {label}
          </Link>
        ))}
        {inPunchOut ? (
          <span className="ml-auto text-sm text-copper">采购系统会话：选购后在购物车返回采购系统</span>
        ) : (
          <Link to="/quick_order" className="ml-auto flex items-center gap-1 font-medium text-jade hover:underline">
            批量下单
            <ArrowUpRight className="size-4" aria-hidden />
          </Link>
        )}
      </nav>
    </header>
  )
}

function UtilityLine({ inPunchOut }: { inPunchOut: boolean }) {
  return (
    <div className="hidden bg-ink text-xs text-[#c9d2cf] md:block">
      <div className="content flex h-8 items-center justify-between">
        <span>{mallProfile.hours !== '' && `服务时间 ${mallProfile.hours}`}</span>
        <span className="flex gap-5">
          {mallProfile.phone !== '' && (
            <span>
              服务热线 <b className="num inline-block min-w-17 text-white">{mallProfile.phone}</b>
            </span>
          )}
          {!inPunchOut && (
            <Link to="/app_download" className="hover:text-white">
              APP 下载
            </Link>
          )}
          <Link to="/help_center" className="hover:text-white">
            帮助中心
          </Link>
        </span>
      </div>
    </div>
  )
}

/** Members see the messages, the cart and their name. Guests see the login links with a redirect to this page. */
function Acts() {
  const loggedIn = useLoggedIn()
  const user = useUser()
  const { cart, unread } = useHeaderCounts()
  const from = useRouterState((state) => state.location.href)
  if (!loggedIn) {
    return (
      <div className="flex shrink-0 items-center gap-1 text-base md:gap-3">
        <Link
          to={formatUrlWithRedirect('/login', from)}
          className="rounded-control px-1 py-1.5 font-medium text-jade hover:underline sm:px-2"
        >
          登录
        </Link>
        <Link
          to={formatUrlWithRedirect('/register', from)}
          className="rounded-control border border-jade px-2 py-1 font-medium text-jade hover:bg-jade-tint sm:px-3 sm:py-1.5"
        >
          注册
        </Link>
      </div>
    )
  }
  if (user?.inPunchOut)
    return (
      <div className="flex shrink-0 gap-1 md:gap-2">
        <Act to="/cart" label="购物车" badge={cart} icon={<ShoppingCart className="size-5.5" strokeWidth={1.6} aria-hidden />} />
      </div>
    )
  const name = user ? formatUserDisplayName(user) : '我的'
  return (
    <div className="flex shrink-0 gap-1 md:gap-2">
      <Act to="/message_notice" label="消息" badge={unread} icon={<Bell className="size-5.5" strokeWidth={1.6} aria-hidden />} />
      <Act to="/cart" label="购物车" badge={cart} icon={<ShoppingCart className="size-5.5" strokeWidth={1.6} aria-hidden />} wide />
      <Act to="/user_center" label="我的" title={name} icon={<Face user={user} />} wide />
    </div>
  )
}

/** The person's own picture if he has one. */
function Face({ user }: { user: UserDetail | undefined }) {
  if (user?.headImg) return <Avatar user={user} className="size-5.5" />
  return <UserRound className="size-5.5" strokeWidth={1.6} aria-hidden />
}

interface ActProps {
  to: '/message_notice' | '/cart' | '/user_center'
  label: string
  title?: string
  badge?: number
  icon: ReactNode
  /** On phones the bottom bar shows it. */
  wide?: boolean
}

function Act({ to, label, title, badge = 0, icon, wide = false }: ActProps) {
  return (
    <Link
      to={to}
      data-hint={title}
      className={`relative justify-items-center gap-0.5 px-2 py-1.5 text-xs hover:text-jade md:px-3 ${wide ? 'hidden md:grid' : 'grid'}`}
    >
      {icon}
      <span className="sr-only md:not-sr-only">{label}</span>
      <CountBadge value={badge} label={`${label} ${badge}`} />
    </Link>
  )
}

/** A number in a corner, shown only above 0 (specification §1). */
export function CountBadge({ value, label }: { value: number; label: string }) {
  if (value <= 0) return null
  return (
    <sup className="num absolute top-0 right-0.5 min-w-4.5 rounded-full bg-copper px-1 text-center text-[11px] leading-4.5 font-semibold text-white">
      <span className="sr-only">{label}</span>
      <span aria-hidden>{value > 99 ? '99+' : value}</span>
    </sup>
  )
}
