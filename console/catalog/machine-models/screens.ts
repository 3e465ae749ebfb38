import { Tractor } from 'lucide-react'
import { getCallWithAccessRule } from '#console/platform/sessions/permissions.ts'

/** The screen of machine models. */
export const machineModelScreens = [
  {
    path: '/machine_models',
    title: '机型',
    icon: Tractor,
    call: getCallWithAccessRule('machine-model/list'),
    load: () => import('./machine-models-page.tsx'),
  },
] as const
