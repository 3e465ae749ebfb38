import { LayoutTemplate } from 'lucide-react'
import { addAuditorToAccessRule, catalogWriteAccess } from '#contract/platform/core/permissions.ts'

/** The screen of the home page's sections. */
export const homeScreens = [
  {
    path: '/home_sections',
    title: '首页版块',
    icon: LayoutTemplate,
    group: '内容',
    call: { needs: addAuditorToAccessRule(catalogWriteAccess) },
    load: () => import('./home-sections-page.tsx'),
  },
] as const
