import { ChartColumn } from 'lucide-react'
import { consoleCall } from '#console/platform/sessions/permissions.ts'

/** The screens of the reports. */
export const reportScreens = [
  {
    path: '/sales_report',
    title: '销售报表',
    icon: ChartColumn,
    group: '报表',
    call: consoleCall('sales-report/summary'),
    load: () => import('./sales-page.tsx'),
  },
] as const
