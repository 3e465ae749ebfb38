import { PhoneCall } from 'lucide-react'
import { getCallWithAccessRule } from '#console/platform/sessions/permissions.ts'

/** The screens of what staff prepare for companies to order. */
export const orderProposalScreens = [
  {
    path: '/proposals',
    title: '代客下单',
    icon: PhoneCall,
    call: getCallWithAccessRule('order-proposal/list'),
    load: () => import('./proposals-page.tsx'),
  },
  {
    path: '/proposal',
    title: '代客下单详情',
    under: '/proposals',
    call: getCallWithAccessRule('order-proposal/detail'),
    load: () => import('./proposal-page.tsx'),
  },
  {
    path: '/new_proposal',
    title: '新建代客下单',
    under: '/proposals',
    call: getCallWithAccessRule('order-proposal/send'),
    load: () => import('./new-proposal-page.tsx'),
  },
] as const
