import { Boxes, PackageCheck } from 'lucide-react'

/** The rules instead of the calls, so that the menu does not load them. */
const call = { needs: { staff: ['support', 'warehouse', 'admin'] } } as const

/** The screens of waves, and of what carriers take. */
export const waveScreens = [
  { path: '/waves', title: '波次', icon: Boxes, call, load: () => import('./waves-page.tsx') },
  { path: '/new_wave', title: '新建波次', under: '/waves', call, load: () => import('./new-wave-page.tsx') },
  { path: '/wave', title: '波次详情', under: '/waves', call, load: () => import('./wave-page.tsx') },
  { path: '/wave_pick_list', title: '波次拣货单', under: '/wave', call, load: () => import('./wave-pick-list-page.tsx') },
  { path: '/packing', title: '波次装箱', under: '/wave', call, load: () => import('./packing-page.tsx') },
  {
    path: '/waybill_import',
    title: '导入运单号',
    under: '/waves',
    call: { needs: { staff: ['warehouse', 'admin'] } },
    load: () => import('./waybill-import-page.tsx'),
  },
  {
    path: '/handover_list',
    title: '交接单',
    icon: PackageCheck,
    call,
    load: () => import('#console/orders/handover-lists/handover-lists-page.tsx'),
  },
] as const
