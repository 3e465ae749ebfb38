import type { ReactNode } from 'react'
import { UserCenterLayout } from '#storefront/people/user-center/centre-layout.tsx'
import { LinkTabs } from '#storefront/platform/components/link-tabs.tsx'
import { QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { useSearch } from '#storefront/platform/routing/routing.tsx'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { useLoggedIn, useUserQuery } from '#storefront/platform/sessions/use-session.ts'
import { ApiDocumentView } from './api-document.tsx'
import { WebhookDeliveryLog } from './delivery-log.tsx'
import { WebhooksView } from './hooks.tsx'
import { ApiKeysView } from './keys.tsx'
import { PunchOutView } from './punch-out/punch-out-view.tsx'

const views = { keys: '接口密钥', hooks: '消息推送', log: '推送记录', punchOut: '采购系统', docs: '接口文档' } as const
type AccessView = keyof typeof views
const names = Object.keys(views) as AccessView[]

/** Returns the view in the URL; an unknown one is the first. */
const viewIn = (text: string | undefined): AccessView => names.find((name) => name === text) ?? 'keys'

/** The frame of 接口接入: a tab for each view. Only the main account sees keys and webhooks; the documentation is for everybody. */
function AccessFrame({ view, main, actions, children }: { view: AccessView; main: boolean; actions?: ReactNode; children: ReactNode }) {
  return (
    <UserCenterLayout title="接口接入" actions={actions}>
      <LinkTabs
        label="接口接入"
        tabs={names
          .filter((name) => main || name === 'docs')
          .map((name) => ({ to: '/api_access' as const, label: views[name], search: { view: name }, current: name === view }))}
      />
      {children}
    </UserCenterLayout>
  )
}

const shown: Record<AccessView, () => React.ReactNode> = {
  keys: ApiKeysView,
  hooks: WebhooksView,
  log: WebhookDeliveryLog,
  punchOut: PunchOutView,
  docs: ApiDocumentView,
}

/** /api_access 接口接入: keys, webhooks, their deliveries, and the documentation of the API. */
export function Page() {
  const { view } = useSearch()
  const [loggedIn, user] = [useLoggedIn(), useUserQuery()]
  const { allowed: isMain } = usePermission('main')
  // A guest sends the request too, and is led to the login.
  if (!loggedIn) return <Access view={view} main />
  if (user.data !== undefined) return <Access view={view} main={isMain} />
  return (
    <AccessFrame view={viewIn(view)} main>
      <QueryContent from={user} skeleton={<Skeleton className="h-80 rounded-panel" />}>
        {() => null}
      </QueryContent>
    </AccessFrame>
  )
}

function Access({ view, main }: { view: string | undefined; main: boolean }) {
  const current = viewIn(view)
  const View = shown[current]
  return (
    <AccessFrame view={current} main={main}>
      <View />
    </AccessFrame>
  )
}
