import { ChartColumn, ChartLine, Hourglass, PackageSearch, ShoppingBasket, TicketPercent } from 'lucide-react'
import { getCallWithAccessRule } from '#console/platform/sessions/permissions.ts'

/** The screens of the reports. */
export const reportScreens = [
  {
    path: '/sales_report',
    title: '销售报表',
    icon: ChartColumn,
    group: '报表',
    call: getCallWithAccessRule('sales-report/summary'),
    load: () => import('./sales-page.tsx'),
  },
  {
    path: '/customer_report',
    title: '客户报表',
    icon: ChartLine,
    group: '报表',
    call: getCallWithAccessRule('customer-report/summary'),
    load: () => import('./customers-page.tsx'),
  },
  {
    path: '/coupon_report',
    title: '优惠券报表',
    icon: TicketPercent,
    group: '报表',
    call: getCallWithAccessRule('coupon-report/summary'),
    load: () => import('./coupon-report-page.tsx'),
  },
  {
    path: '/receivables_report',
    title: '应收报表',
    icon: Hourglass,
    group: '报表',
    call: getCallWithAccessRule('receivables-report/summary'),
    load: () => import('./receivables-page.tsx'),
  },
  {
    path: '/stock_report',
    title: '库存报表',
    icon: PackageSearch,
    group: '报表',
    call: getCallWithAccessRule('stock-report/summary'),
    load: () => import('./stock-page.tsx'),
  },
] as const

/** What to buy. It stands beside purchasing in the menu. */
export const replenishmentScreens = [
  {
    path: '/replenishment',
    title: '补货建议',
    icon: ShoppingBasket,
    group: '商品',
    call: getCallWithAccessRule('stock-report/replenishment'),
    load: () => import('./replenishment-page.tsx'),
  },
] as const
