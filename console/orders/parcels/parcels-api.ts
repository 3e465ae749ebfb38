import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleDocumentDownloadEndpoints } from '#contract/billing/documents/api.ts'
import { consoleFulfilmentEndpoints } from '#contract/orders/fulfilment/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { saveFileToDisk } from '#ui/save-file.ts'

export const fulfilmentApi = createApiClient(consoleFulfilmentEndpoints, sendConsoleRequest)
export const documentApi = createApiClient(consoleDocumentDownloadEndpoints, sendConsoleRequest)

/**
 * Invalidates the queries that a change of an order affects: the lists and the page of orders, the queue, the stock, and the buyer's money.
 */
export const invalidatedByParcel = [['order'], ['queue'], ['sku'], ['enterprise'], ['warehouse'], ['batch']] as const

/** The warehouses that an order may leave from, the proposed one first. */
export const shippingWarehousesQuery = ({ enterpriseId, orderNo }: { enterpriseId: string; orderNo: string }) => ({
  queryKey: ['order', 'warehouses', enterpriseId, orderNo] as const,
  queryFn: () => fulfilmentApi.warehouses({ enterpriseId, orderNo }),
})

/** The identifier of a parcel in calls. */
export interface ParcelRef {
  enterpriseId: string
  orderNo: string
  parcelNo: number
}

/** The actions of staff on a parcel that need no form. */
export function useParcelActions(name: ParcelRef) {
  const invalidates = [['order']] as const
  return {
    note: useApiMutation(() => documentApi.deliveryNote(name), { onSuccess: saveFileToDisk }),
    ask: useApiMutation(() => fulfilmentApi.askTrack(name), { invalidates, successMessage: '已查询' }),
    attach: useApiMutation((file: File) => fulfilmentApi.attachReceipt(name, { file }), { invalidates, successMessage: '签收单已上传' }),
    untype: useApiMutation((trackId: string) => fulfilmentApi.removeTrack({ ...name, trackId }), { invalidates, successMessage: '已删除' }),
  }
}
