import { formatUserDisplayName, type UserDetail } from '#contract/people/identity/shapes.ts'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { useSwitchMembershipWithinMall } from '#storefront/platform/sessions/use-session.ts'

/** 集团采购: for which company a buyer of the parent acts, above every screen and always in sight, with a button back to the parent. */
export function GroupBuyerMark({ user, parent }: { user: UserDetail; parent: NonNullable<UserDetail['parent']> }) {
  const back = useSwitchMembershipWithinMall(() => showNotice(`已返回 ${parent.name}`))
  const company = formatUserDisplayName(user)
  return (
    <div role="status" className="no-print sticky top-0 z-50 h-(--mark-height) bg-copper text-sm text-white">
      <div className="content flex h-full items-center justify-between gap-3">
        <span className="line-clamp-2 min-w-0 leading-tight break-words" data-hint={`正在为 ${company} 采购`}>
          正在为 <b className="font-semibold">{company}</b> 采购
        </span>
        <button
          type="button"
          className="flex h-9 shrink-0 items-center font-medium underline underline-offset-2 disabled:opacity-60"
          data-hint={`返回 ${parent.name}`}
          aria-label={`返回本公司：${parent.name}`}
          disabled={back.isPending}
          onClick={() => back.mutate(parent.enterpriseId)}
        >
          返回本公司
        </button>
      </div>
    </div>
  )
}
