import { ShieldAlert } from 'lucide-react'
import { getCallWithAccessRule } from '#console/platform/sessions/permissions.ts'

/** The changes that wait for a second administrator or for a day, and the notices about them. */
export const sensitiveChangeScreens = [
  {
    path: '/sensitive_changes',
    title: '敏感变更',
    icon: ShieldAlert,
    // Everybody lists what he has asked for himself; the screen is for those who see all.
    call: getCallWithAccessRule('export/sensitive-changes'),
    load: () => import('./sensitive-changes-page.tsx'),
  },
  {
    path: '/notices',
    title: '通知',
    call: getCallWithAccessRule('notice/list'),
    load: () => import('#console/people/staff-notices/notices-page.tsx'),
  },
] as const
