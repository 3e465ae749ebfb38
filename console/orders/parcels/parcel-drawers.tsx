import { Form, Input } from 'antd'
import { ClockField, toInstantOfDayAndClock } from '#console/platform/components/day/clock-field.tsx'
import { DayField, ReasonField } from '#console/platform/components/forms/fields.tsx'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { RowVersionFormItem, type RowVersionFormValues } from '#console/platform/components/forms/row-version-field.tsx'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { useNow } from '#console/platform/components/use-now.ts'
import { consoleFulfilmentEndpoints } from '#contract/orders/fulfilment/api.ts'
import type { Parcel } from '#contract/orders/fulfilment/shapes.ts'
import { formatShanghaiTime, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { CarrierFields, type CarrierFormValues, toCarrierInput } from './carrier-fields.tsx'
import { fulfilmentApi, invalidatedByParcel, type ParcelRef } from './parcels-api.ts'

interface Props {
  name: ParcelRef
  parcel: Parcel
  open: boolean
  close: () => void
}

/** Corrects the transport of a parcel, such as a mistyped number. */
export function CorrectParcelTransportDrawer({ name, parcel: { kind, carrier, trackingNo, tanker, rowVersion }, open, close }: Props) {
  const correct = useApiMutation(fulfilmentApi.correctParcel, {
    invalidates: invalidatedByParcel,
    successMessage: '承运信息已更正',
    close,
  })
  return (
    <FormDrawer<CarrierFormValues & RowVersionFormValues & { reason: string }>
      title={`更正承运信息 · 包裹 ${name.parcelNo}`}
      open={open}
      close={close}
      busy={correct.isPending}
      initial={tanker ? { rowVersion, kind, tanker } : { rowVersion, kind, carrier, trackingNo }}
      submit={({ reason, rowVersion: seen, ...way }) => correct.mutate({ ...name, ...toCarrierInput(way), reason, rowVersion: seen })}
      submitText="确认更正"
      wide
    >
      <p className="drawer-lead">买家立即看到更正后的信息；快递公司对原运单号的轨迹作废，更正写入订单记录和审计。</p>
      <RowVersionFormItem error={correct.error} />
      <CarrierFields error={correct.error} />
      <ReasonField />
    </FormDrawer>
  )
}

interface Typed {
  day: string
  clock: string
  place?: string
  text: string
}

const { place, text } = consoleFulfilmentEndpoints.addTrack.input.shape

/** Adds a tracking step by hand. */
export function AddTrackingStepDrawer({ name, parcel: { sentAt }, open, close }: Props) {
  const now = useNow()
  const add = useApiMutation(fulfilmentApi.addTrack, { invalidates: [['order']], successMessage: '物流轨迹已录入', close })
  return (
    <FormDrawer<Typed>
      title={`录入物流轨迹 · 包裹 ${name.parcelNo}`}
      open={open}
      close={close}
      busy={add.isPending}
      initial={{ day: toShanghaiDay(now), clock: formatShanghaiTime(now).slice(11, 16) }}
      submit={({ day, clock, place: where = '', text: words }) =>
        add.mutate({ ...name, at: toInstantOfDayAndClock(day, clock), place: where, text: words })
      }
      submitText="录入"
    >
      <div className="field-pair">
        <DayField name="day" label="日期" min={toShanghaiDay(sentAt)} max={toShanghaiDay(now)} />
        <ClockField name="clock" label="时间" />
      </div>
      <Form.Item name="place" label="地点" rules={[toFormRule(place)]}>
        <Input maxLength={60} placeholder="如：广东清远" />
      </Form.Item>
      <Form.Item name="text" label="内容" required rules={[toFormRule(text)]}>
        <Input.TextArea rows={3} maxLength={200} showCount placeholder="如：已到达英德服务区，预计 16:00 送达" />
      </Form.Item>
    </FormDrawer>
  )
}
