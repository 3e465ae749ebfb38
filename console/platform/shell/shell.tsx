import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { Button } from 'antd'
import { LogOut, Menu } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { SideDrawer } from '#console/platform/components/forms/dialog.tsx'
import { logOut } from '#console/platform/sessions/session.ts'
import { useCurrentStaff } from '#console/platform/sessions/use-staff.ts'
import { formatAllRoles } from '#contract/people/staff/staff-api.ts'
import { Breadcrumbs } from './crumbs.tsx'
import { ListRowShortcutKeys } from './row-keys.tsx'
import { SideMenu } from './side-menu.tsx'

/**
 * The layout of every screen except the login: the menu at the side, the person at the top. `finder` is the box that finds anything,
 * `notices` shows his notifications.
 */
export function Shell({ finder, notices }: { finder: ReactNode; notices: ReactNode }) {
  const busy = useRouterState({ select: ({ status }) => status === 'pending' })
  return (
    <div className="shell">
      <button type="button" className="skip" onClick={() => document.getElementById('main')?.focus()}>
        跳到正文
      </button>
      <ListRowShortcutKeys />
      <div aria-hidden className={`progress ${busy ? 'progress-busy' : ''}`} />
      <div className="side">
        <SideMenu />
      </div>
      <div className="shell-body">
        <header className="top">
          <PhoneMenu />
          <Breadcrumbs />
          {finder}
          {notices}
          <Person />
        </header>
        <main id="main" tabIndex={-1}>
          <Outlet />
        </main>
      </div>
    </div>
  )
}

/** Below 1024 px the menu opens from the left. */
function PhoneMenu() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        type="text"
        className="phone-menu"
        aria-label="打开菜单"
        icon={<Menu size={20} aria-hidden />}
        onClick={() => setOpen(true)}
      />
      <SideDrawer
        open={open}
        close={() => setOpen(false)}
        placement="left"
        className="menu-drawer"
        size={232}
        closable={false}
        keep
        aria-label="主菜单"
      >
        {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: a link inside is followed by key or click alike, and either closes the menu */}
        <div className="side side-phone" onClick={() => setOpen(false)}>
          <SideMenu />
        </div>
      </SideDrawer>
    </>
  )
}

/** The logged-in person with his roles, and the logout. */
function Person() {
  const person = useCurrentStaff()
  const [leaving, setLeaving] = useState(false)
  const leave = () => {
    setLeaving(true)
    void logOut()
  }
  return (
    <div className="person">
      {person && (
        <div>
          <Link to="/me" title="我的账号">
            {person.name}
          </Link>
          <span title={person.email}>
            {person.roles.includes('admin') ? '管理员 · 全部权限' : formatAllRoles(person.roles, person.customRoles)}
          </span>
        </div>
      )}
      <Button icon={<LogOut size={15} aria-hidden />} loading={leaving} onClick={leave}>
        退出
      </Button>
    </div>
  )
}
