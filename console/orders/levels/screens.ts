import { Medal } from 'lucide-react'
import { consoleCall } from '#console/platform/sessions/permissions.ts'

/** The screen of member levels. */
export const levelScreens = [
  {
    path: '/member_levels',
    title: '会员等级',
    icon: Medal,
    call: consoleCall('level/list'),
    load: () => import('./levels-page.tsx'),
  },
] as const
