import { CircleCheck } from 'lucide-react'
import { ButtonLink } from '#storefront/platform/components/button.tsx'
import { useSearch } from '#storefront/platform/routing/routing.tsx'
import { pickLoginRedirectParams } from '#storefront/platform/sessions/login-redirect.ts'
import { LoginLayout } from './login-layout.tsx'

/** /login_forget_success: the password was reset, and what follows from it. */
export function Page() {
  const search = useSearch()
  return (
    <LoginLayout title="密码已重置">
      <div role="status" className="flex flex-col items-center gap-2 py-6 text-center">
        <CircleCheck className="size-12 text-success" strokeWidth={1.4} aria-hidden />
        <p className="text-md">请用新密码登录</p>
        <p className="text-sm text-mute">为保证安全，所有设备已退出登录；支付密码没有变化。</p>
      </div>
      <ButtonLink to="/login" search={pickLoginRedirectParams(search)} look="call" size="lg" className="w-full">
        去登录
      </ButtonLink>
    </LoginLayout>
  )
}
