import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { creditEndpoints } from '#contract/money/credit/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'

export const creditOverviewAndDrawdownApi = createApiClient(creditEndpoints, sendOrHoldUntilLogin)

export const PAGE_SIZE = 20

export const creditOverviewQuery = queryOptions({
  queryKey: ['credit', 'overview'],
  queryFn: () => creditOverviewAndDrawdownApi.overview({}),
})
export const useCreditOverview = () => useQuery(creditOverviewQuery)
export type CreditOverview = NonNullable<ReturnType<typeof useCreditOverview>['data']>

/** One page of drawdowns. Month undefined: all months. */
export const useDrawdowns = (month: string | undefined, pageNo: number) =>
  useQuery({
    queryKey: ['credit', 'drawdowns', month ?? '', pageNo],
    queryFn: () => creditOverviewAndDrawdownApi.drawdowns({ month, pageNo, pageSize: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  })

export const useDrawdown = (id: string) =>
  useQuery({ queryKey: ['credit', 'drawdown', id], queryFn: () => creditOverviewAndDrawdownApi.drawdown({ id }) })
