import { Timer } from 'lucide-react'
import { getCallWithAccessRule } from '#console/platform/sessions/permissions.ts'

/** The screens of batches. */
export const batchScreens = [
  {
    path: '/batches',
    title: '批次',
    icon: Timer,
    group: '商品',
    call: getCallWithAccessRule('batch/list'),
    load: () => import('./batches-page.tsx'),
  },
  {
    path: '/batch',
    title: '批次详情',
    under: '/batches',
    call: getCallWithAccessRule('batch/detail'),
    load: () => import('./batch-page.tsx'),
  },
] as const
