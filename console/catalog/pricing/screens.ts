import { Tags } from 'lucide-react'
import { addAuditorToAccessRule, catalogWriteAccess } from '#contract/platform/core/permissions.ts'

/** The screens of prices, in the order of the menu. */
export const priceScreens = [
  {
    path: '/price_lists',
    title: '价目表',
    icon: Tags,
    call: { needs: addAuditorToAccessRule(catalogWriteAccess) },
    load: () => import('./lists-page.tsx'),
  },
  {
    path: '/price_list',
    title: '价目表价格',
    under: '/price_lists',
    call: { needs: addAuditorToAccessRule(catalogWriteAccess) },
    load: () => import('./items-page.tsx'),
  },
  {
    path: '/price_import',
    title: '导入价格',
    under: '/price_lists',
    call: { needs: addAuditorToAccessRule(catalogWriteAccess) },
    load: () => import('./import-page.tsx'),
  },
  {
    path: '/price_history',
    title: '价格变动',
    under: '/price_lists',
    call: { needs: addAuditorToAccessRule(catalogWriteAccess) },
    load: () => import('./history-page.tsx'),
  },
] as const
