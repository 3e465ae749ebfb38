import { PhoneCall } from 'lucide-react'
import { getCallWithAccessRule } from '#console/platform/sessions/permissions.ts'

/** The screens of collections. */
export const collectionScreens = [
  {
    path: '/collections',
    title: '催收',
    icon: PhoneCall,
    group: '财务',
    call: getCallWithAccessRule('collection/list'),
    load: () => import('./collections-page.tsx'),
  },
  {
    path: '/collection',
    title: '催收任务',
    under: '/collections',
    call: getCallWithAccessRule('collection/detail'),
    load: () => import('./collection-page.tsx'),
  },
  {
    path: '/order_stops',
    title: '停单名单',
    under: '/collections',
    call: getCallWithAccessRule('order-stop/list'),
    load: () => import('./order-stops-page.tsx'),
  },
  {
    path: '/collection_report',
    title: '承诺还款报表',
    under: '/collections',
    call: getCallWithAccessRule('collection/report'),
    load: () => import('./report-page.tsx'),
  },
] as const
