import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleSkuEndpoints } from '#contract/catalog/goods/console-api.ts'
import { consoleStockEndpoints } from '#contract/catalog/inventory/api.ts'
import { consolePriceEndpoints } from '#contract/catalog/pricing/console-api.ts'
import { consoleBatchEndpoints } from '#contract/orders/batches/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const skuApi = createApiClient(consoleSkuEndpoints, sendConsoleRequest)
export const stockApi = createApiClient(consoleStockEndpoints, sendConsoleRequest)
/** The switch of the batches of a SKU, and those that lie there. The screens of batches are another module's. */
const { setBatched, list } = consoleBatchEndpoints
export const batchApi = createApiClient({ setBatched, list }, sendConsoleRequest)
const companyPriceApi = createApiClient({ forEnterprise: consolePriceEndpoints.forEnterprise }, sendConsoleRequest)

export const skuQuery = (skuId: string) => ({
  queryKey: ['sku', 'detail', skuId] as const,
  queryFn: () => skuApi.detail({ skuId }),
})
/** What lies of the batches of a SKU in the warehouses: those that end first. */
export const batchesOfSkuQuery = (skuId: string) => ({
  queryKey: ['batch', 'of-sku', skuId] as const,
  queryFn: async () => (await batchApi.list({ skuId, pageSize: 100 })).dataList,
})
/** What one enterprise pays for a SKU. */
export const enterpriseSkuPricesQuery = (skuId: string, enterpriseId: string) => ({
  queryKey: ['sku', 'prices', skuId, enterpriseId] as const,
  queryFn: () => companyPriceApi.forEnterprise({ skuId, enterpriseId }),
})
/** Invalidates the queries that a change of a SKU affects: the list, and the queue of sold-out SKUs. */
export const invalidatedBySku = [['sku'], ['queue'], ['stock'], ['warehouse'], ['batch']] as const
