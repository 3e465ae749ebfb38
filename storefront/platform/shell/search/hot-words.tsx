import { useQuery } from '@tanstack/react-query'
import { Link } from '#storefront/platform/routing/link.tsx'
import { searchSuggestionsQuery } from './suggestion-api.ts'

/** The hot words of staff, as links to their search. It renders nothing if there are none. */
export function HotSearchWordLinks() {
  const words = useQuery(searchSuggestionsQuery('')).data?.hot ?? []
  if (words.length === 0) return null
  return (
    <nav aria-label="热门搜索" className="flex flex-wrap items-center justify-center gap-2 px-4 pb-6 text-sm">
      <span className="text-mute">热门搜索</span>
      {words.map((keyword) => (
        <Link
          key={keyword}
          to="/shop"
          search={{ keyword }}
          className="rounded-control border border-line bg-white px-2.5 py-1 hover:border-jade hover:text-jade"
        >
          {keyword}
        </Link>
      ))}
    </nav>
  )
}
