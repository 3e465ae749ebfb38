import { PhoneCall } from 'lucide-react'
import { financeReadAccess } from '#contract/billing/finance/roles.ts'
import { addAuditorToAccessRule } from '#contract/platform/core/permissions.ts'

/** The rule instead of the calls, so that the menu does not load them. */
const call = { needs: addAuditorToAccessRule(financeReadAccess) }

/** The screens of collections. */
export const collectionScreens = [
  { path: '/collections', title: '催收', icon: PhoneCall, group: '财务', call, load: () => import('./collections-page.tsx') },
  { path: '/collection', title: '催收任务', under: '/collections', call, load: () => import('./collection-page.tsx') },
  { path: '/order_stops', title: '停单名单', under: '/collections', call, load: () => import('./order-stops-page.tsx') },
  { path: '/collection_report', title: '承诺还款报表', under: '/collections', call, load: () => import('./report-page.tsx') },
] as const
