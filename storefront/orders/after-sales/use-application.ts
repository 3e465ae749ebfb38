import { useState } from 'react'
import type { AfterSaleType } from '#contract/orders/after-sales/after-sale-lifecycle.ts'
import type { AfterSaleOptions } from '#contract/orders/after-sales/shapes.ts'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { CORRECT_QUANTITY_FIRST, useTooLargeQuantities } from '#storefront/platform/components/stepper.tsx'
import { usePersistedState } from '#storefront/platform/components/use-persisted-state.ts'
import { useNavigate } from '#storefront/platform/routing/routing.tsx'
import { emitClientEvent } from '#storefront/platform/sessions/events.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { type AfterSalePreviewInput, afterSaleApi, invalidatedByAfterSale } from './after-sale-api.ts'
import {
  allowedAfterSaleReasons,
  missingAfterSaleFieldErrors,
  type SelectedUnitsByKey,
  toAfterSaleLineInputs,
  toSelectableUnits,
} from './apply-view.ts'

interface Draft {
  type: AfterSaleType
  chosen: SelectedUnitsByKey
  freight: boolean
  reason: string
  description: string
  pictures: readonly string[]
}

/** The state of the form, and the function that sends it. */
export function useAfterSaleApplicationForm(options: AfterSaleOptions) {
  const navigate = useNavigate()
  const [draft, setDraft, sent] = usePersistedState<Draft>(`application for ${options.orderNo}`, () => ({
    type: options.types[0] ?? 'REFUND',
    chosen: {},
    freight: false,
    reason: '',
    description: '',
    pictures: [],
  }))
  const { type, chosen, freight, reason, description, pictures } = draft
  const [asked, setAsked] = useState(false)
  const choices = toSelectableUnits(options.lines, type)
  const request: AfterSalePreviewInput = {
    orderNo: options.orderNo,
    type,
    lines: toAfterSaleLineInputs(choices, chosen),
    freight: freight && type !== 'EXCHANGE',
  }
  const reasons = allowedAfterSaleReasons(type, choices, chosen)
  const [tooLarge, reportTooLarge] = useTooLargeQuantities<string>()
  const missing = missingAfterSaleFieldErrors({ ...request, reason: reasons.includes(reason) ? reason : '' })
  const lacks = tooLarge.size > 0 ? { ...missing, lines: CORRECT_QUANTITY_FIRST } : missing
  const apply = useApiMutation(afterSaleApi.apply, {
    clearStoredForm: sent,
    invalidates: invalidatedByAfterSale,
    fields: ['lines', 'reason', 'description', 'pictures'],
    onSuccess: ({ id }) => {
      emitClientEvent('afterSaleApplied', { id })
      showNotice('已提交，客服会尽快处理')
      void navigate({ to: '/after_sale', search: { id }, replace: true })
    },
  })
  const fieldErrors: Partial<Record<string, string>> = { ...apply.errorsByField, ...(asked ? lacks : {}) }
  const set = (change: Partial<Draft>) => {
    apply.clearError()
    // Each type has its own reasons.
    setDraft((was) => ({ ...was, ...(change.type === undefined ? {} : { reason: '' }), ...change }))
  }
  const submit = () => {
    setAsked(true)
    if (Object.keys(lacks).length === 0) apply.mutate({ ...request, reason, description, pictures: [...pictures] })
  }
  return {
    draft,
    set,
    reportTooLarge,
    fieldErrors,
    choices,
    reasons,
    request,
    submit,
    busy: apply.isPending,
  }
}
