import { Tags } from 'lucide-react'
import { getCallWithAccessRule } from '#console/platform/sessions/permissions.ts'

/** The screens of prices, in the order of the menu. */
export const priceScreens = [
  {
    path: '/price_lists',
    title: '价目表',
    icon: Tags,
    call: getCallWithAccessRule('price/lists'),
    load: () => import('./lists-page.tsx'),
  },
  {
    path: '/price_list',
    title: '价目表价格',
    under: '/price_lists',
    call: getCallWithAccessRule('price/items'),
    load: () => import('./items-page.tsx'),
  },
  {
    path: '/price_import',
    title: '导入价格',
    under: '/price_lists',
    call: getCallWithAccessRule('price/import'),
    load: () => import('./import-page.tsx'),
  },
  {
    path: '/price_history',
    title: '价格变动',
    under: '/price_lists',
    call: getCallWithAccessRule('price/history'),
    load: () => import('./history-page.tsx'),
  },
] as const
