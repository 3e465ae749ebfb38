import { TextSearch } from 'lucide-react'
import { addAuditorToAccessRule, catalogWriteAccess } from '#contract/platform/core/permissions.ts'

/** The screen where staff configure the search. */
export const searchWordScreens = [
  {
    path: '/search_words',
    title: '搜索词',
    icon: TextSearch,
    call: { needs: addAuditorToAccessRule(catalogWriteAccess) },
    load: () => import('./search-words-page.tsx'),
  },
] as const
