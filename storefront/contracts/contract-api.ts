import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { connect } from '../../contract/client.ts'
import { type ContractKind, contracts } from '../../contract/contracts/api.ts'
import { saveFile } from '../../ui/save-file.ts'
import { send } from '../session/send.ts'
import { useApiMutation } from '../session/use-call.ts'

const contractApi = connect(contracts, send)
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

/** An order's contract as a file. Taken along for the first time it gets its hash, so that the list is read anew. */
export const useOrderContract = (orderNo: string) =>
  useApiMutation(() => contractApi.purchase({ orderNo }), { refresh: [KEY], done: saveFile })

export const useCreditAgreement = (id: string) => useApiMutation(() => contractApi.creditAgreement({ id }), { done: saveFile })
