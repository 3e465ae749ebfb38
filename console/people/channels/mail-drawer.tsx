import { Button, Form, Input } from 'antd'
import { SideDrawer } from '#console/platform/components/forms/dialog.tsx'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { MAIL_CODE_MINUTES, MailAddress } from '#contract/people/channels/fields.ts'
import { SmsCode } from '#contract/platform/core/fields.ts'
import { contactApi, contactQuery } from './contact-api.ts'

interface Props {
  open: boolean
  close: () => void
  /** The address that is proposed: the one for the log-in. */
  email: string
}

/** The drawer of the address that notices go to. */
export const MailAddressDrawer = ({ open, close, email }: Props) => (
  <SideDrawer size={420} title="通知邮箱" open={open} close={close}>
    <MailAddressForms close={close} email={email} />
  </SideDrawer>
)

/** Sends a code to an address, and confirms the address with it. It ends with its drawer, so that no earlier code is waited for. */
function MailAddressForms({ close, email }: Omit<Props, 'open'>) {
  const [codeForm] = Form.useForm<{ code: string }>()
  const send = useApiMutation(contactApi.sendMailCode, { successMessage: '验证码已发到该邮箱' })
  const confirm = useApiMutation(contactApi.confirmMail, {
    invalidates: [contactQuery.queryKey],
    successMessage: '通知邮箱已确认，可勾选要发邮件的通知',
    close,
    onRefusal: () => codeForm.resetFields(),
  })
  const remove = useApiMutation(contactApi.removeMail, {
    invalidates: [contactQuery.queryKey],
    successMessage: '不再向邮箱发送通知',
    close,
  })
  return (
    <>
      <Form<{ email: string }> layout="vertical" initialValues={{ email }} onFinish={({ email: to }) => send.mutate({ email: to.trim() })}>
        <Form.Item name="email" label="邮箱" required rules={[toFormRule(MailAddress)]} extra="先向它发验证码，确认后才发通知">
          <Input type="email" autoComplete="email" maxLength={100} />
        </Form.Item>
        <Button htmlType="submit" loading={send.isPending}>
          发送验证码
        </Button>
      </Form>
      {send.isSuccess && (
        <Form<{ code: string }>
          form={codeForm}
          layout="vertical"
          className="contact-code"
          onFinish={({ code }) => confirm.mutate({ code: code.trim() })}
        >
          <Form.Item name="code" label="邮箱验证码" required rules={[toFormRule(SmsCode)]} extra={`${MAIL_CODE_MINUTES} 分钟内有效`}>
            <Input inputMode="numeric" autoComplete="one-time-code" maxLength={6} />
          </Form.Item>
          <Button type="primary" htmlType="submit" loading={confirm.isPending}>
            确认邮箱
          </Button>
        </Form>
      )}
      <p className="contact-code">
        <Button type="link" loading={remove.isPending} onClick={() => remove.mutate({})}>
          不再用邮箱接收通知
        </Button>
      </p>
    </>
  )
}
