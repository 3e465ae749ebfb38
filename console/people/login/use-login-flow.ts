import { useState } from 'react'
import { type Credentials, type LoggedIn, logIn, staffApi } from '#console/platform/sessions/session.ts'
import { type Step, stepAfterRefusal } from './login-view.ts'

/** A telephone that is being bound. */
export interface TotpBinding {
  url: string
  secret: string
}

/**
 * The door of the console, step by step: what was given so far is kept here and nowhere else, and is sent again with what the server still
 * misses. Once inside, the routes lead on.
 */
export function useLoginFlow() {
  const [step, setStep] = useState<Step>('password')
  const [given, setGiven] = useState<Credentials>({ email: '', pwd: '' })
  const [binding, setBinding] = useState<TotpBinding>()
  const [entering, setEntering] = useState<LoggedIn>()
  const [said, setSaid] = useState<string>()
  const [busy, setBusy] = useState(false)

  const meet = async (error: unknown, all: Credentials) => {
    const next = stepAfterRefusal(error, step)
    if (next.step === 'bind' && step !== 'bind') setBinding(await staffApi.bindTotp({ email: all.email, pwd: all.pwd }))
    setStep(next.step)
    setSaid(next.said)
  }
  const come = (entered: LoggedIn) => {
    if (!entered.recoveryCodes) return entered.enter()
    setEntering(entered)
    setStep('saved')
  }
  const submit = async (more: Partial<Credentials>) => {
    const all = { ...given, ...more }
    // Codes open once, and one kind of them at a time: neither is sent again with what comes next.
    const { code: _code, recoveryCode: _recoveryCode, ...kept } = all
    setBusy(true)
    setSaid(undefined)
    setGiven(kept)
    await logIn(all)
      .then(come)
      .catch((error: unknown) => meet(error, all))
      .catch((error: unknown) => setSaid(error instanceof Error ? error.message : '登录失败，请稍后再试'))
    setBusy(false)
  }
  /** From the telephone's code to a recovery code, or the other way. */
  const turnTo = (other: 'code' | 'recovery') => {
    setStep(other)
    setSaid(undefined)
  }
  const back = () => {
    setStep('password')
    setSaid(undefined)
    setGiven({ email: given.email, pwd: '' })
  }
  return { step, email: given.email, binding, entering, said, busy, submit, turnTo, back }
}

export type LoginFlow = ReturnType<typeof useLoginFlow>
