import { LogIn } from 'lucide-react'
import type { ReactNode } from 'react'
import { UserCenterLayout } from '#storefront/people/user-center/centre-layout.tsx'
import { ButtonLink } from '#storefront/platform/components/button.tsx'
import { EmptyState } from '#storefront/platform/components/states.tsx'
import { Link } from '#storefront/platform/routing/link.tsx'
import { useRouterState } from '#storefront/platform/routing/routing.tsx'
import { useLoggedIn } from '#storefront/platform/sessions/use-session.ts'

/** The frame of the settings pages, for members. A guest sees a link to the login, which returns here. */
export function SettingsPageFrame({ title, children }: { title: string; children: ReactNode }) {
  const loggedIn = useLoggedIn()
  const { pathname, href } = useRouterState((state) => state.location)
  const back =
    pathname === '/setting' ? undefined : (
      <Link to="/setting" className="finger text-sm text-jade hover:underline">
        返回设置
      </Link>
    )
  return (
    <UserCenterLayout title={title} actions={back}>
      {loggedIn ? (
        children
      ) : (
        <div className="panel">
          <EmptyState
            icon={LogIn}
            title="请先登录"
            hint="登录后才能查看和修改账号设置"
            action={
              <ButtonLink to="/login" search={{ redirectUrl: href }}>
                登录
              </ButtonLink>
            }
          />
        </div>
      )}
    </UserCenterLayout>
  )
}

/** The panel of one form, with notes next to it. */
export function SettingsFormPanel({ notes, children }: { notes: readonly string[]; children: ReactNode }) {
  return (
    <div className="panel grid gap-x-12 gap-y-6 p-4 md:p-6 lg:grid-cols-[minmax(0,420px)_minmax(0,1fr)]">
      <div>{children}</div>
      <aside aria-label="说明" className="border-t border-line-soft pt-4 text-sm text-mute lg:border-t-0 lg:border-l lg:pt-0 lg:pl-8">
        <ul className="flex flex-col gap-2">
          {notes.map((note) => (
            <li key={note} className="flex gap-2">
              <span aria-hidden className="mt-2 size-1 shrink-0 rounded-full bg-copper" />
              {note}
            </li>
          ))}
        </ul>
      </aside>
    </div>
  )
}
