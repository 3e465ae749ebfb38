import { MessageSquareQuote } from 'lucide-react'
import { getCallWithAccessRule } from '#console/platform/sessions/permissions.ts'

/** The screens of what buyers ask prices for. */
export const quotationScreens = [
  {
    path: '/quotations',
    title: '询价',
    icon: MessageSquareQuote,
    call: getCallWithAccessRule('quotation/list'),
    load: () => import('./quotations-page.tsx'),
  },
  {
    path: '/quotation',
    title: '报价',
    under: '/quotations',
    call: getCallWithAccessRule('quotation/detail'),
    load: () => import('./quotation-page.tsx'),
  },
] as const
