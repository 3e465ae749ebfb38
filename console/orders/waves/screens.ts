import { Boxes, PackageCheck } from 'lucide-react'
import { consoleCall } from '#console/platform/sessions/permissions.ts'

/** The screens of waves, and of what carriers take. */
export const waveScreens = [
  { path: '/waves', title: '波次', icon: Boxes, call: consoleCall('wave/list'), load: () => import('./waves-page.tsx') },
  {
    path: '/new_wave',
    title: '新建波次',
    under: '/waves',
    call: consoleCall('wave/candidates'),
    load: () => import('./new-wave-page.tsx'),
  },
  { path: '/wave', title: '波次详情', under: '/waves', call: consoleCall('wave/detail'), load: () => import('./wave-page.tsx') },
  {
    path: '/wave_pick_list',
    title: '波次拣货单',
    under: '/wave',
    call: consoleCall('wave/pick-list'),
    load: () => import('./wave-pick-list-page.tsx'),
  },
  { path: '/packing', title: '波次装箱', under: '/wave', call: consoleCall('wave/packing'), load: () => import('./packing-page.tsx') },
  {
    path: '/waybill_import',
    title: '导入运单号',
    under: '/waves',
    call: consoleCall('wave/import-waybills'),
    load: () => import('./waybill-import-page.tsx'),
  },
  {
    path: '/handover_list',
    title: '交接单',
    icon: PackageCheck,
    call: consoleCall('handover-list/list'),
    load: () => import('#console/orders/handover-lists/handover-lists-page.tsx'),
  },
] as const
