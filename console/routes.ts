import { Building2, ClipboardList, House, type LucideIcon, PackageSearch } from 'lucide-react'
import type { ComponentType } from 'react'
import { consoleOrder } from '../contract/ordering/console-api.ts'
import { consoleEnterprise, consoleQueue, consoleSku } from '../contract/staff/api.ts'
import { type Roles, rolesFor } from './session/may.ts'

export const PRODUCT = '岩锋工品 运营后台'

/** One screen of the console. */
export interface Screen {
  path: string
  title: string
  /** Who may open it: those who may make the call that it rests on. */
  roles: Roles
  load: () => Promise<{ Page: ComponentType }>
  /** What stands in the side menu. Screens without one are reached from another. */
  icon?: LucideIcon
  /** The screen that it belongs to, for the breadcrumbs and the menu. */
  under?: string
}

/** Every screen that is opened in the shell, in the order of the menu. */
export const screens = [
  { path: '/', title: '待办', icon: House, roles: rolesFor(consoleQueue.list), load: () => import('./queue/queue-page.tsx') },
  {
    path: '/orders',
    title: '订单',
    icon: ClipboardList,
    roles: rolesFor(consoleOrder.list),
    load: () => import('./orders/orders-page.tsx'),
  },
  {
    path: '/order',
    title: '订单详情',
    under: '/orders',
    roles: rolesFor(consoleOrder.detail),
    load: () => import('./orders/order-page.tsx'),
  },
  {
    path: '/pick_list',
    title: '拣货单',
    under: '/order',
    roles: rolesFor(consoleOrder.detail),
    load: () => import('./picking/pick-list-page.tsx'),
  },
  {
    path: '/enterprises',
    title: '企业',
    icon: Building2,
    roles: rolesFor(consoleEnterprise.list),
    load: () => import('./enterprises/enterprises-page.tsx'),
  },
  {
    path: '/enterprise',
    title: '企业详情',
    under: '/enterprises',
    roles: rolesFor(consoleEnterprise.detail),
    load: () => import('./enterprises/enterprise-page.tsx'),
  },
  { path: '/skus', title: '商品规格', icon: PackageSearch, roles: rolesFor(consoleSku.list), load: () => import('./skus/skus-page.tsx') },
] as const satisfies readonly Screen[]

/** An address that exists in the shell. */
export type Path = (typeof screens)[number]['path']

/** A screen and those it belongs to, the outermost in front. */
export function trailOf(path: string): Screen[] {
  const screen: Screen | undefined = screens.find((one) => one.path === path)
  if (!screen) return []
  return [...(screen.under === undefined ? [] : trailOf(screen.under)), screen]
}
