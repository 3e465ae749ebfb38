import { useState } from 'react'
import { PARCEL_PICTURES_MAX, type Parcel } from '#contract/orders/fulfilment/shapes.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { ConfirmDialog, Modal } from '#storefront/platform/components/dialog.tsx'
import { FormButtons } from '#storefront/platform/components/form-buttons.tsx'
import { PictureUploadTile } from '#storefront/platform/components/picture-tile.tsx'
import { usePersistedState } from '#storefront/platform/components/use-persisted-state.ts'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { type ParcelRef, toReceiptFormName, useParcelActions } from './express-api.ts'

interface Props {
  name: ParcelRef
  parcel: Parcel
  /** Whether receipt of the order can still be confirmed. */
  open: boolean
}

/** The actions on a parcel: confirm receipt, ask its carrier, download its delivery note, upload the signed one. */
export function ParcelActions({ name, parcel, open }: Props) {
  const [asking, setAsking] = useState<'receive' | 'receipt'>()
  const close = () => setAsking(undefined)
  const { receive, queryTrack, attach, note } = useParcelActions(name, close)
  const { reason: denied } = usePermission('buyPay')
  const waiting = open && parcel.receivedAt === null
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {waiting && (
        <Button size="sm" blocked={denied} onClick={() => setAsking('receive')}>
          确认收到该包裹
        </Button>
      )}
      {parcel.asks && parcel.trackState !== 'signed' && (
        <Button look="line" size="sm" busy={queryTrack.isPending} onClick={() => queryTrack.mutate()}>
          刷新物流
        </Button>
      )}
      <Button look="line" size="sm" busy={note.isPending} onClick={() => note.mutate()}>
        下载送货单
      </Button>
      {parcel.receipts.length < PARCEL_PICTURES_MAX && (
        <Button look="line" size="sm" blocked={denied} onClick={() => setAsking('receipt')}>
          上传签收单
        </Button>
      )}
      <ConfirmDialog
        open={asking === 'receive'}
        onClose={close}
        title={`确认收到包裹 ${name.parcelNo}`}
        text="请确认已收到该包裹的全部商品且数量无误。所有包裹都收到后，订单即为已收货。"
        confirm="确认收货"
        busy={receive.isPending}
        onConfirm={() => receive.mutate()}
      />
      <Modal open={asking === 'receipt'} onClose={close} title="上传签收单">
        <ReceiptForm name={name} busy={attach.isPending} error={attach.errorsByField.fileId} onCancel={close} onSubmit={attach.mutate} />
      </Modal>
    </div>
  )
}

interface ReceiptProps {
  name: ParcelRef
  busy: boolean
  error: string | undefined
  onCancel: () => void
  onSubmit: (fileId: string) => void
}

function ReceiptForm({ name, busy, error, onCancel, onSubmit }: ReceiptProps) {
  const [fileId, setFileId] = usePersistedState(toReceiptFormName(name), () => '')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (fileId !== '') onSubmit(fileId)
      }}
    >
      <PictureUploadTile
        label="签收单"
        hint="拍清签字、盖章和实收数量；JPG、PNG 或 WebP，10 MB 以内"
        purpose="signedReceipt"
        value={fileId}
        error={error}
        onChange={setFileId}
      />
      <FormButtons submit="提交" busy={busy} disabled={fileId === ''} onCancel={onCancel} />
    </form>
  )
}
