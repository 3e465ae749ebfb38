import { TextSearch } from 'lucide-react'
import { getCallWithAccessRule } from '#console/platform/sessions/permissions.ts'

/** The screen where staff configure the search. */
export const searchWordScreens = [
  {
    path: '/search_words',
    title: '搜索词',
    icon: TextSearch,
    call: getCallWithAccessRule('search-word/list'),
    load: () => import('./search-words-page.tsx'),
  },
] as const
