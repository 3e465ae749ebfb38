import { TextSearch } from 'lucide-react'
import { consoleSearchWordEndpoints } from '#contract/catalog/search-words/console-api.ts'

/** The screen of what staff tell the search. */
export const searchWordScreens = [
  {
    path: '/search_words',
    title: '搜索词',
    icon: TextSearch,
    call: consoleSearchWordEndpoints.list,
    load: () => import('./search-words-page.tsx'),
  },
] as const
