import { FileUp } from 'lucide-react'
import { getCallWithAccessRule } from '#console/platform/sessions/permissions.ts'

/**
 * The screens of the import of goods: the uploads, and the result of one. Staff who may save goods may import them. The calls of the import
 * are loaded with the screens.
 */
export const goodsImportScreens = [
  {
    path: '/goods_imports',
    title: '商品导入',
    icon: FileUp,
    group: '商品',
    call: getCallWithAccessRule('goods-import/list'),
    load: () => import('./imports-page.tsx'),
  },
  {
    path: '/goods_import',
    title: '导入结果',
    under: '/goods_imports',
    call: getCallWithAccessRule('goods-import/state'),
    load: () => import('./import-page.tsx'),
  },
] as const
