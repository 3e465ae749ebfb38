import { MessageSquareQuote } from 'lucide-react'

/** The rule instead of the calls, so that the menu does not load them. */
const call = { needs: { staff: ['support', 'admin', 'auditor'] } } as const

/** The screens of what buyers ask prices for. */
export const quotationScreens = [
  { path: '/quotations', title: '询价', icon: MessageSquareQuote, call, load: () => import('./quotations-page.tsx') },
  { path: '/quotation', title: '报价', under: '/quotations', call, load: () => import('./quotation-page.tsx') },
] as const
