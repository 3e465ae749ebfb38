import { Warehouse } from 'lucide-react'
import { getCallWithAccessRule } from '#console/platform/sessions/permissions.ts'

/** The screens of warehouses. */
export const warehouseScreens = [
  {
    path: '/warehouses',
    title: '仓库',
    icon: Warehouse,
    group: '商品',
    call: getCallWithAccessRule('warehouse/list'),
    load: () => import('./warehouses-page.tsx'),
  },
  {
    path: '/warehouse',
    title: '仓库详情',
    under: '/warehouses',
    call: getCallWithAccessRule('warehouse/detail'),
    load: () => import('./warehouse-page.tsx'),
  },
] as const
