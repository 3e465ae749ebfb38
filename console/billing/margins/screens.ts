import { ChartNoAxesCombined } from 'lucide-react'
import { getCallWithAccessRule } from '#console/platform/sessions/permissions.ts'

/** The screen of what goods earned. */
export const marginScreens = [
  {
    path: '/margins',
    title: '毛利',
    icon: ChartNoAxesCombined,
    group: '财务',
    call: getCallWithAccessRule('margin/list'),
    load: () => import('./margins-page.tsx'),
  },
] as const
