import { ArrowLeftRight } from 'lucide-react'
import { getCallWithAccessRule } from '#console/platform/sessions/permissions.ts'

/** The screens of stock transfers. */
export const stockTransferScreens = [
  {
    path: '/stock_transfers',
    title: '仓库调拨',
    icon: ArrowLeftRight,
    group: '商品',
    call: getCallWithAccessRule('stock-transfer/list'),
    load: () => import('./stock-transfers-page.tsx'),
  },
  {
    path: '/stock_transfer',
    title: '仓库调拨单',
    under: '/stock_transfers',
    call: getCallWithAccessRule('stock-transfer/detail'),
    load: () => import('./stock-transfer-page.tsx'),
  },
] as const
