import { Funnel } from 'lucide-react'
import { getCallWithAccessRule } from '#console/platform/sessions/permissions.ts'

/** The funnel from a visit to a payment. It stands among the reports in the menu. */
export const funnelScreens = [
  {
    path: '/funnel_report',
    title: '转化漏斗',
    icon: Funnel,
    group: '报表',
    call: getCallWithAccessRule('funnel/summary'),
    load: () => import('./funnel-page.tsx'),
  },
] as const
