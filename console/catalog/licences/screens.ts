import { BadgeCheck, FileBadge } from 'lucide-react'
import { getCallWithAccessRule } from '#console/platform/sessions/permissions.ts'

/** The review of the licences that companies submit for restricted goods. */
export const licenceReviewScreens = [
  {
    path: '/licences',
    title: '许可证审核',
    icon: BadgeCheck,
    call: getCallWithAccessRule('licence/list'),
    load: () => import('./licences-page.tsx'),
  },
  {
    path: '/licence',
    title: '许可证',
    under: '/licences',
    call: getCallWithAccessRule('licence/view'),
    load: () => import('./licence-page.tsx'),
  },
] as const

/** The kinds of licences that goods may demand, and the licences of shops. */
export const licenceKindScreens = [
  {
    path: '/licence_kinds',
    title: '许可证种类',
    icon: FileBadge,
    group: '商品',
    call: getCallWithAccessRule('licence/kinds'),
    load: () => import('./kinds-page.tsx'),
  },
  {
    path: '/shop_licences',
    title: '店铺许可证',
    under: '/licence_kinds',
    call: getCallWithAccessRule('licence/shop-list'),
    load: () => import('./shop-licences-page.tsx'),
  },
] as const
