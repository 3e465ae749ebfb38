import { ContactRound } from 'lucide-react'
import { getCallWithAccessRule } from '#console/platform/sessions/permissions.ts'

const under = '/account_managers'

/** The screens of account managers, follow-ups, calls and tags. */
export const accountManagerScreens = [
  {
    path: under,
    title: '客户经理',
    icon: ContactRound,
    call: getCallWithAccessRule('account-manager/list'),
    load: () => import('./account-managers-page.tsx'),
  },
  { path: '/follow_ups', title: '跟进', under, call: getCallWithAccessRule('follow-up/list'), load: () => import('./follow-ups-page.tsx') },
  {
    path: '/phone_calls',
    title: '通话记录',
    under,
    call: getCallWithAccessRule('phone-call/list'),
    load: () => import('./phone-calls/phone-calls-page.tsx'),
  },
  {
    path: '/enterprise_tags',
    title: '标签',
    under,
    call: getCallWithAccessRule('enterprise-tag/list'),
    load: () => import('./tags-page.tsx'),
  },
] as const
