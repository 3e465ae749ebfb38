import { TextSearch } from 'lucide-react'
import { getCallWithAccessRule } from '#console/platform/sessions/permissions.ts'

/** The screens where staff configure the search, and see what it did not find. */
export const searchWordScreens = [
  {
    path: '/search_words',
    title: '搜索词',
    icon: TextSearch,
    call: getCallWithAccessRule('search-word/list'),
    load: () => import('./search-words-page.tsx'),
  },
  {
    path: '/missed_searches',
    title: '没有结果的搜索',
    under: '/search_words',
    call: getCallWithAccessRule('search-word/missed'),
    load: () => import('./missed-searches-page.tsx'),
  },
] as const
