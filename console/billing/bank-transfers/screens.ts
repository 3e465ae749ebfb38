import { FileCheck, Landmark } from 'lucide-react'
import { getCallWithAccessRule } from '#console/platform/sessions/permissions.ts'

const group = '财务' as const

/** The screens of bank transfers, in the order of the menu. */
export const bankTransferScreens = [
  {
    path: '/vouchers',
    title: '付款凭证',
    icon: FileCheck,
    group,
    call: getCallWithAccessRule('voucher/list'),
    load: () => import('./vouchers-page.tsx'),
  },
  {
    path: '/voucher',
    title: '凭证审核',
    under: '/vouchers',
    call: getCallWithAccessRule('voucher/detail'),
    load: () => import('./voucher-page.tsx'),
  },
  {
    path: '/bank_lines',
    title: '银行流水',
    icon: Landmark,
    group,
    call: getCallWithAccessRule('bank/lines'),
    load: () => import('#console/billing/bank/lines-page.tsx'),
  },
  {
    path: '/bank_line',
    title: '流水认领',
    under: '/bank_lines',
    call: getCallWithAccessRule('bank/line'),
    load: () => import('#console/billing/bank/line-page.tsx'),
  },
  {
    path: '/value_days',
    title: '起息日申请',
    under: '/bank_lines',
    call: getCallWithAccessRule('value-day/requests'),
    load: () => import('#console/billing/value-days/requests-page.tsx'),
  },
  {
    path: '/value_day_corrections',
    title: '起息日更正',
    under: '/bank_lines',
    call: getCallWithAccessRule('value-day/corrections'),
    load: () => import('#console/billing/value-days/corrections-page.tsx'),
  },
  {
    path: '/bank_imports',
    title: '导入记录',
    under: '/bank_lines',
    call: getCallWithAccessRule('bank/imports'),
    load: () => import('#console/billing/imports/bank-imports-page.tsx'),
  },
  {
    path: '/bank_import',
    title: '导入对账单',
    under: '/bank_lines',
    call: getCallWithAccessRule('bank/import-statement'),
    load: () => import('#console/billing/imports/bank-import-page.tsx'),
  },
] as const
