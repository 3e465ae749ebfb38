import { Link, useRouterState } from '@tanstack/react-router'
import { type Screen, screens, trailOf } from '../routes.ts'
import { grantsRole } from '../session/may.ts'
import { useRoles } from '../session/use-staff.ts'
import { Logo } from './logo.tsx'

/** The screens that the person may open, by his roles; the one he is at is marked, also from a screen below it. */
export function SideMenu() {
  const roles = useRoles()
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  const here = trailOf(pathname)[0]?.path
  const offered: Screen[] = screens.filter((screen) => 'icon' in screen && grantsRole(roles, screen.roles))
  return (
    <nav aria-label="主菜单" className="side-stick">
      <div className="brand">
        <Logo />
        <div>
          <strong>岩锋工品</strong>
          <span>运营后台</span>
        </div>
      </div>
      <ul className="side-menu">
        {offered.map(({ path, title, icon: Icon }) => (
          <li key={path}>
            <Link to={path} aria-current={path === here ? 'page' : undefined} activeProps={{}}>
              {Icon && <Icon size={18} strokeWidth={1.6} aria-hidden />}
              <span>{title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
