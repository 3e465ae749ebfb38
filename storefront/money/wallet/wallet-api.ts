import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { bankTransferEndpoints } from '#contract/billing/bank/api.ts'
import { paymentEndpoints } from '#contract/money/payments/api.ts'
import { walletEndpoints } from '#contract/money/wallet/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'

export const walletApi = createApiClient(walletEndpoints, sendOrHoldUntilLogin)
const { topUp, topUps } = paymentEndpoints
export const topUpApi = createApiClient({ online: topUp, transfer: bankTransferEndpoints.topUp, list: topUps }, sendOrHoldUntilLogin)

export const PAGE_SIZE = 20

export const useWalletOverview = () => useQuery({ queryKey: ['wallet', 'overview'], queryFn: () => walletApi.overview({}) })

/** One page of wallet entries. Without a month: all months. */
export const useWalletEntries = (month: string | undefined, pageNo: number, pageSize = PAGE_SIZE) =>
  useQuery({
    queryKey: ['wallet', 'entries', month ?? '', pageNo, pageSize],
    queryFn: () => walletApi.entries({ month, pageNo, pageSize }),
    placeholderData: keepPreviousData,
  })

/** One page of top-ups, with any result. */
export const useTopUps = (month: string | undefined, pageNo: number) =>
  useQuery({
    queryKey: ['wallet', 'topUps', month ?? '', pageNo],
    queryFn: () => topUpApi.list({ month, pageNo, pageSize: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  })
