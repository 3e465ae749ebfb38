import { send } from '#console/platform/sessions/session.ts'
import { consoleSku } from '#contract/catalog/goods/console-api.ts'
import { consoleStock } from '#contract/catalog/inventory/api.ts'
import { connect } from '#contract/platform/core/client.ts'

export const skuApi = connect(consoleSku, send)
export const stockApi = connect(consoleStock, send)
/** Invalidates the queries that a change of a SKU affects: the list, and the queue of sold-out SKUs. */
export const invalidatedBySku = [['sku'], ['queue'], ['stock']] as const
