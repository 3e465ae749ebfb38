import { useSearch } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import { PageHead } from './panel.tsx'
import { EmptyState } from './states.tsx'

interface Named<K extends string> {
  title: string
  /** The search parameters that the address must have. */
  by: readonly K[]
  what: string
  /** A link to the screen where one is chosen. */
  choose: ReactNode
  /** Shown when the queue that the address names is finished. */
  finished?: (filters: string) => ReactNode
}

/** A screen for one record that its address names. If the address names none, it links to where one is chosen. */
export function createRecordPage<const K extends string>(
  { title, by, what, choose, finished }: Named<K>,
  One: ComponentType<Record<K, string>>,
) {
  return function Page() {
    const search: Partial<Record<string, string>> = useSearch({ strict: false })
    const values = by.map((key) => search[key])
    if (finished && search.finished !== undefined) return finished(search.list ?? '')
    if (values.includes(undefined))
      return (
        <>
          <PageHead title={title} />
          <div className="panel">
            <EmptyState title={`没有指明${what}`} action={choose} />
          </div>
        </>
      )
    return <One key={values.join(' ')} {...(Object.fromEntries(by.map((key) => [key, search[key]])) as Record<K, string>)} />
  }
}
