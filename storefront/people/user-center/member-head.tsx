import { levelScreenPaths } from '#contract/orders/levels/screens.ts'
import { formatUserDisplayName, type UserDetail } from '#contract/people/identity/shapes.ts'
import { memberLevels } from '#contract/people/verification/verification-status.ts'
import { SwitchMembershipButton } from '#storefront/people/identity/memberships/switch-account.tsx'
import { Avatar } from '#storefront/platform/components/avatar.tsx'
import { Link } from '#storefront/platform/routing/link.tsx'

const chips = {
  1: 'border-line bg-white text-mute',
  2: 'border-placeholder bg-paper text-mute',
  3: 'border-gold-line bg-white text-gold',
  4: 'border-white/60 bg-pine text-white',
} as const

/** 黄金会员, with a link to the benefits of the level. */
export function LevelBadge({ level }: { level: UserDetail['memberLevel'] }) {
  return (
    <Link
      to={levelScreenPaths[level]}
      className={`rounded-full border px-2 text-xs leading-5.5 font-medium md:leading-5 whitespace-nowrap ${chips[level]}`}
    >
      {memberLevels[level]}
    </Link>
  )
}

/** 运营管理员 for a main account (specification §2); a sub-account is called a sub-account. */
export const roleLabel = ({ accountType }: Pick<UserDetail, 'accountType'>): string => (accountType === 1 ? '运营管理员' : '子账号')

/** The person and his enterprise, above the side menu. */
export function UserCenterMenuHead({ user, folded }: { user: UserDetail | undefined; folded: boolean }) {
  if (folded) {
    return (
      <Link to="/user_center" aria-label="会员信息" className="panel grid justify-items-center py-3">
        <Avatar user={user} className="size-10" />
      </Link>
    )
  }
  return (
    <section aria-label="当前账号" className="panel min-h-33 p-4">
      <div className="flex items-center gap-3">
        <Avatar user={user} />
        {user ? (
          <div className="min-w-0">
            <p className="line-clamp-2 leading-5 font-semibold break-words">{formatUserDisplayName(user)}</p>
          </div>
        ) : (
          <div className="skeleton h-5 flex-1" aria-hidden />
        )}
      </div>
      {user && (
        <>
          <p className="mt-2.5 flex flex-wrap items-center gap-2">
            <LevelBadge level={user.memberLevel} />
            <span className="text-xs text-mute">{roleLabel(user)}</span>
          </p>
          <p className="mt-2.5 flex items-center justify-between gap-2 border-t border-line-soft pt-2.5 text-xs text-mute">
            <span className="truncate">{user.userName ?? user.mobile}</span>
            <SwitchMembershipButton className="finger shrink-0 font-medium text-jade hover:underline">切换账号</SwitchMembershipButton>
          </p>
        </>
      )}
    </section>
  )
}
