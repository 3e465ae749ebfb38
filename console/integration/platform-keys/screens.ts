import { KeyRound } from 'lucide-react'
import { consolePlatformKeyEndpoints } from '#contract/integration/integration/platform-key-api.ts'

export const platformKeyScreens = [
  {
    path: '/platform_keys',
    title: '平台接口',
    icon: KeyRound,
    group: '商品',
    call: consolePlatformKeyEndpoints.list,
    load: () => import('./platform-keys-page.tsx'),
  },
] as const
