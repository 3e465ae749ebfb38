import { useEffect, useRef, useState } from 'react'
import type { SmsPurpose } from '#contract/people/identity/purposes.ts'
import { system } from '#contract/people/identity/system-api.ts'
import { connect } from '#contract/platform/core/client.ts'
import { ImageCode } from '#contract/platform/core/fields.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { useNow } from '#storefront/platform/components/use-now.ts'
import { send } from '#storefront/platform/sessions/send.ts'
import { handledAtField, useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { formatMobile, readSentCode, type SentCode, saveSentCode, secondsLeft } from './resend.ts'
import { useCaptcha } from './use-captcha.ts'

const smsApi = connect({ sendSms: system.sendSms }, send)
const SECOND_MS = 1_000

export interface SmsRequest {
  purpose: SmsPurpose
  /** The number as it is typed so far, or one's own as it is shown. */
  mobile: string
  /** Of a typed number: whether it is one. Where it is not, the form says so and has the focus. */
  check?: (() => Promise<boolean>) | undefined
  /** A code is on its way: it can be typed now. */
  onSent: () => void
}

/** What was sent, how long until the next, and whether a picture is to be answered now. */
function useSent({ purpose, mobile }: SmsRequest) {
  const [sent, setSent] = useState<SentCode | undefined>(() => readSentCode(sessionStorage, purpose))
  const now = useNow(SECOND_MS)
  const [again, setAgain] = useState(false)
  const left = secondsLeft(sent, mobile, now)
  const asking = left === 0 && (sent === undefined || again || formatMobile(mobile) !== sent.mobile)
  const note = (seconds: number) => {
    // The second more is for the clock that is read once a second.
    const next = { mobile: formatMobile(mobile), until: now.getTime() + (seconds + 1) * SECOND_MS }
    saveSentCode(sessionStorage, purpose, next)
    setSent(next)
    setAgain(false)
  }
  return { sent, left, asking, again, askAgain: () => setAgain(true), note }
}

/** The picture, what is read off it, and what was wrong with it. */
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
  /** Whether there is an answer to send. */
  const check = (): boolean => {
    const { success, error } = ImageCode.safeParse(text)
    if (!success) refuse(error.issues[0]?.message ?? '')
    return success
  }
  // One that was sent is spent: until the next is here there is none.
  const shown = captcha.isFetching ? undefined : captcha.data
  return { input, text, type, fault, refuse, renew, check, shown, failed: captcha.isError }
}

/** Has a code sent: after the picture was answered, not more often than the server allows. */
export function useSendSmsCode(wish: SmsRequest) {
  const { purpose, mobile, check, onSent } = wish
  const { note, askAgain, ...state } = useSent(wish)
  const picture = usePictureAnswer(state.asking)
  const { again } = state
  useEffect(() => {
    if (again) picture.input.current?.focus()
  }, [again, picture.input])
  const [fault, setFault] = useState<string>()
  const call = useApiMutation(smsApi.sendSms, {
    done: ({ resendAfterSeconds }) => {
      note(resendAfterSeconds)
      picture.type('')
      onSent()
    },
    failed: (error) => {
      void picture.renew()
      if (error instanceof Refusal && error.reason.startsWith('CAPTCHA_')) picture.refuse(error.message)
      else setFault(error.message)
      return handledAtField(error)
    },
  })
  const press = async () => {
    setFault(undefined)
    if (!state.asking) return askAgain()
    if ((check && !(await check())) || !picture.check()) return
    const typed = check === undefined ? {} : { mobile }
    call.mutate({ purpose, ...typed, imageCode: picture.text, imageKey: picture.shown?.key ?? '' })
  }
  return { ...state, picture, fault, press, busy: call.isPending }
}
