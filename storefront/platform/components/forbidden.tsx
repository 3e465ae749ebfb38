import {
  formatMissingPermission,
  formatWhoCanGrant,
  type RequiredPermission,
} from '#storefront/platform/sessions/permissions/required-permission.ts'
import { ButtonLink } from './button.tsx'

interface Props {
  /** undefined: unknown. */
  right: RequiredPermission | undefined
  /** The page has its own heading. */
  within?: boolean
}

/**
 * Shown in place of content that a person may not see: which permission is missing, who can grant it, and a link. It is the same for every
 * missing permission.
 */
export function Forbidden({ right, within = false }: Props) {
  const Title = within ? 'h2' : 'h1'
  return (
    <section aria-label="没有权限" className={`content text-center ${within ? 'py-12' : 'py-20'}`}>
      <p className={`num leading-none text-placeholder ${within ? 'text-[48px]' : 'text-[72px]'}`}>403</p>
      <Title className="mt-4 text-xl">没有权限</Title>
      <p className="mt-2 text-balance text-mute">
        {right === undefined ? '您的账号没有打开此页面的权限' : formatMissingPermission(right)}。{formatWhoCanGrant(right ?? [])}。
      </p>
      <div className="mt-6 flex justify-center gap-3">
        <ButtonLink to="/">回到首页</ButtonLink>
        <ButtonLink to="/user_center" look="line">
          个人中心
        </ButtonLink>
      </div>
    </section>
  )
}
