import { PackagePlus } from 'lucide-react'
import { getCallWithAccessRule } from '#console/platform/sessions/permissions.ts'

/** The screens of goods that come without a purchase order. */
export const stockReceiptScreens = [
  {
    path: '/stock_receipts',
    title: '入库单',
    icon: PackagePlus,
    group: '商品',
    call: getCallWithAccessRule('stock-receipt/list'),
    load: () => import('./stock-receipts-page.tsx'),
  },
  {
    path: '/stock_receipt',
    title: '入库单详情',
    under: '/stock_receipts',
    call: getCallWithAccessRule('stock-receipt/detail'),
    load: () => import('./stock-receipt-page.tsx'),
  },
  {
    path: '/stock_receipt_import',
    title: '导入入库单',
    under: '/stock_receipts',
    call: getCallWithAccessRule('stock-receipt/import'),
    load: () => import('./stock-receipt-import-page.tsx'),
  },
] as const
