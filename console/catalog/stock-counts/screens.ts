import { ClipboardCheck } from 'lucide-react'
import { getCallWithAccessRule } from '#console/platform/sessions/permissions.ts'

/** The screens of count sheets. */
export const stockCountScreens = [
  {
    path: '/stock_counts',
    title: '盘点单',
    icon: ClipboardCheck,
    group: '商品',
    call: getCallWithAccessRule('stock-count/list'),
    load: () => import('./stock-counts-page.tsx'),
  },
  {
    path: '/stock_count',
    title: '盘点单详情',
    under: '/stock_counts',
    call: getCallWithAccessRule('stock-count/detail'),
    load: () => import('./stock-count-page.tsx'),
  },
  {
    path: '/stock_count_entry',
    title: '录入盘点',
    under: '/stock_counts',
    call: getCallWithAccessRule('stock-count/entry'),
    load: () => import('./stock-count-entry-page.tsx'),
  },
] as const
