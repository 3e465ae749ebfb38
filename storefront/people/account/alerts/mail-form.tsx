import { useState } from 'react'
import { MAIL_CODE_MINUTES } from '#contract/people/channels/fields.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { TextField } from '#storefront/platform/components/field.tsx'
import { FormButtons } from '#storefront/platform/components/form-buttons.tsx'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { usePersistedState } from '#storefront/platform/components/use-persisted-state.ts'
import { handleRefusalAtField, useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { CONTACT_QUERY_KEY, contactApi } from './contact-api.ts'

interface Props {
  /** The confirmed address, masked; null: there is none. */
  mail: string | null
  close: () => void
}

/** Asks for an address, and then for the code that was sent to it. */
export function MailAddressForm({ mail, close }: Props) {
  const [sentTo, setSentTo] = useState<string>()
  return sentTo === undefined ? (
    <AddressForm mail={mail} sent={setSentTo} close={close} />
  ) : (
    <CodeForm email={sentTo} back={() => setSentTo(undefined)} close={close} />
  )
}

function AddressForm({ mail, sent, close }: Props & { sent: (email: string) => void }) {
  const [email, setEmail, addressSent] = usePersistedState('mail address', () => '')
  const send = useApiMutation(contactApi.sendMailCode, {
    clearStoredForm: addressSent,
    onSuccess: () => sent(email.trim()),
    onError: (error) => handleRefusalAtField(error),
  })
  const remove = useApiMutation(contactApi.removeMail, {
    invalidates: [CONTACT_QUERY_KEY],
    onSuccess: () => {
      showNotice('不再向邮箱发送提醒')
      close()
    },
  })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send.mutate({ email: email.trim() })
      }}
    >
      {mail !== null && (
        <p className="mb-3 flex flex-wrap items-center gap-3">
          现用 {mail}
          <Button look="line" size="sm" busy={remove.isPending} onClick={() => remove.mutate({})}>
            不再使用
          </Button>
        </p>
      )}
      <TextField
        label={mail === null ? '邮箱' : '新邮箱'}
        type="email"
        autoComplete="email"
        required
        maxLength={100}
        placeholder="请输入邮箱"
        hint="先向它发验证码，确认后才发提醒"
        value={email}
        error={send.error?.message}
        onChange={({ target }) => {
          send.clearError()
          setEmail(target.value)
        }}
      />
      <FormButtons submit="发送验证码" busy={send.isPending} disabled={email.trim() === ''} onCancel={close} />
    </form>
  )
}

function CodeForm({ email, back, close }: { email: string; back: () => void; close: () => void }) {
  const [code, setCode] = useState('')
  const confirm = useApiMutation(contactApi.confirmMail, {
    invalidates: [CONTACT_QUERY_KEY],
    onError: (error) => handleRefusalAtField(error),
    onSuccess: () => {
      showNotice('邮箱已确认，可在下方勾选要发邮件的提醒')
      close()
    },
  })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        confirm.mutate({ code })
      }}
    >
      <p className="mb-3 break-all">验证码已发到 {email}</p>
      <TextField
        label="邮箱验证码"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        maxLength={6}
        placeholder="6 位数字"
        hint={`${MAIL_CODE_MINUTES} 分钟内有效；没有收到请查看垃圾邮件，或一分钟后返回重发`}
        value={code}
        error={confirm.error?.message}
        onChange={({ target }) => {
          confirm.clearError()
          setCode(target.value.trim())
        }}
      />
      <FormButtons submit="确认" cancel="返回" busy={confirm.isPending} disabled={code.length !== 6} onCancel={back} />
    </form>
  )
}
