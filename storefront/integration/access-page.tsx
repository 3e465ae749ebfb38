import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { LinkTabs } from '../parts/link-tabs.tsx'
import { Loaded, Skeleton } from '../parts/states.tsx'
import { useLoggedIn, useUserQuery } from '../session/use-session.ts'
import { CentreLayout } from '../user-center/centre-layout.tsx'
import { DocumentView } from './document.tsx'
import { HooksView } from './hooks.tsx'
import { KeysView } from './keys.tsx'
import { LogView } from './log.tsx'

const views = { keys: '接口密钥', hooks: '消息推送', log: '推送记录', docs: '接口文档' } as const
type AccessView = keyof typeof views
const names = Object.keys(views) as AccessView[]

/** The view that an address names; anything else is the first that the person may see. */
const viewIn = (text: string | undefined, main: boolean): AccessView => (main ? (names.find((name) => name === text) ?? 'keys') : 'docs')

/** The frame of 接口接入: a tab for each view; who is no main account has the documents alone. */
function AccessFrame({ view, main, actions, children }: { view: AccessView; main: boolean; actions?: ReactNode; children: ReactNode }) {
  return (
    <CentreLayout title="接口接入" actions={actions}>
      <LinkTabs
        label="接口接入"
        tabs={names
          .filter((name) => main || name === 'docs')
          .map((name) => ({ to: '/api_access' as const, label: views[name], search: { view: name }, current: name === view }))}
      />
      {children}
    </CentreLayout>
  )
}

const shown: Record<AccessView, () => React.ReactNode> = { keys: KeysView, hooks: HooksView, log: LogView, docs: DocumentView }

/** /api_access 接口接入: keys, webhooks, what was sent to them, and what programs can call. */
export function Page() {
  const { view } = useSearch({ strict: false })
  const [loggedIn, user] = [useLoggedIn(), useUserQuery()]
  // A guest asks like anybody, and is led to log in.
  if (!loggedIn) return <Access view={view} main />
  if (user.data !== undefined) return <Access view={view} main={user.data.accountType === 1} />
  return (
    <AccessFrame view={viewIn(view, true)} main>
      <Loaded from={user} skeleton={<Skeleton className="h-80 rounded-panel" />}>
        {() => null}
      </Loaded>
    </AccessFrame>
  )
}

function Access({ view, main }: { view: string | undefined; main: boolean }) {
  const current = viewIn(view, main)
  const View = shown[current]
  return (
    <AccessFrame view={current} main={main}>
      {!main && (
        <p className="panel mb-3 px-4 py-3 text-sm text-mute md:mb-4 md:px-5">
          接口密钥和消息推送由企业主账号管理。开发所需的接口说明在下面。
        </p>
      )}
      <View />
    </AccessFrame>
  )
}
