import { Form, Input, Radio } from 'antd'
import { DayField } from '#console/platform/components/forms/fields.tsx'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { RowVersionFormItem, type RowVersionFormValues } from '#console/platform/components/forms/row-version-field.tsx'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { consoleHolidayEndpoints } from '#contract/operations/settings/holiday-api.ts'
import { holidayApi } from './holiday-api.ts'

interface Fields extends RowVersionFormValues {
  day: string
  dayTo?: string
  kind: 'off' | 'work'
  title: string
}

interface Props {
  year: number
  /** The version of the year's entries. */
  rowVersion: number
  open: boolean
  close: () => void
}

/** The form to set one day or a range of days as holidays or as working days. */
export function SetHolidaysDrawer({ year, rowVersion, open, close }: Props) {
  const set = useApiMutation(holidayApi.set, { invalidates: [['holiday']], successMessage: '已修改，立即生效', close })
  return (
    <FormDrawer<Fields>
      title="修改日期"
      open={open}
      close={close}
      busy={set.isPending}
      initial={{ kind: 'off', rowVersion }}
      submit={({ day, dayTo, kind, ...typed }) => set.mutate({ day, ...(dayTo ? { dayTo } : {}), working: kind === 'work', ...typed })}
      submitText="保存"
    >
      <RowVersionFormItem error={set.error} />
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
      <Form.Item name="title" label="名称" required rules={[toFormRule(consoleHolidayEndpoints.set.input.shape.title)]}>
        <Input autoComplete="off" placeholder="如 春节、年终盘点" />
      </Form.Item>
    </FormDrawer>
  )
}
