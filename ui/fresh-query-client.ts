import { type InvalidateOptions, type InvalidateQueryFilters, type Query, QueryClient, type QueryKey } from '@tanstack/react-query'

/**
 * A query client that never shows an answer from before a change. The library keeps a first fetch that is under way when its query is
 * invalidated, and a fetch of a query that no screen shows at that moment. Their answers count as fresh, although the server may have given
 * them before the change. Here a first fetch starts again, and the answer of a query without a screen is invalid when it arrives.
 */
export class NoStaleDataQueryClient extends QueryClient {
  override invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    for (const query of this.getQueryCache().findAll(filters)) {
      if (query.state.fetchStatus !== 'fetching') continue
      // An inactive query is not fetched again, so its promise would never settle if it were cancelled.
      if (!query.isActive()) this.#invalidateAfterFetch(query, filters?.refetchType)
      else if (query.state.data === undefined) void query.cancel({ silent: true })
    }
    return super.invalidateQueries(filters, options)
  }

  #invalidateAfterFetch({ promise, queryKey }: Query, refetchType: InvalidateQueryFilters['refetchType']): void {
    const invalidate = () => this.invalidateQueries({ queryKey, exact: true, refetchType: refetchType ?? 'active' })
    void promise?.then(invalidate, invalidate)
  }
}
