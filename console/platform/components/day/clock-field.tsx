import { Form, Input } from 'antd'

/** 9:05 or 09:05 */
const CLOCK = /^([01]?\d|2[0-3])[:：]([0-5]\d)$/
const clockRule = async (_: unknown, typed = '') => {
  if (!CLOCK.test(typed.trim())) throw new Error('时间格式为 时:分，如 16:05')
}

/** The instant of a day and the text of a `ClockField`, both in Asia/Shanghai. */
export const toInstantOfDayAndClock = (day: string, clock: string): Date =>
  new Date(`${day}T${clock.trim().replace('：', ':').padStart(5, '0')}:00+08:00`)

/** A time of day, typed as hours and minutes. It stands beside a `DayField`. */
export const ClockField = ({ name, label }: { name: string; label: string }) => (
  <Form.Item name={name} label={label} required rules={[{ validator: clockRule }]}>
    <Input className="num" maxLength={5} placeholder="时:分" autoComplete="off" />
  </Form.Item>
)
