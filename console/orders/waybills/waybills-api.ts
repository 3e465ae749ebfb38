import type { TagTone } from '#console/platform/components/tag.tsx'
import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleWaybillEndpoints, type WaybillTaking } from '#contract/orders/waybills/api.ts'
import type { WaybillState } from '#contract/orders/waybills/waybill-lifecycle.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const waybillApi = createApiClient(consoleWaybillEndpoints, sendConsoleRequest)

/** The carriers that numbers can be taken of. They only change with the settings of the server. */
export const waybillCarriersQuery = {
  queryKey: ['waybill', 'carriers'] as const,
  queryFn: () => waybillApi.carriers({}),
  staleTime: Number.POSITIVE_INFINITY,
}

/** Invalidates the queries that a number affects. */
export const invalidatedByWaybill = [['waybill', 'list'], ['wave']] as const

export const waybillTones: Record<WaybillState, TagTone> = {
  ASKED: 'wait',
  REFUSED: 'bad',
  TAKEN: 'good',
  RETURNING: 'wait',
  RETURNED: 'over',
  ABANDONED: 'over',
}

export interface WaybillRequest {
  carrier: string
  warehouseId?: string
  orders: readonly { enterpriseId: string; orderNo: string }[]
}

/**
 * Takes the numbers of any orders: as many calls as it needs, because one call ends after some time. `progress` hears how many orders have an answer.
 * A call that brings nothing new ends it.
 */
export async function takeAllNumbers({ orders, ...sender }: WaybillRequest, progress: (done: number) => void): Promise<WaybillTaking[]> {
  const answers = new Map<string, WaybillTaking>()
  let rest = [...orders]
  while (rest.length > 0) {
    const { rows } = await waybillApi.take({ ...sender, orders: rest })
    for (const row of rows) answers.set(row.orderNo, row)
    const next = rest.filter(({ orderNo }) => answers.get(orderNo)?.result === 'left')
    progress(orders.length - next.length)
    if (next.length === rest.length) break
    rest = next
  }
  return orders.flatMap(({ orderNo }) => answers.get(orderNo) ?? [])
}
