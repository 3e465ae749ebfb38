import { AutoComplete, Checkbox, Form, Input, Radio } from 'antd'
import { useState } from 'react'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { NumberInput } from '#console/platform/components/number-input.tsx'
import { parcelKinds, TankerTransport } from '#contract/orders/fulfilment/shapes.ts'
import {
  CarrierField,
  carrierNames,
  getWaybillError,
  normaliseWaybillNumber,
  TrackingNumberField,
  toOurCarrierName,
} from '#contract/orders/fulfilment/waybill.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'

/** The form values for the transport of a parcel. */
export interface CarrierFormValues {
  kind: keyof typeof parcelKinds
  carrier?: string
  trackingNo?: string
  /** The person confirms that another parcel has the same number. */
  sharedWaybill?: boolean
  tanker?: Partial<TankerTransport>
}

/** Returns the input of the call. */
export const toCarrierInput = ({ kind, carrier, trackingNo, sharedWaybill, tanker }: CarrierFormValues) =>
  kind === 'tanker'
    ? { tanker: tanker as TankerTransport }
    : { carrier: carrier ?? '', trackingNo: trackingNo ?? '', ...(sharedWaybill ? { sharedWaybill } : {}) }

/** Returns the server's question about a number that another parcel has, while that number is in the form. */
function usedText(error: unknown, carrier = '', trackingNo = ''): string | undefined {
  if (!(error instanceof Refusal) || error.reason !== 'WAYBILL_IN_USE') return undefined
  const same = error.detail.trackingNo === normaliseWaybillNumber(trackingNo) && error.detail.carrier === toOurCarrierName(carrier)
  return same ? error.message : undefined
}

const { driver, plate, driverMobile, weighNoteNo, netKg, litres } = TankerTransport.shape

/** The fields for the transport of a parcel: a courier with a number, or our own tanker. `error` is the server's answer to the last try. */
export function CarrierFields({ error }: { error: unknown }) {
  const form = Form.useFormInstance<CarrierFormValues>()
  const kind = Form.useWatch('kind', form) ?? 'courier'
  return (
    <>
      <Form.Item name="kind" label="承运方式">
        <Radio.Group
          options={[
            { value: 'courier', label: parcelKinds.courier.label },
            { value: 'tanker', label: parcelKinds.tanker.label },
          ]}
        />
      </Form.Item>
      {kind === 'tanker' ? <TankerFields /> : <CourierFields error={error} />}
    </>
  )
}

function CourierFields({ error }: { error: unknown }) {
  const form = Form.useFormInstance<CarrierFormValues>()
  const [carrier, trackingNo] = [Form.useWatch('carrier', form), Form.useWatch('trackingNo', form)]
  // What is known already is not typed again: the cursor begins in the number.
  const [known] = useState(() => (form.getFieldValue('carrier') ?? '') !== '')
  const used = usedText(error, carrier, trackingNo)
  const rightNumber = async (_: unknown, typed = '') => {
    const chosen: string = form.getFieldValue('carrier') ?? ''
    const fault = chosen.trim() === '' || typed.trim() === '' ? undefined : getWaybillError(chosen, normaliseWaybillNumber(typed))
    if (fault !== undefined) throw new Error(fault)
  }
  return (
    <>
      <div className="field-pair">
        <Form.Item name="carrier" label="承运公司" required rules={[toFormRule(CarrierField)]}>
          <AutoComplete options={carrierNames.map((value) => ({ value }))} placeholder="选择或输入" autoFocus={!known} />
        </Form.Item>
        <Form.Item
          name="trackingNo"
          label="运单号"
          required
          dependencies={['carrier']}
          validateTrigger={['onBlur', 'onSubmit']}
          rules={[toFormRule(TrackingNumberField), { validator: rightNumber }]}
          {...(used !== undefined && { validateStatus: 'warning' as const, help: used })}
        >
          <Input autoComplete="off" className="num" maxLength={40} autoFocus={known} />
        </Form.Item>
      </div>
      {used !== undefined && (
        // Reset with the number that the confirmation was for.
        <Form.Item name="sharedWaybill" valuePropName="checked" preserve={false}>
          <Checkbox>确认合并发货：两个包裹用同一运单</Checkbox>
        </Form.Item>
      )}
    </>
  )
}

const TankerFields = () => (
  <>
    <div className="field-pair">
      <Form.Item name={['tanker', 'plate']} label="车牌号" required rules={[toFormRule(plate)]}>
        <Input autoComplete="off" placeholder="粤B12345" autoFocus />
      </Form.Item>
      <Form.Item name={['tanker', 'weighNoteNo']} label="磅单号" required rules={[toFormRule(weighNoteNo)]}>
        <Input autoComplete="off" className="num" />
      </Form.Item>
    </div>
    <div className="field-pair">
      <Form.Item name={['tanker', 'driver']} label="司机" required rules={[toFormRule(driver)]}>
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item name={['tanker', 'driverMobile']} label="司机手机号" required rules={[toFormRule(driverMobile)]}>
        <Input autoComplete="off" inputMode="numeric" className="num" />
      </Form.Item>
    </div>
    <div className="field-pair">
      <Form.Item name={['tanker', 'netKg']} label="净重（千克）" required rules={[toFormRule(netKg)]}>
        <NumberInput className="num way-figure" />
      </Form.Item>
      <Form.Item name={['tanker', 'litres']} label="升数（升）" required rules={[toFormRule(litres)]}>
        <NumberInput className="num way-figure" />
      </Form.Item>
    </div>
  </>
)
