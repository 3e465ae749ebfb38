import { Factory } from 'lucide-react'
import { consoleCall } from '#console/platform/sessions/permissions.ts'

/** The screens of purchasing. */
export const purchasingScreens = [
  { path: '/suppliers', title: '供应商', icon: Factory, call: consoleCall('supplier/list'), load: () => import('./suppliers-page.tsx') },
  {
    path: '/supplier',
    title: '供应商详情',
    under: '/suppliers',
    call: consoleCall('supplier/detail'),
    load: () => import('./supplier-page.tsx'),
  },
] as const
