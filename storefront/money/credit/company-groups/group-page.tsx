import { Building2 } from 'lucide-react'
import type { OwnCompanyGroup } from '#contract/billing/company-groups/shapes.ts'
import { UserCenterLayout } from '#storefront/people/user-center/centre-layout.tsx'
import { EmptyState, QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'
import { AmountColumns } from './amount-columns.tsx'
import { useOwnCompanyGroup } from './group-api.ts'
import { GroupBuyersCard } from './group-buyers.tsx'
import { CompanyGroupInvitations, LeaveGroupButton } from './invitations.tsx'
import { GroupMembers } from './members.tsx'
import { GroupPurchasesCard } from './purchases-card.tsx'
import { GroupStatementCard } from './statement-card.tsx'

/** /credit_group 集团: the group that the company belongs to; for its parent the shares of all members. */
export function Page() {
  const own = useOwnCompanyGroup()
  return (
    <UserCenterLayout title="集团">
      <QueryContent from={own} skeleton={<Waiting />}>
        {({ group, invitations }) => (
          <div className="flex flex-col gap-3 md:gap-4">
            {group === null && <CompanyGroupInvitations invitations={invitations} />}
            {group && <OwnShare group={group} />}
            {group?.shares && <GroupMembers shares={group.shares} />}
            {group?.shares && <GroupBuyersCard members={group.shares.members} />}
            {group?.isParent && <GroupStatementCard />}
            {group?.isParent && <GroupPurchasesCard />}
            {group === null && invitations.length === 0 && (
              <div className="panel">
                <EmptyState icon={Building2} title="贵公司不在集团中" hint="需要与关联企业共用额度时，请联系客户经理建立集团" />
              </div>
            )}
          </div>
        )}
      </QueryContent>
    </UserCenterLayout>
  )
}

const Waiting = () => (
  <div className="flex flex-col gap-3 md:gap-4">
    <Skeleton className="h-40 rounded-panel" />
    <Skeleton className="h-64 rounded-panel" />
  </div>
)

function OwnShare({ group }: { group: OwnCompanyGroup }) {
  const { name, parentName, isParent, share, used, available, joinedAt, showsCategories } = group
  const amounts = [
    ['份额（固定额度）', share],
    ['已用', used],
    ['可用', available],
  ] as const
  return (
    <section aria-label="本企业" className="panel p-4 md:p-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="text-md font-semibold break-words">{name}</h2>
          <p className="mt-1 text-sm text-mute">
            {isParent ? '贵公司是母公司' : `母公司 ${parentName ?? ''}`} ·{' '}
            <span className="num">{formatShanghaiTimeToMinute(joinedAt)}</span> 加入
          </p>
        </div>
        {!isParent && <LeaveGroupButton share={share} used={used} />}
      </div>
      <AmountColumns amounts={amounts} size="md" className="mt-4 grid-cols-3 border-t border-line-soft pt-4 md:gap-x-6" />
      {!isParent && (
        <p className="mt-3 text-sm text-mute">
          份额由母公司在集团额度内分配。母公司可以看到贵公司各月账单的合计，以及采购按月{showsCategories && '、按商品分类'}
          的合计；看不到订单和资料。
        </p>
      )}
    </section>
  )
}
