import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { LoginPassword } from '#contract/platform/core/fields.ts'
import { SettingsFormPanel, SettingsPageFrame } from '#storefront/people/account/settings-frame.tsx'
import { FormErrorMessage } from '#storefront/people/identity/authentication/form-error.tsx'
import { PasswordField } from '#storefront/people/identity/authentication/password-field.tsx'
import { Button } from '#storefront/platform/components/button.tsx'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { useApiMutationWithFormErrors } from '#storefront/platform/sessions/form-errors.ts'
import { saveBlobToDisk } from '#ui/save-file.ts'
import { personalDataApi } from './personal-data-api.ts'

const notes = [
  '文件列出个人资料、所在企业、登录过的设备、消息、咨询、您下的订单和操作记录等，是一个 JSON 文本文件。',
  '订单金额、账单和发票属于所在企业，请在对应页面导出。',
  '文件里有手机号和收货地址，请妥善保管。每次下载都有记录，每天最多 20 次。',
] as const

/** /setting_personal_data 我的数据 */
export function Page() {
  return (
    <SettingsPageFrame title="我的数据">
      <SettingsFormPanel notes={notes}>
        <Form />
      </SettingsFormPanel>
    </SettingsPageFrame>
  )
}

const Given = z.object({ pwd: LoginPassword })
type Given = z.output<typeof Given>

function Form() {
  const form = useForm<Given>({ resolver: standardSchemaResolver(Given), mode: 'onChange', defaultValues: { pwd: '' } })
  const { errors } = form.formState
  const download = useApiMutationWithFormErrors(form, personalDataApi.download, ({ name, content }) => {
    saveBlobToDisk(new Blob([content], { type: 'application/json' }), name)
    form.reset()
    showNotice('文件已下载')
  })
  return (
    <form noValidate onSubmit={form.handleSubmit((given) => download.mutate(given))} className="flex flex-col gap-1">
      {errors.root?.message && <FormErrorMessage>{errors.root.message}</FormErrorMessage>}
      <PasswordField
        label="登录密码"
        autoComplete="current-password"
        placeholder="请输入登录密码"
        error={errors.pwd?.message}
        {...form.register('pwd')}
      />
      <div className="mt-2">
        <Button type="submit" busy={download.isPending}>
          下载文件
        </Button>
      </div>
    </form>
  )
}
