import type { ComponentProps, KeyboardEvent } from 'react'
import { Button } from '#storefront/platform/components/button.tsx'
import { TextField } from '#storefront/platform/components/field.tsx'
import { CaptchaField } from './captcha-field.tsx'
import { type SendSmsCodeOptions, useSendSmsCode } from './use-sms.ts'

type Sms = ReturnType<typeof useSendSmsCode>

interface Props extends SendSmsCodeOptions, Omit<ComponentProps<'input'>, 'required'> {
  error?: string | undefined
}

/** A field for an SMS code, with the button that sends the code. Other props are passed to the input. */
export function SmsCodeField({ purpose, mobile, check, onSent, error, ...input }: Props) {
  const sms = useSendSmsCode({ purpose, mobile, check, onSent })
  const { sent, left, asking } = sms
  const onItsWay = sent !== undefined && (left > 0 || !asking)
  return (
    <>
      {asking && <PictureRow sms={sms} />}
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2.5">
        <TextField
          label="短信验证码"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          placeholder="6 位数字"
          className="num"
          error={error ?? sms.fault}
          hint={onItsWay ? `已发送至 ${sent.mobile}` : undefined}
          {...input}
        />
        <SendButton sms={sms} />
      </div>
    </>
  )
}

/** The captcha before a code is sent. Enter sends the code, not the form. */
function PictureRow({ sms: { picture, press } }: { sms: Sms }) {
  const onEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    void press()
  }
  const reload = () => {
    void picture.renew()
    picture.input.current?.focus()
  }
  return (
    <CaptchaField
      ref={picture.input}
      placeholder="4 位字符"
      value={picture.text}
      onChange={({ target }) => picture.type(target.value)}
      onKeyDown={onEnter}
      picture={picture.shown?.imgBase64}
      failed={picture.failed}
      onReload={reload}
      error={picture.fault ?? (picture.failed ? '图形验证码加载失败，请点击图片处重试' : undefined)}
    />
  )
}

function SendButton({ sms: { left, asking, busy, picture, press } }: { sms: Sms }) {
  const noPicture = asking && picture.shown === undefined
  return (
    <Button look="line" className="mt-6 h-11 w-38 px-0!" busy={busy} disabled={left > 0 || noPicture} onClick={() => void press()}>
      {left > 0 ? (
        <span>
          <span className="num">{left}</span> 秒后重发
        </span>
      ) : asking ? (
        '获取验证码'
      ) : (
        '重新获取'
      )}
    </Button>
  )
}
