import { ArrowUpDown, ScrollText } from 'lucide-react'
import { getCallWithAccessRule } from '#console/platform/sessions/permissions.ts'

/** The audit trail, and the files that were read in and written out, of which everybody sees his own. */
export const auditScreens = [
  {
    path: '/audit',
    title: '审计',
    icon: ScrollText,
    call: getCallWithAccessRule('audit/list'),
    load: () => import('./audit-page.tsx'),
  },
  {
    path: '/paper_looks',
    title: '查阅记录',
    under: '/audit',
    call: getCallWithAccessRule('audit/list'),
    load: () => import('./document-views-page.tsx'),
  },
  {
    path: '/file_history',
    title: '导入导出记录',
    icon: ArrowUpDown,
    call: getCallWithAccessRule('file-history/list'),
    load: () => import('./file-history-page.tsx'),
  },
] as const
