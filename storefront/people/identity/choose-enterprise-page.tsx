import { useState } from 'react'
import type { OwnEnterpriseMembershipRow } from '#contract/people/identity/shapes.ts'
import { Button, ButtonLink } from '#storefront/platform/components/button.tsx'
import { EmptyState, QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { useRouter, useSearch } from '#storefront/platform/routing/routing.tsx'
import { redirectAfterLogin } from '#storefront/platform/sessions/login-redirect.ts'
import { useSwitchMembershipCall } from '#storefront/platform/sessions/use-session.ts'
import { LoginLayout } from './login-layout.tsx'
import { SelectableMembershipList } from './memberships/membership-list.tsx'
import { useMemberships } from './memberships/memberships.ts'

/** /login_success: a person with several memberships chooses one, and continues to the page that he came from. */
export function Page() {
  const memberships = useMemberships()
  return (
    <LoginLayout title="选择企业" hint="您的手机号属于以下企业，请选择要进入的一家">
      <QueryContent from={memberships} skeleton={<WaitingMemberships />}>
        {(list) => <Choice memberships={list} />}
      </QueryContent>
    </LoginLayout>
  )
}

function Choice({ memberships }: { memberships: readonly OwnEnterpriseMembershipRow[] }) {
  const current = memberships.find((membership) => membership.current)?.enterpriseId ?? ''
  const [chosen, setChosen] = useState(current)
  const { history } = useRouter()
  const search = useSearch()
  const change = useSwitchMembershipCall(() => redirectAfterLogin(search, history))
  if (memberships.length === 0)
    return (
      <EmptyState
        title="没有可以进入的企业"
        hint="子账号可能已停用，请联系企业主账号"
        action={
          <ButtonLink to="/service_contact" look="line">
            联系客服
          </ButtonLink>
        }
      />
    )
  const enter = () => (chosen === current ? redirectAfterLogin(search, history) : change.mutate(chosen))
  return (
    <>
      <SelectableMembershipList label="企业" memberships={memberships} value={chosen} onChange={setChosen} />
      <Button look="call" size="lg" className="mt-5 w-full" busy={change.isPending} disabled={chosen === ''} onClick={enter}>
        进入
      </Button>
      <p className="mt-3 text-center text-xs text-mute">进入后可随时在个人中心切换账号</p>
    </>
  )
}

function WaitingMemberships() {
  return (
    <div className="flex flex-col gap-2.5">
      <Skeleton className="h-17" />
      <Skeleton className="h-17" />
      <Skeleton className="mt-2.5 h-12" />
    </div>
  )
}
