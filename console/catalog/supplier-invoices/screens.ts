import { FileClock, ReceiptText } from 'lucide-react'
import { getCallWithAccessRule } from '#console/platform/sessions/permissions.ts'

/** The screens of what suppliers invoice. */
export const supplierInvoiceScreens = [
  {
    path: '/supplier_invoices',
    title: '采购发票',
    icon: ReceiptText,
    group: '商品',
    call: getCallWithAccessRule('supplier-invoice/list'),
    load: () => import('./supplier-invoices-page.tsx'),
  },
  {
    path: '/supplier_invoice',
    title: '采购发票详情',
    under: '/supplier_invoices',
    call: getCallWithAccessRule('supplier-invoice/detail'),
    load: () => import('./supplier-invoice-page.tsx'),
  },
  {
    path: '/uninvoiced',
    title: '已收未开票',
    icon: FileClock,
    group: '商品',
    call: getCallWithAccessRule('supplier-invoice/uninvoiced'),
    load: () => import('./uninvoiced-page.tsx'),
  },
] as const
