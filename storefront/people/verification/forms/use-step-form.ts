import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useEffect, useMemo } from 'react'
import { type DefaultValues, type FieldValues, useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import type { VerificationStep } from '#contract/people/verification/api.ts'
import { VERIFICATION_QUERY_KEY } from '#storefront/people/verification/verification-api.ts'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { useRouter } from '#storefront/platform/routing/routing.tsx'
import { useApiMutationWithFormErrors } from '#storefront/platform/sessions/form-errors.ts'
import { queryClient, userQuery } from '#storefront/platform/sessions/session.ts'
import { deleteStepDraft, readStepDraft, saveStepDraft } from './draft.ts'

interface Options<F extends FieldValues, Answer> {
  step: VerificationStep
  /** The owner of the draft. It must be known before the form begins, or the draft would be stored for the wrong person. */
  enterpriseId: string
  schema: z.ZodMiniType
  begun: DefaultValues<F>
  call: (given: F) => Promise<Answer>
}

/**
 * The form of a step. It begins with its draft, stores the draft while it is filled in, submits it, and deletes the draft when it was
 * accepted.
 */
export function useVerificationStepForm<F extends FieldValues, Answer>({ step, enterpriseId, schema, begun, call }: Options<F, Answer>) {
  const router = useRouter()
  const place = useMemo(() => ({ enterpriseId, step }), [enterpriseId, step])
  const form = useForm<F>({
    resolver: standardSchemaResolver(schema as never),
    mode: 'onChange',
    defaultValues: { ...begun, ...(readStepDraft(localStorage, place) as DefaultValues<F>) },
  })
  const { subscribe } = form
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => saveStepDraft(localStorage, place, values) }),
    [subscribe, place],
  )
  const submit = useApiMutationWithFormErrors(form, call, async () => {
    deleteStepDraft(localStorage, place)
    showNotice('提交成功')
    await Promise.all([queryClient.invalidateQueries({ queryKey: VERIFICATION_QUERY_KEY }), queryClient.invalidateQueries(userQuery)])
    await router.navigate({ to: '.', search: {}, replace: true })
    window.scrollTo({ top: 0 })
  })
  return { form, submit }
}
