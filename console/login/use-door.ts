import { useState } from 'react'
import { type Credentials, logIn, staffApi } from '../session/session.ts'
import { afterRefusal, type Step } from './login-view.ts'

/** A telephone that is being bound. */
export interface Binding {
  url: string
  secret: string
}

/**
 * The door of the console, step by step: what was given so far is kept here and nowhere else, and is sent again with what the server still
 * misses. Once inside, the routes lead on.
 */
export function useDoor() {
  const [step, setStep] = useState<Step>('password')
  const [given, setGiven] = useState<Credentials>({ email: '', pwd: '' })
  const [binding, setBinding] = useState<Binding>()
  const [said, setSaid] = useState<string>()
  const [busy, setBusy] = useState(false)

  const meet = async (error: unknown, all: Credentials) => {
    const next = afterRefusal(error, step)
    if (next.step === 'bind' && step !== 'bind') setBinding(await staffApi.bindTotp({ email: all.email, pwd: all.pwd }))
    setStep(next.step)
    setSaid(next.said)
  }
  const submit = async (more: Partial<Credentials>) => {
    const all = { ...given, ...more }
    setBusy(true)
    setSaid(undefined)
    setGiven(all)
    await logIn(all)
      .catch((error: unknown) => meet(error, all))
      .catch((error: unknown) => setSaid(error instanceof Error ? error.message : '登录失败，请稍后再试'))
    setBusy(false)
  }
  const back = () => {
    setStep('password')
    setSaid(undefined)
    setGiven({ email: given.email, pwd: '' })
  }
  return { step, email: given.email, binding, said, busy, submit, back }
}

export type Door = ReturnType<typeof useDoor>
