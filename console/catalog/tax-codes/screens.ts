import { Barcode } from 'lucide-react'
import { getCallWithAccessRule } from '#console/platform/sessions/permissions.ts'

/** The screens of tax codes: of goods, and of the categories that apply to most of them. */
export const taxScreens = [
  {
    path: '/tax_codes',
    title: '税收编码',
    icon: Barcode,
    group: '商品',
    call: getCallWithAccessRule('tax-code/goods'),
    load: () => import('./goods-page.tsx'),
  },
  {
    path: '/tax_categories',
    title: '分类税收编码',
    under: '/tax_codes',
    call: getCallWithAccessRule('tax-code/categories'),
    load: () => import('./categories-page.tsx'),
  },
] as const
