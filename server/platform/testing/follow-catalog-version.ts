import { afterAll } from 'vitest'
import { watchCatalogVersion } from '#server/catalog/catalog-version/public.ts'
import type { Mall } from './mall.ts'

/**
 * Lets the cached answers of a test's mall follow the catalog version until its file ends, as the server does. A read of the version that
 * takes too long empties the cache and is not a fault.
 */
export function followCatalogVersion({ app, appUrl }: Pick<Mall, 'app' | 'appUrl'>): void {
  let lost = 0
  const watch = watchCatalogVersion(appUrl, { moved: app.memory.moveTo, lost: () => app.memory.moveTo(--lost) })
  afterAll(() => watch.stop())
}
