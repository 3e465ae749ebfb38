import { Link, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { mayOpenList } from '#console/platform/sessions/permissions.ts'
import { useCurrentStaff, usePermissionHolder } from '#console/platform/sessions/use-staff.ts'
import { listBreadcrumbs, type Screen, screens } from '#console/routes.ts'
import { mallProfile } from '#ui/mall.ts'
import { Logo } from './logo.tsx'

/** The screens that the person's roles allow. The current one is marked and in view, also on a screen below it. */
export function SideMenu() {
  const holder = usePermissionHolder()
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  const here = listBreadcrumbs(pathname)[0]?.path
  const localTexts = useCurrentStaff()?.localTexts === true
  // It renders again when the profile of the mall was saved.
  const mallName = useRouterState({ select: () => mallProfile.shortName })
  const all: readonly Screen[] = screens
  const offered = all.filter(({ icon, call, localTexts: local }) => icon && mayOpenList(holder, call) && (!local || localTexts))
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen marks another entry
  useEffect(() => {
    document.querySelector('.side-menu [aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [here])
  return (
    <nav aria-label="主菜单" className="side-stick">
      <div className="brand">
        <Logo />
        <div>
          <strong>{mallName}</strong>
          <span>运营后台</span>
        </div>
      </div>
      <ul className="side-menu">
        {offered.map(({ path, title, icon: Icon, group }, at) => (
          <li key={path} className={group === undefined && offered[at - 1]?.group !== undefined ? 'side-after-group' : undefined}>
            {group !== undefined && group !== offered[at - 1]?.group && <span className="side-group">{group}</span>}
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
