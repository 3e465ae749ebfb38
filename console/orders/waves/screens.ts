import { Boxes, PackageCheck, ScanBarcode } from 'lucide-react'
import { getCallWithAccessRule } from '#console/platform/sessions/permissions.ts'

/** The screens of waves, and of what carriers take. */
export const waveScreens = [
  { path: '/waves', title: '波次', icon: Boxes, call: getCallWithAccessRule('wave/list'), load: () => import('./waves-page.tsx') },
  {
    path: '/new_wave',
    title: '新建波次',
    under: '/waves',
    call: getCallWithAccessRule('wave/candidates'),
    load: () => import('./new-wave-page.tsx'),
  },
  { path: '/wave', title: '波次详情', under: '/waves', call: getCallWithAccessRule('wave/detail'), load: () => import('./wave-page.tsx') },
  {
    path: '/wave_pick_list',
    title: '波次拣货单',
    under: '/wave',
    call: getCallWithAccessRule('wave/pick-list'),
    load: () => import('./wave-pick-list-page.tsx'),
  },
  {
    path: '/packing',
    title: '波次装箱',
    under: '/wave',
    call: getCallWithAccessRule('wave/packing'),
    load: () => import('./packing-page.tsx'),
  },
  {
    path: '/waybill_import',
    title: '导入运单号',
    under: '/waves',
    call: getCallWithAccessRule('wave/import-waybills'),
    load: () => import('./waybill-import-page.tsx'),
  },
  {
    path: '/waybills',
    title: '电子面单',
    icon: ScanBarcode,
    call: getCallWithAccessRule('waybill/list'),
    load: () => import('#console/orders/waybills/waybills-page.tsx'),
  },
  {
    path: '/handover_list',
    title: '交接单',
    icon: PackageCheck,
    call: getCallWithAccessRule('handover-list/list'),
    load: () => import('#console/orders/handover-lists/handover-lists-page.tsx'),
  },
] as const
