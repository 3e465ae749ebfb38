import { Button, Form, type FormInstance } from 'antd'
import { type ReactNode, useEffect } from 'react'
import type { ReauthenticationValues } from '#console/platform/components/authentication/reauthentication-fields.tsx'
import { SensitiveSettingSavingNote } from '#console/platform/components/authentication/saving-note.tsx'
import { RowVersionFormItem, type RowVersionFormValues } from '#console/platform/components/forms/row-version-field.tsx'
import { Panel } from '#console/platform/components/panel.tsx'
import { type Settings, settingGroupsWhoseFirstValueWaits } from '#contract/operations/settings/console-api.ts'
import { settingGroupTitles } from '#contract/operations/settings/setting-fields.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'
import { SettingHistoryButton } from './setting-history.tsx'

/** A group of settings as it was loaded. */
export interface StoredSettings<Values> {
  values: Values
  rowVersion: number
  changedAt: Date | null
  changedBy: string | null
}

interface GroupProps<Fields> {
  group: keyof Settings
  note: string
  stored: StoredSettings<unknown>
  /** Empty if the group was never set. */
  initial: Partial<Fields>
  /** The mutation that saves it. */
  call: { isPending: boolean; isSuccess: boolean; error: Error | null }
  /** The group moves money: the first change needs a proof of identity, unless it waits, and each later one another administrator. */
  sensitive?: boolean
  save: (fields: Fields & ReauthenticationValues & RowVersionFormValues) => void
  children: ReactNode
}

const formatLastChange = ({ changedAt, changedBy }: StoredSettings<unknown>): string =>
  changedAt === null ? '未修改过' : `上次修改 ${formatShanghaiTimeToMinute(changedAt)}${changedBy === null ? '' : ` ${changedBy}`}`

/** One group of settings: its fields, its last change, and its own save button. */
export function SettingsGroupForm<Fields extends object>({
  group,
  note,
  stored,
  initial,
  call,
  sensitive = false,
  save,
  children,
}: GroupProps<Fields>) {
  const [form] = Form.useForm<Fields & ReauthenticationValues & RowVersionFormValues>()
  const { rowVersion } = stored
  // Changes by others fill the form again, unless a person is typing. He gets a message when he saves.
  useEffect(() => {
    const { getFieldValue, isFieldsTouched, resetFields }: FormInstance = form
    if (getFieldValue('rowVersion') !== rowVersion && !isFieldsTouched()) resetFields()
  }, [form, rowVersion])
  // The change is saved, or waits and is shown above. The form shows the values in force.
  useEffect(() => {
    if (call.isSuccess) form.resetFields()
  }, [form, call.isSuccess])
  return (
    <Panel
      title={settingGroupTitles[group]}
      extra={
        <span className="settings-changed">
          <span className="mute num">{formatLastChange(stored)}</span>
          {rowVersion > 0 && <SettingHistoryButton group={group} />}
        </span>
      }
    >
      <p className="mute settings-note">{note}</p>
      <Form<Fields & ReauthenticationValues & RowVersionFormValues>
        name={`setting-${group}`}
        form={form}
        // The form shows the values in force after the call: what is typed meanwhile would be lost.
        disabled={call.isPending}
        layout="vertical"
        validateTrigger="onChange"
        initialValues={{ ...initial, rowVersion }}
        onFinish={save}
      >
        <RowVersionFormItem error={call.error} />
        {children}
        {sensitive && <SensitiveSettingSavingNote isFirst={rowVersion === 0 && !settingGroupsWhoseFirstValueWaits.includes(group)} />}
        <Button type="primary" htmlType="submit" loading={call.isPending}>
          保存
        </Button>
      </Form>
    </Panel>
  )
}
