import { LayoutTemplate } from 'lucide-react'
import { consoleHomeSectionEndpoints } from '#contract/operations/home/console-api.ts'

/** The screen of the home page's sections. */
export const homeScreens = [
  {
    path: '/home_sections',
    title: '首页版块',
    icon: LayoutTemplate,
    group: '内容',
    call: consoleHomeSectionEndpoints.list,
    load: () => import('./home-sections-page.tsx'),
  },
] as const
