import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { levelScreenPaths } from '#contract/orders/levels/screens.ts'
import { orderLifecycle } from '#contract/orders/orders/order-lifecycle.ts'
import { formatUserDisplayName, type UserDetail } from '#contract/people/identity/shapes.ts'
import { memberLevels } from '#contract/people/verification/verification-status.ts'
import { creditAccountQuery, orderCountsQuery } from '#storefront/operations/home/home-api.ts'
import { SwitchMembershipButton } from '#storefront/people/identity/memberships/switch-account.tsx'
import { ButtonLink } from '#storefront/platform/components/button.tsx'
import { QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { Link } from '#storefront/platform/routing/link.tsx'
import { formatMissingPermission } from '#storefront/platform/sessions/permissions/required-permission.ts'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { formatCount as grouped } from '#ui/format.ts'
import { lazyOptionalPart } from '#ui/lazy-part.tsx'
import { listHomeOrderTiles } from './account-view.ts'
import { EnterpriseCreditSummary } from './credit-part.tsx'

/** Only members see it, and it is loaded after the main content. */
const CouponsLeft = lazyOptionalPart(() => import('./coupons-left.tsx').then((part) => part.AvailableCouponCount))

const FRAME = 'panel flex min-w-0 flex-col px-4 py-4 lg:px-5 lg:py-4.5'

/** The state of the enterprise: its level, its credit, what is due, and its orders. */
export function EnterpriseAccountPanel({ user }: { user: UserDetail | undefined }) {
  const maySeeCredit = usePermission(['applyLimit', 'buyPay']).allowed
  const maySeeOrders = usePermission('lookOrder').allowed
  const [canViewOrders, mayAdd] = [usePermission('lookGoods').allowed, usePermission('addCart').allowed]
  if (!user) return <AccountSkeleton />
  return (
    <aside aria-label="企业账户" className={FRAME}>
      <Company user={user} />
      <div className="mt-3.5 border-t border-dashed border-line pt-3.5">{maySeeCredit ? <Credit user={user} /> : <NoCredit />}</div>
      <div className="mt-auto pt-3">{maySeeOrders ? <Orders /> : canViewOrders && mayAdd && <NoOrders />}</div>
    </aside>
  )
}

const chips = {
  1: 'border-line text-mute',
  2: 'border-placeholder text-mute',
  3: 'border-gold-line text-gold',
  4: 'border-pine bg-pine text-white',
} as const

function Company({ user }: { user: UserDetail }) {
  return (
    <div className="flex items-start justify-between gap-2">
      <div className="min-w-0">
        <p className="text-md leading-snug font-semibold break-words">{formatUserDisplayName(user)}</p>
        <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-mute">
          <Link
            to={levelScreenPaths[user.memberLevel]}
            className={`rounded-full border px-2 leading-5.5 font-medium ${chips[user.memberLevel]}`}
          >
            {memberLevels[user.memberLevel]}
          </Link>
          {user.accountType === 2 && <span>{user.userName ?? user.mobile} · 子账号</span>}
          <Suspense fallback={null}>
            <CouponsLeft />
          </Suspense>
        </p>
      </div>
      {user.canSwitchAccount && (
        <SwitchMembershipButton className="shrink-0 text-xs leading-6 font-medium text-jade hover:underline">
          切换账号
        </SwitchMembershipButton>
      )}
    </div>
  )
}

function Credit({ user }: { user: UserDetail }) {
  const overview = useQuery(creditAccountQuery)
  return (
    <QueryContent from={overview} skeleton={<Skeleton className="h-41" />}>
      {({ account }) => <EnterpriseCreditSummary user={user} account={account} />}
    </QueryContent>
  )
}

/** Shown to a member who may not see credit: which permission is missing, and who can grant it. */
const NoCredit = () => <p className="text-sm text-mute">{formatMissingPermission('applyLimit')}，额度与账单请联系企业主账号查看。</p>

/** Shown to a member who may not see orders: links to what he can do. */
const NoOrders = () => (
  <>
    <p className="text-sm text-mute">您可以选购商品并加入购物车，下单与付款由有权限的同事完成。</p>
    <div className="mt-3 grid grid-cols-2 gap-2.5">
      <ButtonLink to="/shop">去选购</ButtonLink>
      <ButtonLink to="/cart" look="line">
        看购物车
      </ButtonLink>
    </div>
  </>
)

function Orders() {
  const counts = useQuery(orderCountsQuery)
  return (
    <QueryContent from={counts} skeleton={<Skeleton className="h-13" />}>
      {(list) => (
        <ul className="grid auto-cols-fr grid-flow-col" aria-label="订单">
          {listHomeOrderTiles(list).map(({ state, count }) => (
            <li key={state}>
              <Link to="/my_order" search={{ state }} className="block rounded-control py-1 text-center hover:bg-paper">
                <b className={`num block text-xl leading-7 ${count === 0 ? 'text-mute' : 'font-semibold'}`}>{grouped(count)}</b>
                <span className="block text-xs text-mute">{orderLifecycle.states[state].label}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </QueryContent>
  )
}

function AccountSkeleton() {
  return (
    <div role="status" aria-label="加载中" className={FRAME}>
      <Skeleton className="h-6 w-3/4" />
      <Skeleton className="mt-2 h-5 w-20" />
      <Skeleton className="mt-6.5 h-41" />
      <div className="mt-auto pt-3">
        <Skeleton className="h-13" />
      </div>
    </div>
  )
}
