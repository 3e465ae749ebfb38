import { Boxes } from 'lucide-react'
import { getCallWithAccessRule } from '#console/platform/sessions/permissions.ts'

/** The screens of goods: their list, and the editor of one product. */
export const goodsEditingScreens = [
  {
    path: '/goods',
    title: '商品',
    icon: Boxes,
    group: '商品',
    call: getCallWithAccessRule('goods/list'),
    load: () => import('./goods-page.tsx'),
  },
  {
    path: '/edit_goods',
    title: '编辑商品',
    under: '/goods',
    call: getCallWithAccessRule('goods/detail'),
    load: () => import('./editor-page.tsx'),
  },
] as const
