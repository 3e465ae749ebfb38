import { Camera } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatUserDisplayName, type UserDetail } from '#contract/people/identity/shapes.ts'
import { verificationLevels } from '#contract/people/verification/verification-status.ts'
import { SwitchMembershipButton } from '#storefront/people/identity/memberships/switch-account.tsx'
import { Avatar } from '#storefront/platform/components/avatar.tsx'
import { Link } from '#storefront/platform/routing/link.tsx'
import { LevelBadge, roleLabel } from './member-head.tsx'

/** 会员信息: the person and his membership, on the mall's dark green. */
export function MemberCard({ user }: { user: UserDetail }) {
  return (
    <section aria-label="会员信息" className="drawing-grid rounded-panel bg-pine p-4 text-white md:px-6 md:py-5">
      <div className="flex items-center gap-3 md:gap-4">
        <Link to="/alter_avatar" aria-label="修改头像" className="relative rounded-full">
          <Avatar user={user} className="size-14 md:size-16" />
          <span aria-hidden className="absolute right-0 bottom-0 grid size-5 place-items-center rounded-full bg-white text-pine">
            <Camera className="size-3" />
          </span>
        </Link>
        <div className="min-w-0 flex-1">
          <p className="text-lg leading-6 font-semibold text-balance break-words md:text-xl">{formatUserDisplayName(user)}</p>
          <p className="mt-1.5 flex flex-wrap items-center gap-2 text-xs">
            <LevelBadge level={user.memberLevel} />
            <span className="text-white/85">{roleLabel(user)}</span>
          </p>
        </div>
        <SwitchMembershipButton className="shrink-0 rounded-control border border-white/50 px-3 py-1.5 text-sm hover:bg-white/10">
          切换账号
        </SwitchMembershipButton>
      </div>
      <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-2 border-t border-white/15 pt-3 text-sm md:grid-cols-4">
        <Fact word="姓名">{user.userName ?? '未填写'}</Fact>
        <Fact word="手机号">
          <span className="num">{user.mobile}</span>
        </Fact>
        <Fact word="认证">{verificationLevels[user.authLevel]}</Fact>
        <Fact word="支付密码">
          {user.payPwdSet ? (
            '已设置'
          ) : (
            <Link to="/setting_set_pay_pwd" className="underline">
              去设置
            </Link>
          )}
        </Fact>
      </dl>
    </section>
  )
}

function Fact({ word, children }: { word: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-2 md:block">
      <dt className="text-white/75 md:text-xs">{word}</dt>
      <dd>{children}</dd>
    </div>
  )
}
