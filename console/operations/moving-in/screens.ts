import { Truck } from 'lucide-react'
import { getCallWithAccessRule } from '#console/platform/sessions/permissions.ts'

/** The screens of moving in: the uploads, and one run. The calls themselves are loaded with the screens. */
export const movingInScreens = [
  {
    path: '/moving_ins',
    title: '系统迁入',
    icon: Truck,
    group: '财务',
    call: getCallWithAccessRule('moving-in/list'),
    load: () => import('./moving-ins-page.tsx'),
  },
  {
    path: '/moving_in',
    title: '迁入详情',
    under: '/moving_ins',
    call: getCallWithAccessRule('moving-in/state'),
    load: () => import('./moving-in-page.tsx'),
  },
] as const
