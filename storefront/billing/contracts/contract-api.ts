import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ContractKind, contractsEndpoints } from '#contract/billing/contracts/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { saveFileToDisk } from '#ui/save-file.ts'

const contractApi = createApiClient(contractsEndpoints, sendOrHoldUntilLogin)
const KEY = ['contract'] as const
export const PAGE_SIZE = 10

export interface ContractFilter {
  kind: ContractKind | undefined
  keyword: string | undefined
  pageNo: number
}

export const useContracts = (filter: ContractFilter) =>
  useQuery({
    queryKey: [...KEY, 'list', filter],
    queryFn: () => contractApi.list({ ...filter, pageSize: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  })

/** Downloads the contract of an order. The first download creates its hash, so the list is fetched again. */
export const useDownloadOrderContract = (orderNo: string) =>
  useApiMutation(() => contractApi.purchase({ orderNo }), { invalidates: [KEY], onSuccess: saveFileToDisk })

export const useDownloadCreditAgreement = (id: string) =>
  useApiMutation(() => contractApi.creditAgreement({ id }), { onSuccess: saveFileToDisk })

export const useDownloadCollectionLetter = (id: string) => useApiMutation(() => contractApi.letter({ id }), { onSuccess: saveFileToDisk })
