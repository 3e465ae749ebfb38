import { LogOut } from 'lucide-react'
import type { UserDetail } from '#contract/people/identity/shapes.ts'
import { Button, ButtonLink } from '#storefront/platform/components/button.tsx'
import { QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { useRouter } from '#storefront/platform/routing/routing.tsx'
import { logOut } from '#storefront/platform/sessions/session.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { useLoggedIn, useUserQuery } from '#storefront/platform/sessions/use-session.ts'
import { UserCenterLayout } from './centre-layout.tsx'
import { UserCenterMenuTiles } from './centre-menu.tsx'
import { MemberCard } from './member-card.tsx'
import { UnreadMessagesCard } from './messages-card.tsx'
import { CreditWalletAndCouponCards } from './money-cards.tsx'
import { OrderCountTiles } from './order-tiles.tsx'
import { VerificationCard } from './verification-card.tsx'

/** /user_center: the person, the state of verification, credit, wallet and orders, and the news. */
export function Page() {
  const loggedIn = useLoggedIn()
  return <UserCenterLayout title="个人中心">{loggedIn ? <Member /> : <Guest />}</UserCenterLayout>
}

function Member() {
  const user = useUserQuery()
  return (
    <QueryContent from={user} skeleton={<Waiting />}>
      {(detail) => <Centre user={detail} />}
    </QueryContent>
  )
}

function Centre({ user }: { user: UserDetail }) {
  return (
    <div className="flex flex-col gap-3 md:gap-4">
      <MemberCard user={user} />
      <OrderCountTiles />
      <CreditWalletAndCouponCards />
      <UserCenterMenuTiles />
      <div className="grid gap-3 md:gap-4 xl:grid-cols-2">
        <VerificationCard user={user} />
        <UnreadMessagesCard />
      </div>
      <LogOffButton />
    </div>
  )
}

function LogOffButton() {
  const { navigate } = useRouter()
  const leaving = useApiMutation(logOut, { onSuccess: () => navigate({ to: '/' }) })
  return (
    <Button look="line" className="w-full md:w-fit md:self-end" busy={leaving.isPending} onClick={() => leaving.mutate(undefined)}>
      <LogOut className="size-4" aria-hidden />
      退出登录
    </Button>
  )
}

/** A preview of the user center for a guest, with links to log in and to register. */
function Guest() {
  return (
    <div className="flex flex-col gap-3 md:gap-4">
      <section className="drawing-grid rounded-panel bg-pine px-5 py-8 text-white md:px-8">
        <h2 className="text-xl">登录后，一处看清企业的采购账</h2>
        <p className="mt-2 max-w-xl text-white/80">
          订单进度、赊销额度与还款日、钱包余额、账单与发票，都在这里。还没有账号，注册后即可申请赊销额度。
        </p>
        <div className="mt-5 flex gap-3">
          <ButtonLink to="/login" search={{ redirectUrl: '/user_center' }} look="call">
            登录
          </ButtonLink>
          <ButtonLink to="/register" search={{ redirectUrl: '/user_center' }} look="ghost">
            注册
          </ButtonLink>
        </div>
      </section>
      <section aria-labelledby="how-credit" className="panel p-4 md:p-6">
        <h2 id="how-credit" className="text-md md:text-lg">
          赊销怎么开通
        </h2>
        <ol className="mt-4 grid grid-cols-2 gap-4 md:grid-cols-4">
          {steps.map(([what, how], at) => (
            <li key={what} className="flex gap-2.5">
              <span aria-hidden className="num grid size-6 shrink-0 place-items-center rounded-full border border-jade text-sm text-jade">
                {at + 1}
              </span>
              <span>
                <span className="block font-medium">{what}</span>
                <span className="block text-xs text-mute">{how}</span>
              </span>
            </li>
          ))}
        </ol>
      </section>
      <UserCenterMenuTiles />
    </div>
  )
}

const steps = [
  ['注册登录', '手机号加图形验证码'],
  ['三步认证', '经办人、企业、高级'],
  ['核定额度', '审核 1-5 个工作日'],
  ['当月用，次月还', '次月10号还款'],
] as const

function Waiting() {
  return (
    <div className="flex flex-col gap-3 md:gap-4">
      <Skeleton className="h-36 md:h-32" />
      <Skeleton className="h-34" />
      <Skeleton className="h-60" />
    </div>
  )
}
