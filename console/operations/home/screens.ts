import { LayoutTemplate } from 'lucide-react'
import { getCallWithAccessRule } from '#console/platform/sessions/permissions.ts'

/** The screen of the home page's sections. */
export const homeScreens = [
  {
    path: '/home_sections',
    title: '首页版块',
    icon: LayoutTemplate,
    group: '内容',
    call: getCallWithAccessRule('home-section/list'),
    load: () => import('./home-sections-page.tsx'),
  },
] as const
