import { useState } from 'react'
import { type CompletedLogin, currentStaffApi, requestLogin, type StaffCredentials } from '#console/platform/sessions/session.ts'
import { getStepAfterRefusal, type LoginStep } from './login-view.ts'

/** A second factor that is being bound. */
export interface TotpBinding {
  url: string
  secret: string
}

/**
 * The login of the console, step by step. The input so far is only in this state, and is sent again together with what the server still
 * needs. After the login, the routes take over.
 */
export function useLoginFlow() {
  const [step, setStep] = useState<LoginStep>('password')
  const [given, setGiven] = useState<StaffCredentials>({ email: '', pwd: '' })
  const [binding, setBinding] = useState<TotpBinding>()
  const [entering, setEntering] = useState<CompletedLogin>()
  const [message, setMessage] = useState<string>()
  const [busy, setBusy] = useState(false)

  const meet = async (error: unknown, all: StaffCredentials) => {
    const next = getStepAfterRefusal(error, step)
    if (next.step === 'bind' && step !== 'bind') setBinding(await currentStaffApi.bindTotp({ email: all.email, pwd: all.pwd }))
    setStep(next.step)
    setMessage(next.message)
  }
  const come = (entered: CompletedLogin) => {
    if (!entered.recoveryCodes) return entered.enter()
    setEntering(entered)
    setStep('saved')
  }
  const submit = async (more: Partial<StaffCredentials>) => {
    const all = { ...given, ...more }
    // A code is valid once, and only one kind is sent at a time. So neither is sent again with the next step.
    const { code: _code, recoveryCode: _recoveryCode, ...kept } = all
    setBusy(true)
    setMessage(undefined)
    setGiven(kept)
    await requestLogin(all)
      .then(come)
      .catch((error: unknown) => meet(error, all))
      .catch((error: unknown) => setMessage(error instanceof Error ? error.message : '登录失败，请稍后再试'))
    setBusy(false)
  }
  /** Switches between the code of the telephone and a recovery code. */
  const turnTo = (other: 'code' | 'recovery') => {
    setStep(other)
    setMessage(undefined)
  }
  const back = () => {
    setStep('password')
    setMessage(undefined)
    setGiven({ email: given.email, pwd: '' })
  }
  return { step, email: given.email, binding, entering, message, busy, submit, turnTo, back }
}

export type LoginFlow = ReturnType<typeof useLoginFlow>
