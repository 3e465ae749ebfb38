import { Form, Input, Radio } from 'antd'
import { consoleHoliday } from '../../contract/content/console-api.ts'
import { DayField } from '../kit/form/fields.tsx'
import { FormDrawer } from '../kit/form/form-drawer.tsx'
import { ruleOf } from '../kit/form/rule.ts'
import { useCall } from '../kit/use-call.ts'
import { holidayApi } from './holiday-api.ts'

interface Fields {
  day: string
  dayTo?: string
  kind: 'off' | 'work'
  title: string
}

/** One day, or the days of a long holiday, set to rest or to work. */
export function HolidayDrawer({ year, open, close }: { year: number; open: boolean; close: () => void }) {
  const set = useCall(holidayApi.set, { refresh: [['holiday']], said: '已修改，立即生效', done: close })
  return (
    <FormDrawer<Fields>
      title="修改日期"
      open={open}
      close={close}
      busy={set.isPending}
      initial={{ kind: 'off' }}
      submit={({ day, dayTo, kind, title }) => set.mutate({ day, ...(dayTo ? { dayTo } : {}), working: kind === 'work', title })}
      submitText="保存"
    >
      <Form.Item name="kind" label="这些日子">
        <Radio.Group
          options={[
            { value: 'off', label: '休息' },
            { value: 'work', label: '上班' },
          ]}
        />
      </Form.Item>
      <div className="field-pair">
        <DayField name="day" label="日期" min={`${year}-01-01`} />
        <DayField name="dayTo" label="至（只改一天可不填）" optional notBefore="day" />
      </div>
      <Form.Item name="title" label="名称" required rules={[ruleOf(consoleHoliday.set.input.shape.title)]}>
        <Input autoComplete="off" placeholder="如 春节、年终盘点" />
      </Form.Item>
    </FormDrawer>
  )
}
