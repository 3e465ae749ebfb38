import { Medal } from 'lucide-react'
import { consoleLevel } from '../../contract/levels/console-api.ts'
import { rolesFor } from '../session/may.ts'

/** The screen of member levels. */
export const levelScreens = [
  {
    path: '/member_levels',
    ...{ title: '会员等级', icon: Medal, roles: rolesFor(consoleLevel.list) },
    load: () => import('./levels-page.tsx'),
  },
] as const
