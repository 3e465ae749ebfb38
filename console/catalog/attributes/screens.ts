import { ListChecks } from 'lucide-react'
import { getCallWithAccessRule } from '#console/platform/sessions/permissions.ts'

/** The screens of attributes: the attributes, their sets, and the set of each category. */
export const attributeScreens = [
  {
    path: '/attributes',
    title: '参数与模板',
    icon: ListChecks,
    call: getCallWithAccessRule('attribute/list'),
    load: () => import('./attributes-page.tsx'),
  },
  {
    path: '/attribute_sets',
    title: '参数模板',
    under: '/attributes',
    call: getCallWithAccessRule('attribute-set/list'),
    load: () => import('./sets-page.tsx'),
  },
  {
    path: '/attribute_categories',
    title: '分类的参数模板',
    under: '/attributes',
    call: getCallWithAccessRule('attribute-set/categories'),
    load: () => import('./category-sets-page.tsx'),
  },
] as const
