import { connect } from '../../contract/client.ts'
import { consoleDocuments } from '../../contract/documents/api.ts'
import { consoleFulfilment } from '../../contract/fulfilment/api.ts'
import { saveFile } from '../../ui/save-file.ts'
import { useCall } from '../kit/use-call.ts'
import { send } from '../session/session.ts'

export const fulfilmentApi = connect(consoleFulfilment, send)
const documentApi = connect(consoleDocuments, send)

/** What any change of an order moves: lists and page of orders, the queue, stock, and what its buyer owes or has. */
export const orderMoves = [['order'], ['queue'], ['sku'], ['enterprise']] as const

/** A parcel as calls name it. */
export interface ParcelName {
  enterpriseId: string
  orderNo: string
  parcelNo: number
}

/** What staff do with a parcel at one press. */
export function useParcel(name: ParcelName) {
  const refresh = [['order']] as const
  return {
    note: useCall(() => documentApi.deliveryNote(name), { done: saveFile }),
    ask: useCall(() => fulfilmentApi.askTrack(name), { refresh, said: '已查询' }),
    attach: useCall((file: File) => fulfilmentApi.attachReceipt(name, { file }), { refresh, said: '签收单已上传' }),
    untype: useCall((trackId: string) => fulfilmentApi.removeTrack({ ...name, trackId }), { refresh, said: '已删除' }),
  }
}
