import { IdCard } from 'lucide-react'
import { getCallWithAccessRule } from '#console/platform/sessions/permissions.ts'

/** The accounts of staff, and what each role permits. */
export const staffScreens = [
  {
    path: '/staff',
    title: '员工',
    icon: IdCard,
    call: getCallWithAccessRule('staff-account/list'),
    load: () => import('./staff-page.tsx'),
  },
  {
    path: '/roles',
    title: '角色与权限',
    under: '/staff',
    call: getCallWithAccessRule('custom-role/list'),
    load: () => import('./roles-page.tsx'),
  },
] as const
