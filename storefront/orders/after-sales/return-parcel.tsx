import { useState } from 'react'
import { afterSaleEndpoints } from '#contract/orders/after-sales/api.ts'
import type { AfterSaleDetail } from '#contract/orders/after-sales/shapes.ts'
import { carrierNames, getWaybillError, normaliseWaybillNumber } from '#contract/orders/fulfilment/waybill.ts'
import { Modal } from '#storefront/platform/components/dialog.tsx'
import { TextField } from '#storefront/platform/components/field.tsx'
import { FormButtons } from '#storefront/platform/components/form-buttons.tsx'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { SelectField } from '#storefront/platform/components/select/select-field.tsx'
import { toWordOptions } from '#storefront/platform/components/select/select-options.ts'
import { usePersistedState } from '#storefront/platform/components/use-persisted-state.ts'
import { emitClientEvent } from '#storefront/platform/sessions/events.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { mallProfile } from '#ui/mall.ts'
import { afterSaleApi, invalidatedByAfterSale } from './after-sale-api.ts'

interface Props {
  id: string
  returnTo: AfterSaleDetail['returnTo']
  open: boolean
  onClose: () => void
}

/** 填写退货物流: the address for the goods, and the parcel that they are in. */
export function EnterReturnParcelDialog({ open, onClose, ...rest }: Props) {
  return (
    <Modal open={open} onClose={onClose} title="填写退货物流">
      <Parcel onClose={onClose} {...rest} />
    </Modal>
  )
}

const { carrier: carrierRule, trackingNo: trackingRule } = afterSaleEndpoints.sendBack.input.shape

/** The return address: of the shop, or else of the mall. */
export function ReturnAddress({ returnTo, className }: { returnTo: AfterSaleDetail['returnTo']; className: string }) {
  const to = returnTo ?? { address: mallProfile.address, shopName: mallProfile.name, name: '售后仓', phone: mallProfile.phone }
  if (to.address === '') return null
  return (
    <p className={`rounded-control bg-paper px-3 py-2 text-sm break-words ${className}`}>
      寄回地址：{to.address} {to.shopName} {to.name}
      {to.phone !== '' && (
        <>
          ，<span className="num">{to.phone}</span>
        </>
      )}
    </p>
  )
}

function Parcel({ id, returnTo, onClose }: Omit<Props, 'open'>) {
  const [draft, setDraft, sent] = usePersistedState(`parcel for ${id}`, () => ({ carrier: '', trackingNo: '' }))
  const { carrier, trackingNo } = draft
  const [asked, setAsked] = useState(false)
  const wrong = (rule: typeof carrierRule, text: string) => (asked ? rule.safeParse(text).error?.issues[0]?.message : undefined)
  const sendBack = useApiMutation(afterSaleApi.sendBack, {
    clearStoredForm: sent,
    invalidates: invalidatedByAfterSale,
    fields: ['carrier', 'trackingNo'],
    onSuccess: () => {
      emitClientEvent('afterSaleStatusChanged', { id })
      onClose()
      showNotice('已提交，仓库收到后验收')
    },
  })
  const wrongNumber =
    wrong(trackingRule, trackingNo) ?? (asked && carrier !== '' ? getWaybillError(carrier, normaliseWaybillNumber(trackingNo)) : undefined)
  const fieldErrors = sendBack.errorsByField
  const set = (change: Partial<typeof draft>) => {
    sendBack.clearError()
    setDraft((now) => ({ ...now, ...change }))
  }
  const submit = () => {
    setAsked(true)
    if (afterSaleEndpoints.sendBack.input.safeParse({ id, carrier, trackingNo }).success) sendBack.mutate({ id, carrier, trackingNo })
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <ReturnAddress returnTo={returnTo} className="mb-3" />
      <SelectField
        label="承运公司"
        required
        value={carrier}
        options={toWordOptions(carrierNames)}
        onChange={(name) => set({ carrier: name })}
        error={wrong(carrierRule, carrier) ?? fieldErrors.carrier}
      />
      <TextField
        label="运单号"
        required
        maxLength={40}
        autoComplete="off"
        value={trackingNo}
        onChange={({ target }) => set({ trackingNo: target.value })}
        error={wrongNumber ?? fieldErrors.trackingNo}
      />
      <FormButtons submit="提交" busy={sendBack.isPending} onCancel={onClose} />
    </form>
  )
}
