import { formatUserDisplayName } from '#contract/people/identity/shapes.ts'
import { SwitchMembershipButton } from '#storefront/people/identity/memberships/switch-account.tsx'
import { useUser } from '#storefront/platform/sessions/use-session.ts'

/** 当前账号：深圳市…公司 切换账号 */
export function CurrentMembershipWithSwitchLink() {
  const user = useUser()
  if (!user) return null
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-3 text-sm text-mute">
      <span>当前账号：{formatUserDisplayName(user)}</span>
      <SwitchMembershipButton className="finger rounded-control font-medium text-jade hover:underline">切换账号</SwitchMembershipButton>
    </p>
  )
}
