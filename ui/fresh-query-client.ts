import { type InvalidateOptions, type InvalidateQueryFilters, QueryClient, type QueryKey } from '@tanstack/react-query'

/**
 * A query client that never shows an answer from before a change. If a query is invalidated during its first fetch, that fetch starts
 * again. The library would keep it and use its answer, which the server may have given before the change.
 */
export class FreshQueryClient extends QueryClient {
  override invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    for (const query of this.getQueryCache().findAll(filters)) {
      const isFirst = query.state.fetchStatus === 'fetching' && query.state.data === undefined
      // An inactive query is not fetched again, so its promise would never settle.
      if (isFirst && query.isActive()) void query.cancel({ silent: true })
    }
    return super.invalidateQueries(filters, options)
  }
}
