import { useQuery } from '@tanstack/react-query'
import { allMemberLevels, formatLevelName } from '#contract/orders/levels/level-status.ts'
import type { EnterpriseLevelOverview } from '#contract/orders/levels/shapes.ts'
import { UserCenterLayout } from '#storefront/people/user-center/centre-layout.tsx'
import { GiftLine } from '#storefront/platform/components/gift-line.tsx'
import { LinkTabs } from '#storefront/platform/components/link-tabs.tsx'
import { OrderLinkIfPermitted } from '#storefront/platform/components/order-link.tsx'
import { QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { useLocation, useSearch } from '#storefront/platform/routing/routing.tsx'
import { BenefitCard } from './benefit-card.tsx'
import { memberLevelStatusQuery } from './level-api.ts'
import { LevelHead } from './level-head.tsx'
import { findDisplayedLevel, levelScreenLink, toBenefitViewModels } from './level-view.ts'
import { LevelChangesClaimsAndRules } from './records.tsx'

/**
 * 会员权益: the level of the enterprise, the benefits of each level, and the claims. It is one page at five URLs, which say what level is
 * shown. Whether a level is unlocked depends on the enterprise.
 */
export function Page() {
  const status = useQuery(memberLevelStatusQuery)
  return (
    <UserCenterLayout title="会员权益">
      <QueryContent from={status} skeleton={<Waiting />}>
        {(given) => <Benefits status={given} />}
      </QueryContent>
    </UserCenterLayout>
  )
}

function Benefits({ status }: { status: EnterpriseLevelOverview }) {
  const { pathname } = useLocation()
  const { tab } = useSearch()
  const shown = findDisplayedLevel(pathname, tab, status.level)
  return (
    <div className="flex flex-col gap-3 md:gap-4">
      <LevelHead status={status} />
      <section aria-label={`${formatLevelName(shown)}权益`}>
        <LinkTabs
          label="会员等级"
          tabs={allMemberLevels.map((level) => ({
            ...levelScreenLink(level, status.level),
            label: formatLevelName(level),
            current: level === shown,
          }))}
        />
        <ul className="grid gap-3 md:grid-cols-3">
          {toBenefitViewModels(status, shown).map((view) => (
            <li key={view.benefit} className="grid">
              <BenefitCard view={view} status={status} level={shown} />
            </li>
          ))}
        </ul>
      </section>
      {status.gifts.length > 0 && <Gifts gifts={status.gifts} />}
      <LevelChangesClaimsAndRules status={status} />
    </div>
  )
}

/** Gifts that were claimed: those that wait for an order, and those that were added to one. */
function Gifts({ gifts }: Pick<EnterpriseLevelOverview, 'gifts'>) {
  return (
    <section aria-label="赠品" className="panel p-4 md:p-5">
      <h2 className="text-md md:text-lg">赠品</h2>
      <ul className="mt-1 divide-y divide-line-soft">
        {gifts.map((gift, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two gifts may have the same SKU and order, and they have no id
          <li key={at} className="grid gap-1 py-3">
            <GiftLine gift={gift} />
            <p className="pl-17 text-xs text-mute">
              {gift.orderNo === null ? (
                '待随单赠送：下一次购买该店铺商品时，自动随订单发出'
              ) : (
                <>
                  已随订单 <OrderLinkIfPermitted orderNo={gift.orderNo} /> 赠送
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

const Waiting = () => (
  <div className="flex flex-col gap-3 md:gap-4">
    <Skeleton className="h-58 rounded-panel md:h-52" />
    <Skeleton className="h-11" />
    <div className="grid gap-3 md:grid-cols-3">
      {['a', 'b', 'c'].map((at) => (
        <Skeleton key={at} className="h-52 rounded-panel" />
      ))}
    </div>
  </div>
)
