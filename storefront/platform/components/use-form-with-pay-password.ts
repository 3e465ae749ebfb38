import type { QueryKey } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import * as z from 'zod/mini'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { HANDLED_AT_FIELD, handleRefusalAtPaymentPassword, useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { usePersistedState } from './use-persisted-state.ts'

/** An input error with its field. A refusal may have no field. */
export interface FormFieldError {
  field: string | undefined
  message: string
}

/** The first error by the form's rules. */
function firstFault(fields: Readonly<Record<string, z.ZodMiniType>>, given: object): FormFieldError | undefined {
  const issue = z.safeParse(z.object(fields), given).error?.issues[0]
  return issue && { field: String(issue.path[0] ?? ''), message: issue.message }
}

const faultOf = (error: Error): FormFieldError => ({
  field: error instanceof Refusal ? error.detail.field?.split('.')[0] : undefined,
  message: error.message,
})

interface FormOptions<Draft, Given extends object, Answer> {
  /** The form's name and its initial values (`usePersistedState`). */
  name: string
  begin: () => Draft
  /** Computes the input of the call, with the rules that are checked before the password is requested. */
  toInput: (draft: Draft) => Given
  rules: Readonly<Record<string, z.ZodMiniType>>
  send: (given: Given & { payPwd: string }) => Promise<Answer>
  invalidates: readonly QueryKey[]
  onSuccess: (answer: Answer) => unknown
}

/** A form with a second step for the payment password. A refusal about the form returns to the form and is shown there. */
export function useFormWithPaymentPassword<Draft extends object, Given extends object, Answer>(options: FormOptions<Draft, Given, Answer>) {
  const { name, begin, toInput, rules, send, invalidates, onSuccess } = options
  const [draft, setDraft, sent] = usePersistedState(name, begin)
  const [paying, setPaying] = useState(false)
  const [fault, setFault] = useState<FormFieldError>()
  const [wrong, setWrong] = useState<Error | null>(null)
  const call = useApiMutation((payPwd: string) => send({ ...toInput(draft), payPwd }), {
    clearStoredForm: sent,
    invalidates,
    onSuccess,
    onError: (error) => {
      if (handleRefusalAtPaymentPassword(error)) {
        setWrong(error)
        return HANDLED_AT_FIELD
      }
      const refused = faultOf(error)
      setFault(refused)
      setPaying(false)
      return refused.field === undefined ? undefined : HANDLED_AT_FIELD
    },
  })
  const next = (event: FormEvent) => {
    event.preventDefault()
    const found = firstFault(rules, toInput(draft))
    setFault(found)
    setWrong(null)
    setPaying(found === undefined)
  }
  return {
    draft,
    set: (change: Partial<Draft>) => setDraft((now) => ({ ...now, ...change })),
    fault,
    next,
    /** The second step, when the first one is valid. */
    password: paying ? { busy: call.isPending, error: wrong, onPay: (payPwd: string) => call.mutate(payPwd) } : undefined,
  }
}
