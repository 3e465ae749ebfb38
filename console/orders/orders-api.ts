import { connect } from '../../contract/client.ts'
import { consoleOrder } from '../../contract/ordering/console-api.ts'
import { send } from '../session/session.ts'

export const orderApi = connect(consoleOrder, send)

/** What names an order: its number, and whose it is. */
export interface OrderRef {
  enterpriseId: string
  orderNo: string
}

export const orderQuery = (name: OrderRef) => ({
  queryKey: ['order', 'detail', name] as const,
  queryFn: () => orderApi.detail(name),
})
