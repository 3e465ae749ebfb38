import { useState } from 'react'
import { afterSale } from '../../contract/after-sale/api.ts'
import { carriers } from '../../contract/fulfilment/api.ts'
import { Modal } from '../parts/dialog.tsx'
import { SelectField, TextField } from '../parts/field.tsx'
import { FormButtons } from '../parts/form-buttons.tsx'
import { showNotice } from '../parts/notify.ts'
import { emit } from '../session/events.ts'
import { useCall } from '../session/use-call.ts'
import { useSite } from '../shell/site.ts'
import { AFTER_STEP, afterSaleApi } from './after-sale-api.ts'

interface Props {
  id: string
  open: boolean
  onClose: () => void
}

/** 填写退货物流: where the goods go, and by which parcel. */
export function ReturnParcel({ open, onClose, ...rest }: Props) {
  return (
    <Modal open={open} onClose={onClose} title="填写退货物流">
      <Parcel onClose={onClose} {...rest} />
    </Modal>
  )
}

const { carrier: carrierRule, trackingNo: trackingRule } = afterSale.sendBack.input.shape

function Parcel({ id, onClose }: Omit<Props, 'open'>) {
  const site = useSite()
  const [carrier, setCarrier] = useState('')
  const [trackingNo, setTrackingNo] = useState('')
  const [asked, setAsked] = useState(false)
  const wrong = (rule: typeof carrierRule, text: string) => (asked ? rule.safeParse(text).error?.issues[0]?.message : undefined)
  const sendBack = useCall(afterSaleApi.sendBack, {
    refresh: AFTER_STEP,
    done: () => {
      emit('afterSaleStatusChanged', { id })
      onClose()
      showNotice('已提交，仓库收到后验收')
    },
  })
  const submit = () => {
    setAsked(true)
    if (carrierRule.safeParse(carrier).success && trackingRule.safeParse(trackingNo).success) sendBack.mutate({ id, carrier, trackingNo })
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {site && (
        <p className="mb-3 rounded-control bg-paper px-3 py-2 text-sm">
          寄回地址：{site.address} {site.companyName} 售后仓，<span className="num">{site.phone}</span>
        </p>
      )}
      <SelectField
        label="承运公司"
        required
        value={carrier}
        onChange={({ target }) => setCarrier(target.value)}
        error={wrong(carrierRule, carrier)}
      >
        <option value="">请选择</option>
        {carriers.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField
        label="运单号"
        required
        maxLength={40}
        autoComplete="off"
        value={trackingNo}
        onChange={({ target }) => setTrackingNo(target.value)}
        error={wrong(trackingRule, trackingNo)}
      />
      <FormButtons submit="提交" busy={sendBack.isPending} onCancel={onClose} />
    </form>
  )
}
