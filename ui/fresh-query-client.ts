import { type InvalidateOptions, type InvalidateQueryFilters, QueryClient, type QueryKey } from '@tanstack/react-query'

/**
 * A query client that never shows an answer from before a change. A first read that is under way when its query is invalidated is started again: the
 * library leaves it under way, and takes its answer, which the server may have given before the change.
 */
export class FreshQueryClient extends QueryClient {
  override invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    for (const query of this.getQueryCache().findAll(filters)) {
      const isFirst = query.state.fetchStatus === 'fetching' && query.state.data === undefined
      // What nobody looks at is not read anew, and would never come.
      if (isFirst && query.isActive()) void query.cancel({ silent: true })
    }
    return super.invalidateQueries(filters, options)
  }
}
