import { documentDownloadEndpoints } from '#contract/billing/documents/api.ts'
import { parcelEndpoints } from '#contract/orders/fulfilment/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { useClearStoredForm } from '#storefront/platform/components/use-persisted-state.ts'
import { emitClientEvent } from '#storefront/platform/sessions/events.ts'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { saveFileToDisk } from '#ui/save-file.ts'

const parcelApi = createApiClient(parcelEndpoints, sendOrHoldUntilLogin)
const documentApi = createApiClient({ deliveryNote: documentDownloadEndpoints.deliveryNote }, sendOrHoldUntilLogin)

/** The identifier of a parcel in calls. */
export interface ParcelRef {
  orderNo: string
  parcelNo: number
}

/** The name under which the form of a signed receipt is kept. */
export const toReceiptFormName = ({ orderNo, parcelNo }: ParcelRef): string => `receipt of ${orderNo} ${parcelNo}`

const AFTER_PARCEL = [['order'], ['message']] as const

/** The actions of a buyer on a parcel. `done` closes the dialog that called one. */
export function useParcelActions(name: ParcelRef, done: () => void) {
  const receive = useApiMutation(() => parcelApi.receive(name), {
    invalidates: AFTER_PARCEL,
    onSuccess: () => {
      emitClientEvent('orderStatusChanged', { orderNo: name.orderNo })
      showNotice('已确认收到该包裹')
      done()
    },
  })
  const queryTrack = useApiMutation(() => parcelApi.askTrack(name), {
    invalidates: [['order']],
    onSuccess: ({ found }) => showNotice(found ? '物流已更新' : '快递公司暂无该运单的物流信息'),
  })
  const clearReceipt = useClearStoredForm(toReceiptFormName(name))
  const attach = useApiMutation((fileId: string) => parcelApi.attachReceipt({ ...name, fileId }), {
    clearStoredForm: clearReceipt,
    invalidates: [['order']],
    fields: ['fileId'],
    onSuccess: () => {
      showNotice('签收单已上传')
      done()
    },
  })
  const note = useApiMutation(() => documentApi.deliveryNote(name), { onSuccess: saveFileToDisk })
  return { receive, queryTrack, attach, note }
}
