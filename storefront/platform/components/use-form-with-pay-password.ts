import type { QueryKey } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import * as z from 'zod/mini'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { HANDLED, handledAtPassword, useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { usePersistedState } from './use-persisted-state.ts'

/** What is wrong with what was typed, and in which field; a refusal may name none. */
export interface FormError {
  field: string | undefined
  message: string
}

/** The first thing that a form's rules say against it. */
function firstFault(fields: Readonly<Record<string, z.ZodMiniType>>, given: object): FormError | undefined {
  const issue = z.safeParse(z.object(fields), given).error?.issues[0]
  return issue && { field: String(issue.path[0] ?? ''), message: issue.message }
}

const faultOf = (error: Error): FormError => ({
  field: error instanceof Refusal ? error.detail.field?.split('.')[0] : undefined,
  message: error.message,
})

interface Wish<Draft, Given extends object, Answer> {
  /** What is typed, by the name of its form and as it begins (`usePersistedState`). */
  name: string
  begin: () => Draft
  /** What is sent of it, and the rules that it is held to before the password is asked for. */
  givenOf: (draft: Draft) => Given
  rules: Readonly<Record<string, z.ZodMiniType>>
  send: (given: Given & { payPwd: string }) => Promise<Answer>
  refresh: readonly QueryKey[]
  done: (answer: Answer) => unknown
}

/** A form, and the payment password behind it. What is refused of the form leads back to it, and stands there. */
export function useFormWithPayPassword<Draft extends object, Given extends object, Answer>(wish: Wish<Draft, Given, Answer>) {
  const { name, begin, givenOf, rules, send, refresh, done } = wish
  const [draft, setDraft, sent] = usePersistedState(name, begin)
  const [paying, setPaying] = useState(false)
  const [fault, setFault] = useState<FormError>()
  const [wrong, setWrong] = useState<Error | null>(null)
  const call = useApiMutation((payPwd: string) => send({ ...givenOf(draft), payPwd }), {
    typed: sent,
    refresh,
    done,
    failed: (error) => {
      if (handledAtPassword(error)) {
        setWrong(error)
        return HANDLED
      }
      const told = faultOf(error)
      setFault(told)
      setPaying(false)
      return told.field === undefined ? undefined : HANDLED
    },
  })
  const next = (event: FormEvent) => {
    event.preventDefault()
    const found = firstFault(rules, givenOf(draft))
    setFault(found)
    setWrong(null)
    setPaying(found === undefined)
  }
  return {
    draft,
    set: (change: Partial<Draft>) => setDraft({ ...draft, ...change }),
    fault,
    next,
    /** The second step, once the first is right. */
    password: paying ? { busy: call.isPending, error: wrong, onPay: (payPwd: string) => call.mutate(payPwd) } : undefined,
  }
}
