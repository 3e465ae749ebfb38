import { PackageSearch } from 'lucide-react'
import { getCallWithAccessRule } from '#console/platform/sessions/permissions.ts'

/** The screens of SKUs: all of them, one with its prices and its stock, and the movements of its stock. */
export const skuScreens = [
  {
    path: '/skus',
    title: '商品规格',
    icon: PackageSearch,
    group: '商品',
    call: getCallWithAccessRule('sku/list'),
    load: () => import('./skus-page.tsx'),
  },
  {
    path: '/sku',
    title: '价格与库存',
    under: '/skus',
    call: getCallWithAccessRule('sku/detail'),
    load: () => import('./sku-page.tsx'),
  },
  {
    path: '/stock',
    title: '库存流水',
    under: '/skus',
    call: getCallWithAccessRule('stock/movements'),
    load: () => import('./stock-page.tsx'),
  },
] as const
