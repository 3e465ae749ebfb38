import { Medal } from 'lucide-react'
import { consoleLevelEndpoints } from '#contract/orders/levels/console-api.ts'

/** The screen of member levels. */
export const levelScreens = [
  {
    path: '/member_levels',
    title: '会员等级',
    icon: Medal,
    call: consoleLevelEndpoints.list,
    load: () => import('./levels-page.tsx'),
  },
] as const
