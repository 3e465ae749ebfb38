import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useEffect, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { BuyerReference } from '#contract/orders/orders/buyer-references.ts'
import { Remark } from '#contract/platform/core/fields.ts'
import { readUnsentPageInput, saveUnsentPageInput } from '#storefront/platform/sessions/page-state.ts'
import type { GoodsToOrder } from './checkout-view.ts'
import type { CheckoutFormValues } from './shop-section.tsx'

const PATH = '/order_info'

const Form = z.object({
  poNumber: BuyerReference,
  booking: z.object({ projectId: z.optional(z.string()), equipment: z.record(z.string(), z.string()) }),
  remarks: z.record(z.string(), Remark),
  costCentres: z.record(z.string(), BuyerReference),
})
const isNotes = (value: unknown): value is CheckoutFormValues => Form.safeParse(value).success

/** The form is kept while an address is added, and deleted with the session. */
export function useCheckoutForm(orderRequest: GoodsToOrder): UseFormReturn<CheckoutFormValues> {
  const key = JSON.stringify(orderRequest)
  const [defaultValues] = useState(
    () => readUnsentPageInput(PATH, key, isNotes) ?? { poNumber: '', booking: { equipment: {} }, remarks: {}, costCentres: {} },
  )
  const form = useForm<CheckoutFormValues>({ resolver: standardSchemaResolver(Form), mode: 'onChange', defaultValues })
  useEffect(() => () => saveUnsentPageInput(PATH, key, form.getValues()), [form, key])
  return form
}
