import { Tractor } from 'lucide-react'
import { consoleCall } from '#console/platform/sessions/permissions.ts'

/** The screen of machine models. */
export const machineModelScreens = [
  {
    path: '/machine_models',
    title: '机型',
    icon: Tractor,
    call: consoleCall('machine-model/list'),
    load: () => import('./machine-models-page.tsx'),
  },
] as const
