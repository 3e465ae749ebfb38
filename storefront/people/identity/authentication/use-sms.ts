import { useEffect, useRef, useState } from 'react'
import type { SmsCodePurpose } from '#contract/people/identity/purposes.ts'
import { captchaAndSmsCodeEndpoints } from '#contract/people/identity/system-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { CaptchaCode } from '#contract/platform/core/fields.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { useNow } from '#storefront/platform/components/use-now.ts'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'
import { handleRefusalAtField, useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { formatMaskedMobile, readSentSmsInfo, type SentSmsInfo, saveSentSmsInfo, secondsUntilResend } from './resend.ts'
import { useCaptcha } from './use-captcha.ts'

const smsApi = createApiClient({ sendSms: captchaAndSmsCodeEndpoints.sendSms }, sendOrHoldUntilLogin)
const SECOND_MS = 1_000

export interface SendSmsCodeOptions {
  purpose: SmsCodePurpose
  /** The typed number, or one's own number as it is displayed. */
  mobile: string
  /** Validates a typed number. If it is invalid, the form shows the error and sets the focus. */
  check?: (() => Promise<boolean>) | undefined
  /** Called when a code was sent and can be typed. */
  onSent: () => void
}

/** The sent code, the seconds until the next one, and whether a captcha is needed now. */
function useSent({ purpose, mobile }: SendSmsCodeOptions) {
  const [sent, setSent] = useState<SentSmsInfo | undefined>(() => readSentSmsInfo(sessionStorage, purpose))
  const now = useNow(SECOND_MS)
  const [again, setAgain] = useState(false)
  const left = secondsUntilResend(sent, mobile, now)
  const asking = left === 0 && (sent === undefined || again || formatMaskedMobile(mobile) !== sent.mobile)
  const note = (seconds: number) => {
    // One second is added, because the clock is read once per second.
    const next = { mobile: formatMaskedMobile(mobile), until: now.getTime() + (seconds + 1) * SECOND_MS }
    saveSentSmsInfo(sessionStorage, purpose, next)
    setSent(next)
    setAgain(false)
  }
  return { sent, left, asking, again, requestCaptcha: () => setAgain(true), note }
}

/** The captcha, its typed answer, and its error. */
function usePictureAnswer(enabled: boolean) {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string>()
  const captcha = useCaptcha({ purpose: 'sms', untouched: text === '', enabled })
  const type = (next: string) => {
    setText(next)
    setFault(undefined)
  }
  const refuse = (message: string) => {
    setFault(message)
    input.current?.focus()
  }
  const renew = () => {
    setText('')
    return captcha.refetch()
  }
  /** Returns whether there is an answer to send. */
  const check = (): boolean => {
    const { success, error } = CaptchaCode.safeParse(text)
    if (!success) refuse(error.issues[0]?.message ?? '')
    return success
  }
  // A captcha that was sent is used up. Until the next one has loaded there is none.
  const shown = captcha.isFetching ? undefined : captcha.data
  return { input, text, type, fault, refuse, renew, check, shown, failed: captcha.isError }
}

/** Sends a code, after the captcha, and not more often than the server allows. */
export function useSendSmsCode(request: SendSmsCodeOptions) {
  const { purpose, mobile, check, onSent } = request
  const { note, requestCaptcha, ...state } = useSent(request)
  const picture = usePictureAnswer(state.asking)
  const { again } = state
  useEffect(() => {
    if (again) picture.input.current?.focus()
  }, [again, picture.input])
  const [fault, setFault] = useState<string>()
  const call = useApiMutation(smsApi.sendSms, {
    onSuccess: ({ resendAfterSeconds }) => {
      note(resendAfterSeconds)
      picture.type('')
      onSent()
    },
    onError: (error) => {
      void picture.renew()
      if (error instanceof Refusal && error.reason.startsWith('CAPTCHA_')) picture.refuse(error.message)
      else setFault(error.message)
      return handleRefusalAtField(error)
    },
  })
  const press = async () => {
    setFault(undefined)
    if (!state.asking) return requestCaptcha()
    if ((check && !(await check())) || !picture.check()) return
    const typed = check === undefined ? {} : { mobile }
    call.mutate({ purpose, ...typed, imageCode: picture.text, imageKey: picture.shown?.key ?? '' })
  }
  return { ...state, picture, fault, press, busy: call.isPending }
}
