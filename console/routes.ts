import {
  Award,
  Building2,
  CalendarDays,
  ClipboardList,
  FolderTree,
  House,
  ListRestart,
  type LucideIcon,
  MessageSquareText,
  Settings,
  ShieldCheck,
  Star,
  Truck,
  Undo2,
  UsersRound,
} from 'lucide-react'

import type { ComponentType } from 'react'
import { bankTransferScreens } from '#console/billing/bank-transfers/screens.ts'
import { collectionScreens } from '#console/billing/collections/screens.ts'
import { financeScreens } from '#console/billing/finance/screens.ts'
import { journalScreens } from '#console/billing/journal/screens.ts'
import { marginScreens } from '#console/billing/margins/screens.ts'
import { revenueScreens } from '#console/billing/revenue/screens.ts'
import { attributeScreens } from '#console/catalog/attributes/screens.ts'
import { bannerScreens } from '#console/catalog/banners/screens.ts'
import { couponScreens } from '#console/catalog/coupons/screens.ts'
import { skuScreens } from '#console/catalog/goods/screens.ts'
import { goodsEditingScreens } from '#console/catalog/goods-editing/screens.ts'
import { goodsImportScreens } from '#console/catalog/goods-import/screens.ts'
import { licenceKindScreens, licenceReviewScreens } from '#console/catalog/licences/screens.ts'
import { machineModelScreens } from '#console/catalog/machine-models/screens.ts'
import { pictureScreens } from '#console/catalog/pictures/screens.ts'
import { priceScreens } from '#console/catalog/pricing/screens.ts'
import { purchasingScreens } from '#console/catalog/purchase-orders/screens.ts'
import { searchWordScreens } from '#console/catalog/search-words/screens.ts'
import { shopScreens } from '#console/catalog/shops/screens.ts'
import { stockCountScreens } from '#console/catalog/stock-counts/screens.ts'
import { stockReceiptScreens } from '#console/catalog/stock-receipts/screens.ts'
import { stockTransferScreens } from '#console/catalog/stock-transfers/screens.ts'
import { supplierInvoiceScreens } from '#console/catalog/supplier-invoices/screens.ts'
import { taxScreens } from '#console/catalog/tax-codes/screens.ts'
import { warehouseScreens } from '#console/catalog/warehouse/screens.ts'
import { contentScreens } from '#console/content/content/screens.ts'
import { platformKeyScreens } from '#console/integration/platform-keys/screens.ts'
import { auditScreens } from '#console/operations/audit/screens.ts'
import { funnelScreens } from '#console/operations/funnel/screens.ts'
import { homeScreens } from '#console/operations/home/screens.ts'
import { movingInScreens } from '#console/operations/moving-in/screens.ts'
import { replenishmentScreens, reportScreens } from '#console/operations/reports/screens.ts'
import { setupScreens } from '#console/operations/setup/screens.ts'
import { batchScreens } from '#console/orders/batches/screens.ts'
import { levelScreens } from '#console/orders/levels/screens.ts'
import { orderProposalScreens } from '#console/orders/order-proposals/screens.ts'
import { quotationScreens } from '#console/orders/quotations/screens.ts'
import { waveScreens } from '#console/orders/waves/screens.ts'
import { accountManagerScreens } from '#console/people/account-managers/screens.ts'
import { sensitiveChangeScreens } from '#console/people/sensitive-changes/screens.ts'
import { staffScreens } from '#console/people/staff/screens.ts'
import { type CallWithAccessRule, getCallWithAccessRule } from '#console/platform/sessions/permissions.ts'
import { mallProfile } from '#ui/mall.ts'

/** The name of the console, for its titles. It changes when the profile of the mall is saved. */
export const getConsoleName = (): string => `${mallProfile.shortName} 运营后台`

/** One screen of the console. */
export interface Screen {
  path: string
  title: string
  /** The call that decides the access: staff who may make it may open the screen. */
  call: CallWithAccessRule
  load: () => Promise<{ Page: ComponentType }>
  /** The label in the side menu. Screens without one are reached from another screen. */
  icon?: LucideIcon
  /** The heading of its group in the menu. */
  group?: '报表' | '财务' | '内容' | '商品'
  /** The parent screen, for the breadcrumbs and the menu. */
  under?: string
  /** Only if SMS are stored instead of sent. */
  localTexts?: true
}

/** All screens inside the shell, in the order of the menu. */
export const screens = [
  {
    path: '/',
    title: '待办',
    icon: House,
    call: getCallWithAccessRule('queue/list'),
    load: () => import('#console/operations/queue/queue-page.tsx'),
  },
  {
    path: '/orders',
    title: '订单',
    icon: ClipboardList,
    call: getCallWithAccessRule('order/list'),
    load: () => import('#console/orders/orders/orders-page.tsx'),
  },
  {
    path: '/order',
    title: '订单详情',
    under: '/orders',
    call: getCallWithAccessRule('order/detail'),
    load: () => import('#console/orders/orders/order-page.tsx'),
  },
  {
    path: '/pick_list',
    title: '拣货单',
    under: '/order',
    call: getCallWithAccessRule('order/detail'),
    load: () => import('#console/orders/picking/pick-list-page.tsx'),
  },
  ...quotationScreens,
  ...orderProposalScreens,
  ...waveScreens,
  {
    path: '/after_sales',
    title: '售后',
    icon: Undo2,
    call: getCallWithAccessRule('after-sale/list'),
    load: () => import('#console/orders/after-sales/after-sales-page.tsx'),
  },
  {
    path: '/after_sale',
    title: '售后详情',
    under: '/after_sales',
    call: getCallWithAccessRule('after-sale/detail'),
    load: () => import('#console/orders/after-sales/after-sale-page.tsx'),
  },
  {
    path: '/comments',
    title: '评论',
    icon: Star,
    call: getCallWithAccessRule('comment/list'),
    load: () => import('#console/orders/comments/comments-page.tsx'),
  },
  {
    path: '/enterprises',
    title: '企业',
    icon: Building2,
    call: getCallWithAccessRule('enterprise/list'),
    load: () => import('#console/operations/enterprises/enterprises-page.tsx'),
  },
  {
    path: '/enterprise',
    title: '企业详情',
    under: '/enterprises',
    call: getCallWithAccessRule('enterprise/detail'),
    load: () => import('#console/operations/enterprises/enterprise-page.tsx'),
  },
  ...accountManagerScreens,
  {
    path: '/sales_targets',
    title: '业绩目标',
    under: '/account_managers',
    call: getCallWithAccessRule('sales-target/list'),
    load: () => import('#console/operations/sales-targets/sales-targets-page.tsx'),
  },
  {
    path: '/reviews',
    title: '认证审核',
    icon: ShieldCheck,
    call: getCallWithAccessRule('verification/list'),
    load: () => import('#console/people/verification/verification-cases-page.tsx'),
  },
  {
    path: '/review',
    title: '审核案件',
    under: '/reviews',
    call: getCallWithAccessRule('verification/view'),
    load: () => import('#console/people/verification/verification-case-page.tsx'),
  },
  ...licenceReviewScreens,
  ...reportScreens,
  ...funnelScreens,
  ...bankTransferScreens,
  ...financeScreens,
  ...journalScreens,
  ...revenueScreens,
  ...marginScreens,
  ...collectionScreens,
  ...movingInScreens,
  ...priceScreens,
  ...couponScreens,
  ...levelScreens,
  ...homeScreens,
  ...contentScreens,
  ...bannerScreens,
  ...goodsEditingScreens,
  ...goodsImportScreens,
  ...shopScreens,
  {
    path: '/categories',
    title: '分类',
    icon: FolderTree,
    group: '商品',
    call: getCallWithAccessRule('category/list'),
    load: () => import('#console/catalog/categories/categories-page.tsx'),
  },
  {
    path: '/brands',
    title: '品牌',
    icon: Award,
    group: '商品',
    call: getCallWithAccessRule('brand/list'),
    load: () => import('#console/catalog/brands/brands-page.tsx'),
  },
  ...skuScreens,
  ...warehouseScreens,
  ...batchScreens,
  ...stockReceiptScreens,
  ...stockTransferScreens,
  ...stockCountScreens,
  ...replenishmentScreens,
  ...purchasingScreens,
  ...supplierInvoiceScreens,
  ...attributeScreens,
  ...machineModelScreens,
  ...pictureScreens,
  ...searchWordScreens,
  ...taxScreens,
  ...licenceKindScreens,
  {
    path: '/freight',
    title: '运费模板',
    icon: Truck,
    group: '商品',
    call: getCallWithAccessRule('freight/list'),
    load: () => import('#console/sites/freight/freight-page.tsx'),
  },
  ...platformKeyScreens,
  {
    path: '/users',
    title: '用户',
    icon: UsersRound,
    call: getCallWithAccessRule('user/list'),
    load: () => import('#console/people/users/users-page.tsx'),
  },
  {
    path: '/user',
    title: '用户详情',
    under: '/users',
    call: getCallWithAccessRule('user/detail'),
    load: () => import('#console/people/users/user-page.tsx'),
  },
  {
    path: '/texts',
    title: '短信（演示）',
    icon: MessageSquareText,
    localTexts: true,
    call: getCallWithAccessRule('text/list'),
    load: () => import('#console/people/sms/local-sms-page.tsx'),
  },
  {
    path: '/holidays',
    title: '节假日',
    icon: CalendarDays,
    call: getCallWithAccessRule('holiday/list'),
    load: () => import('#console/content/holidays/holidays-page.tsx'),
  },
  ...sensitiveChangeScreens,
  ...staffScreens,
  ...auditScreens,
  {
    path: '/jobs',
    title: '后台任务',
    icon: ListRestart,
    call: getCallWithAccessRule('job/overview'),
    load: () => import('#console/operations/jobs/jobs-page.tsx'),
  },
  ...setupScreens,
  {
    path: '/settings',
    title: '设置',
    icon: Settings,
    call: getCallWithAccessRule('setting/read'),
    load: () => import('#console/operations/settings/settings-page.tsx'),
  },
  {
    path: '/me',
    title: '我的账号',
    call: getCallWithAccessRule('staff/me'),
    load: () => import('#console/people/account/account-page.tsx'),
  },
] as const satisfies readonly Screen[]

/** A path that exists in the shell. */
export type ScreenPath = (typeof screens)[number]['path']

/** Returns a screen with its parents, the outermost first. */
export function listBreadcrumbs(path: string): Screen[] {
  const screen: Screen | undefined = screens.find((one) => one.path === path)
  if (!screen) return []
  return [...(screen.under === undefined ? [] : listBreadcrumbs(screen.under)), screen]
}
