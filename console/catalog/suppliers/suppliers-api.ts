import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleSupplierEndpoints } from '#contract/catalog/suppliers/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const supplierApi = createApiClient(consoleSupplierEndpoints, sendConsoleRequest)

export const supplierQuery = (supplierId: string) => ({
  queryKey: ['supplier', 'detail', supplierId] as const,
  queryFn: () => supplierApi.detail({ supplierId }),
})

/** Invalidates the queries that a change of a supplier or its prices affects. */
export const invalidatedBySupplier = [['supplier']] as const
