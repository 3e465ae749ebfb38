import { ClipboardPen, Factory, Scale } from 'lucide-react'
import { getCallWithAccessRule } from '#console/platform/sessions/permissions.ts'

/** The screens of purchasing. */
export const purchasingScreens = [
  {
    path: '/purchase_orders',
    title: '采购单',
    icon: ClipboardPen,
    group: '商品',
    call: getCallWithAccessRule('purchase-order/list'),
    load: () => import('./purchase-orders-page.tsx'),
  },
  {
    path: '/purchase_order',
    title: '采购单详情',
    under: '/purchase_orders',
    call: getCallWithAccessRule('purchase-order/detail'),
    load: () => import('./purchase-order-page.tsx'),
  },
  {
    path: '/suppliers',
    title: '供应商',
    icon: Factory,
    group: '商品',
    call: getCallWithAccessRule('supplier/list'),
    load: () => import('#console/catalog/suppliers/suppliers-page.tsx'),
  },
  {
    path: '/supplier',
    title: '供应商详情',
    under: '/suppliers',
    call: getCallWithAccessRule('supplier/detail'),
    load: () => import('#console/catalog/suppliers/supplier-page.tsx'),
  },
  {
    path: '/sku_costs',
    title: '库存成本',
    icon: Scale,
    group: '商品',
    call: getCallWithAccessRule('purchase-order/costs'),
    load: () => import('./sku-costs-page.tsx'),
  },
] as const
