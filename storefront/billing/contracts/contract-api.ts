import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ContractKind, contractsEndpoints } from '#contract/billing/contracts/api.ts'
import { connect } from '#contract/platform/core/client.ts'
import { send } from '#storefront/platform/sessions/send.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { saveFile } from '#ui/save-file.ts'

const contractApi = connect(contractsEndpoints, send)
const KEY = ['contract'] as const
export const PAGE_SIZE = 10

export interface ContractFilter {
  kind: ContractKind | undefined
  keyword: string | undefined
  pageNo: number
}

export const useContracts = (wish: ContractFilter) =>
  useQuery({
    queryKey: [...KEY, 'list', wish],
    queryFn: () => contractApi.list({ ...wish, pageSize: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  })

/** Downloads the contract of an order. The first download creates its hash, so the list is fetched again. */
export const useOrderContract = (orderNo: string) =>
  useApiMutation(() => contractApi.purchase({ orderNo }), { refresh: [KEY], done: saveFile })

export const useCreditAgreement = (id: string) => useApiMutation(() => contractApi.creditAgreement({ id }), { done: saveFile })
