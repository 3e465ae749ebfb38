import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleSkuEndpoints } from '#contract/catalog/goods/console-api.ts'
import { consoleStockEndpoints } from '#contract/catalog/inventory/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const skuApi = createApiClient(consoleSkuEndpoints, sendConsoleRequest)
export const stockApi = createApiClient(consoleStockEndpoints, sendConsoleRequest)
/** Invalidates the queries that a change of a SKU affects: the list, and the queue of sold-out SKUs. */
export const invalidatedBySku = [['sku'], ['queue'], ['stock']] as const
