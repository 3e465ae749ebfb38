import { Store } from 'lucide-react'
import { consoleShopEndpoints } from '#contract/catalog/shops/console-api.ts'

/** The screens of shops: the shops, and the staff who keep each. */
export const shopScreens = [
  {
    path: '/shops',
    title: '店铺',
    icon: Store,
    group: '商品',
    call: consoleShopEndpoints.list,
    load: () => import('./shops-page.tsx'),
  },
  {
    path: '/shop_staff',
    title: '店铺员工',
    under: '/shops',
    call: consoleShopEndpoints.staff,
    load: () => import('./staff-page.tsx'),
  },
] as const
