import { Form, Input } from 'antd'
import { consoleFulfilment } from '../../contract/fulfilment/api.ts'
import type { Parcel } from '../../contract/fulfilment/shapes.ts'
import { wallClock } from '../../contract/shanghai.ts'
import { ReasonField } from '../kit/form/fields.tsx'
import { FormDrawer } from '../kit/form/form-drawer.tsx'
import { ruleOf } from '../kit/form/rule.ts'
import { useCall } from '../kit/use-call.ts'
import { useNow } from '../kit/use-now.ts'
import { fulfilmentApi, orderMoves, type ParcelName } from './parcels-api.ts'
import { WayFields, type WayValues, wayOf } from './way-fields.tsx'

interface Props {
  name: ParcelName
  parcel: Parcel
  open: boolean
  close: () => void
}

/** Corrects how a parcel travels, such as a number that was mistyped. */
export function CorrectDrawer({ name, parcel: { kind, carrier, trackingNo, tanker }, open, close }: Props) {
  const correct = useCall(fulfilmentApi.correctParcel, { refresh: orderMoves, said: '承运信息已更正', done: close })
  return (
    <FormDrawer<WayValues & { reason: string }>
      title={`更正承运信息 · 包裹 ${name.parcelNo}`}
      open={open}
      close={close}
      busy={correct.isPending}
      initial={tanker ? { kind, tanker } : { kind, carrier, trackingNo }}
      submit={({ reason, ...way }) => correct.mutate({ ...name, ...wayOf(way), reason })}
      submitText="确认更正"
      wide
    >
      <p className="drawer-lead">买家立即看到更正后的信息；快递公司对原运单号的轨迹作废，更正写入订单记录和审计。</p>
      <WayFields />
      <ReasonField />
    </FormDrawer>
  )
}

interface Typed {
  at: string
  place?: string
  text: string
}

const minuteOf = (at: Date) => wallClock(at).slice(0, 16).replace(' ', 'T')
const { place, text } = consoleFulfilment.addTrack.input.shape

/** One step of a parcel's way, as staff know it. */
export function TrackDrawer({ name, parcel: { sentAt }, open, close }: Props) {
  const now = useNow()
  const add = useCall(fulfilmentApi.addTrack, { refresh: [['order']], said: '物流轨迹已录入', done: close })
  return (
    <FormDrawer<Typed>
      title={`录入物流轨迹 · 包裹 ${name.parcelNo}`}
      open={open}
      close={close}
      busy={add.isPending}
      initial={{ at: minuteOf(now) }}
      submit={({ at, place: where = '', text: words }) =>
        add.mutate({ ...name, at: new Date(`${at}:00+08:00`), place: where, text: words })
      }
      submitText="录入"
    >
      <Form.Item name="at" label="时间" required rules={[{ required: true, message: '请选择时间' }]}>
        <Input type="datetime-local" min={minuteOf(sentAt)} max={minuteOf(now)} className="num" />
      </Form.Item>
      <Form.Item name="place" label="地点" rules={[ruleOf(place)]}>
        <Input maxLength={60} placeholder="如：广东清远" />
      </Form.Item>
      <Form.Item name="text" label="内容" required rules={[ruleOf(text)]}>
        <Input.TextArea rows={3} maxLength={200} showCount placeholder="如：已到达英德服务区，预计 16:00 送达" />
      </Form.Item>
    </FormDrawer>
  )
}
