import { ListChecks } from 'lucide-react'
import { getCallWithAccessRule } from '#console/platform/sessions/permissions.ts'

/** The checklist of the opening. Until the mall has opened it also replaces the queue. */
export const setupScreens = [
  {
    path: '/setup',
    title: '开店准备',
    icon: ListChecks,
    call: getCallWithAccessRule('setup/state'),
    load: () => import('./setup-page.tsx'),
  },
] as const
