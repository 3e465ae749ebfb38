import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleWarehouseEndpoints } from '#contract/catalog/inventory/warehouses-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const warehouseApi = createApiClient(consoleWarehouseEndpoints, sendConsoleRequest)

export const warehouseQuery = (warehouseId: string) => ({
  queryKey: ['warehouse', 'detail', warehouseId] as const,
  queryFn: () => warehouseApi.detail({ warehouseId }),
})

export const warehouseChoicesQuery = { queryKey: ['warehouse', 'choices'] as const, queryFn: () => warehouseApi.choices({}) }

/** Invalidates the queries that a change of a warehouse, or of what lies there, affects. */
export const invalidatedByWarehouse = [['warehouse'], ['sku']] as const
