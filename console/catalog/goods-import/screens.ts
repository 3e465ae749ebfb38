import { FileUp } from 'lucide-react'
import { goodsImportEndpoints } from '#contract/catalog/goods-import/console-api.ts'

/** The screens of the import of goods: uploads, and the result of one. */
export const goodsImportScreens = [
  {
    path: '/goods_imports',
    title: '商品导入',
    icon: FileUp,
    group: '商品',
    call: goodsImportEndpoints.list,
    load: () => import('./imports-page.tsx'),
  },
  {
    path: '/goods_import',
    title: '导入结果',
    under: '/goods_imports',
    call: goodsImportEndpoints.state,
    load: () => import('./import-page.tsx'),
  },
] as const
