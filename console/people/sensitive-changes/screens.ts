import { ShieldAlert } from 'lucide-react'
import { consoleStaffNoticeEndpoints } from '#contract/people/staff/notice-api.ts'
import { consoleSensitiveChangeEndpoints } from '#contract/people/staff/sensitive-change-api.ts'

/** The changes that wait for a second administrator or for a day, and the notices about them. */
export const sensitiveChangeScreens = [
  {
    path: '/sensitive_changes',
    title: '敏感变更',
    icon: ShieldAlert,
    call: consoleSensitiveChangeEndpoints.list,
    load: () => import('./sensitive-changes-page.tsx'),
  },
  {
    path: '/notices',
    title: '通知',
    call: consoleStaffNoticeEndpoints.list,
    load: () => import('#console/people/staff-notices/notices-page.tsx'),
  },
] as const
