import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { connect } from '../../contract/client.ts'
import { wallet } from '../../contract/wallet/api.ts'
import { send } from '../session/send.ts'

const walletApi = connect(wallet, send)

export const PAGE_SIZE = 20

export const useWallet = () => useQuery({ queryKey: ['wallet', 'overview'], queryFn: () => walletApi.overview({}) })

/** One page of what came in and went out; month undefined is always. */
export const useEntries = ({ month, pageNo, pageSize = PAGE_SIZE }: { month: string | undefined; pageNo: number; pageSize?: number }) =>
  useQuery({
    queryKey: ['wallet', 'entries', month ?? '', pageNo, pageSize],
    queryFn: () => walletApi.entries({ month, pageNo, pageSize }),
    placeholderData: keepPreviousData,
  })
