import { connect } from '../../contract/client.ts'
import { consoleFulfilment } from '../../contract/fulfilment/api.ts'
import { consoleOrder } from '../../contract/ordering/console-api.ts'
import { send } from '../session/session.ts'

export const orderApi = connect(consoleOrder, send)
export const fulfilmentApi = connect(consoleFulfilment, send)

/** What names an order: its number, and whose it is. */
export interface OrderName {
  enterpriseId: string
  orderNo: string
}

export const orderQuery = (name: OrderName) => ({
  queryKey: ['order', 'detail', name] as const,
  queryFn: () => orderApi.detail(name),
})

/** What any change of an order moves: lists and page of orders, the queue, stock, and what its buyer owes or has. */
export const orderMoves = [['order'], ['queue'], ['sku'], ['enterprise']] as const
