import { Store } from 'lucide-react'
import { getCallWithAccessRule } from '#console/platform/sessions/permissions.ts'

/** The screens of shops: the shops, and the staff who keep each. */
export const shopScreens = [
  {
    path: '/shops',
    title: '店铺',
    icon: Store,
    group: '商品',
    call: getCallWithAccessRule('shop/list'),
    load: () => import('./shops-page.tsx'),
  },
  {
    path: '/shop_staff',
    title: '店铺员工',
    under: '/shops',
    call: getCallWithAccessRule('shop/staff'),
    load: () => import('./staff-page.tsx'),
  },
] as const
