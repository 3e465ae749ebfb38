import { Medal } from 'lucide-react'
import { consoleLevel } from '../../contract/levels/console-api.ts'
import { requiredRoles } from '../session/permissions.ts'

/** The screen of member levels. */
export const levelScreens = [
  {
    path: '/member_levels',
    title: '会员等级',
    icon: Medal,
    roles: requiredRoles(consoleLevel.list),
    load: () => import('./levels-page.tsx'),
  },
] as const
