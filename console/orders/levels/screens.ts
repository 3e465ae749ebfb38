import { Medal } from 'lucide-react'
import { getCallWithAccessRule } from '#console/platform/sessions/permissions.ts'

/** The screen of member levels. */
export const levelScreens = [
  {
    path: '/member_levels',
    title: '会员等级',
    icon: Medal,
    call: getCallWithAccessRule('level/list'),
    load: () => import('./levels-page.tsx'),
  },
] as const
