import { ReceiptText } from 'lucide-react'
import { getCallWithAccessRule } from '#console/platform/sessions/permissions.ts'

/** The screen of the lines that make revenue. */
export const revenueScreens = [
  {
    path: '/revenue_lines',
    title: '收入明细',
    icon: ReceiptText,
    group: '财务',
    call: getCallWithAccessRule('revenue/lines'),
    load: () => import('./revenue-lines-page.tsx'),
  },
] as const
