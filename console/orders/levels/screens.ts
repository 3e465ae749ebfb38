import { Medal } from 'lucide-react'
import { requiredRoles } from '#console/platform/sessions/permissions.ts'
import { consoleLevel } from '#contract/orders/levels/console-api.ts'

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
