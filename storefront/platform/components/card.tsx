import { ChevronRight, Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '#storefront/platform/routing/link.tsx'
import type { RoutePath } from '#storefront/platform/routing/types.ts'

interface Props {
  title: string
  more?: { label: string; to: RoutePath; search?: Record<string, string> }
  /** Why the person may not see it. Then nothing else is shown. */
  blocked?: string | undefined
  children: ReactNode
}

/** A panel with a title, a link to the full list, and a content. */
export function Card({ title, more, blocked, children }: Props) {
  return (
    <section aria-label={title} className="panel p-4 md:p-5">
      <div className="mb-3 flex items-center justify-between gap-3">
        <h2 className="text-md md:text-lg">{title}</h2>
        {more && blocked === undefined && (
          <Link to={more.to} search={more.search ?? {}} className="finger flex items-center text-sm text-jade hover:underline">
            {more.label}
            <ChevronRight className="size-4" aria-hidden />
          </Link>
        )}
      </div>
      {blocked === undefined ? (
        children
      ) : (
        <p className="flex items-center gap-2 text-sm text-mute">
          <Lock className="size-4 shrink-0" aria-hidden />
          {blocked}
        </p>
      )}
    </section>
  )
}
