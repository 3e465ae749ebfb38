import { Tractor } from 'lucide-react'
import { consoleMachineModelEndpoints } from '#contract/catalog/machine-models/console-api.ts'

/** The screen of machine models. */
export const machineModelScreens = [
  {
    path: '/machine_models',
    title: '机型',
    icon: Tractor,
    call: consoleMachineModelEndpoints.list,
    load: () => import('./machine-models-page.tsx'),
  },
] as const
