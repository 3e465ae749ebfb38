import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { bankTransferEndpoints } from '#contract/billing/bank/api.ts'
import type { BankTransfer } from '#contract/billing/bank/shapes.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'
import type { TransferLookup } from './transfer-view.ts'

const { begin, detail, ofOrder, list, submitVoucher, withdrawVoucher, cancel } = bankTransferEndpoints
export const transferApi = createApiClient({ begin, detail, ofOrder, list, submitVoucher, withdrawVoucher, cancel }, sendOrHoldUntilLogin)

const TRANSFER: QueryKey = ['transfer']
/** Invalidates the queries that change with a transfer. */
export const invalidatedByTransfer: readonly QueryKey[] = [TRANSFER, ['order'], ['wallet'], ['message']]

const LOOKED_THROUGH = 50
const POLL_EVERY_MS = 20_000

/** The transfer of an order. If there is none, it is created: the buyer has chosen this method and needs the account number. */
async function ofOrderOrBegun(orderNo: string, mayPay: boolean): Promise<BankTransfer | null> {
  const { tradeId, transfer: found } = await transferApi.ofOrder({ orderNo })
  if ((found !== null && found.state !== 'CLOSED') || !mayPay) return found
  const { paymentId } = await transferApi.begin({ tradeId })
  return transferApi.detail({ paymentId })
}

async function newestIn(states: readonly BankTransfer['state'][]): Promise<BankTransfer | null> {
  const { dataList } = await transferApi.list({ pageSize: LOOKED_THROUGH })
  return dataList.find(({ state }) => states.includes(state)) ?? null
}

/** The transfer that the URL names; null: there is none. It is polled while a reviewer may be working on it. */
export const findOrBeginTransferQuery = (target: TransferLookup, mayPay: boolean) =>
  queryOptions({
    queryKey: [...TRANSFER, target, mayPay],
    queryFn: (): Promise<BankTransfer | null> => {
      if ('paymentId' in target) return transferApi.detail({ paymentId: target.paymentId })
      return 'orderNo' in target ? ofOrderOrBegun(target.orderNo, mayPay) : newestIn(target.states)
    },
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.state === 'REVIEW' ? POLL_EVERY_MS : false),
  })
