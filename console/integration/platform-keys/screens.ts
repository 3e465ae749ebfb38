import { KeyRound } from 'lucide-react'
import { getCallWithAccessRule } from '#console/platform/sessions/permissions.ts'

export const platformKeyScreens = [
  {
    path: '/platform_keys',
    title: '平台接口',
    icon: KeyRound,
    group: '商品',
    call: getCallWithAccessRule('platform-key/list'),
    load: () => import('./platform-keys-page.tsx'),
  },
] as const
