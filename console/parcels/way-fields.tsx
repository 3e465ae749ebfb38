import { AutoComplete, Form, Input, InputNumber, Radio } from 'antd'
import { RequiredText } from '../../contract/fields.ts'
import { carriers } from '../../contract/fulfilment/api.ts'
import { parcelKinds, Tanker } from '../../contract/fulfilment/shapes.ts'
import { ruleOf } from '../kit/form/rule.ts'

/** How a parcel travels, as its form holds it. */
export interface WayValues {
  kind: keyof typeof parcelKinds
  carrier?: string
  trackingNo?: string
  tanker?: Partial<Tanker>
}

/** What a call takes of a way. */
export const wayOf = ({ kind, carrier, trackingNo, tanker }: WayValues) =>
  kind === 'tanker' ? { tanker: tanker as Tanker } : { carrier: carrier ?? '', trackingNo: trackingNo ?? '' }

const { driver, plate, driverMobile, weighNoteNo, netKg, litres } = Tanker.shape

/** Who carries a parcel: a courier under a number, or our own tanker. */
export function WayFields() {
  const form = Form.useFormInstance<WayValues>()
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
      {kind === 'tanker' ? <TankerFields /> : <CourierFields />}
    </>
  )
}

const CourierFields = () => (
  <div className="field-pair">
    <Form.Item name="carrier" label="承运公司" required rules={[ruleOf(RequiredText(30, '请选择承运公司'))]}>
      <AutoComplete options={carriers.map((value) => ({ value }))} placeholder="选择或输入" autoFocus />
    </Form.Item>
    <Form.Item name="trackingNo" label="运单号" required rules={[ruleOf(RequiredText(40, '请输入运单号'))]}>
      <Input autoComplete="off" className="num" />
    </Form.Item>
  </div>
)

const TankerFields = () => (
  <>
    <div className="field-pair">
      <Form.Item name={['tanker', 'plate']} label="车牌号" required rules={[ruleOf(plate)]}>
        <Input autoComplete="off" placeholder="粤B12345" autoFocus />
      </Form.Item>
      <Form.Item name={['tanker', 'weighNoteNo']} label="磅单号" required rules={[ruleOf(weighNoteNo)]}>
        <Input autoComplete="off" className="num" />
      </Form.Item>
    </div>
    <div className="field-pair">
      <Form.Item name={['tanker', 'driver']} label="司机" required rules={[ruleOf(driver)]}>
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item name={['tanker', 'driverMobile']} label="司机手机号" required rules={[ruleOf(driverMobile)]}>
        <Input autoComplete="off" inputMode="numeric" className="num" />
      </Form.Item>
    </div>
    <div className="field-pair">
      <Form.Item name={['tanker', 'netKg']} label="净重（千克）" required rules={[ruleOf(netKg)]}>
        <InputNumber min={1} precision={0} className="num way-figure" />
      </Form.Item>
      <Form.Item name={['tanker', 'litres']} label="升数（升）" required rules={[ruleOf(litres)]}>
        <InputNumber min={1} precision={0} className="num way-figure" />
      </Form.Item>
    </div>
  </>
)
