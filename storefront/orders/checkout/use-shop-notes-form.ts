import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import type { UseFormReturn } from 'react-hook-form'
import * as z from 'zod/mini'
import { BuyerReference } from '#contract/orders/orders/buyer-references.ts'
import { Remark } from '#contract/platform/core/fields.ts'
import { usePersistedForm } from '#storefront/platform/components/use-persisted-form.ts'
import type { ClearStoredForm } from '#storefront/platform/components/use-persisted-state.ts'
import type { GoodsToOrder } from './checkout-view.ts'
import type { CheckoutFormValues } from './shop-section.tsx'

const Form = z.object({
  poNumber: BuyerReference,
  booking: z.object({ projectId: z.optional(z.string()), equipment: z.record(z.string(), z.string()) }),
  remarks: z.record(z.string(), Remark),
  costCentres: z.record(z.string(), BuyerReference),
})

/** The form is kept while an address is added. The returned function deletes what is stored, once the order was submitted. */
export const useCheckoutForm = (orderRequest: GoodsToOrder): [form: UseFormReturn<CheckoutFormValues>, sent: ClearStoredForm] =>
  usePersistedForm<CheckoutFormValues>(`notes ${JSON.stringify(orderRequest)}`, {
    resolver: standardSchemaResolver(Form),
    mode: 'onChange',
    defaultValues: { poNumber: '', booking: { equipment: {} }, remarks: {}, costCentres: {} },
    staysWhileAway: true,
  })
