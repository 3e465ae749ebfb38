import { Form, Switch } from 'antd'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import type { Settings } from '#contract/operations/settings/console-api.ts'
import { settingFields } from '#contract/operations/settings/setting-fields.ts'
import { invalidatedBySetting, settingApi } from './settings-api.ts'
import { SettingsGroupForm, type StoredSettings } from './settings-group.tsx'

type Props = StoredSettings<Settings['reading']> & {
  /** Which of the services are connected. */
  services: { pictures: boolean; register: boolean }
}

const NOT_CONNECTED = '没有接入，打开后也不会发送'

/** Whether pictures of papers and names of companies leave the mall to fill in the forms of the verification. */
export function ReadingSettingsForm({ services, ...stored }: Props) {
  const save = useApiMutation(settingApi.setReading, { invalidates: invalidatedBySetting, successMessage: '已保存，立即生效' })
  const { pictures, register } = settingFields.reading
  return (
    <SettingsGroupForm
      group="reading"
      note="打开后，申请人上传的营业执照和身份证图片会发给证件识别服务，企业名称或信用代码会发给工商查询服务，用来预填认证表单；每次发送都有记录。请先在隐私协议和证件信息处理同意书中写明服务商。"
      stored={stored}
      initial={stored.values}
      call={save}
      save={(values) => save.mutate(values)}
    >
      <Form.Item name="pictures" label={pictures.label} valuePropName="checked" extra={services.pictures ? undefined : NOT_CONNECTED}>
        <Switch />
      </Form.Item>
      <Form.Item name="register" label={register.label} valuePropName="checked" extra={services.register ? undefined : NOT_CONNECTED}>
        <Switch />
      </Form.Item>
    </SettingsGroupForm>
  )
}
