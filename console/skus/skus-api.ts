import { connect } from '../../contract/client.ts'
import { consoleStock } from '../../contract/inventory/api.ts'
import { consoleSku } from '../../contract/staff/api.ts'
import { send } from '../session/session.ts'

export const skuApi = connect(consoleSku, send)
export const stockApi = connect(consoleStock, send)
/** What a change of a SKU moves: its list, and the queue of what is sold out. */
export const invalidatedBySku = [['sku'], ['queue'], ['stock']] as const
