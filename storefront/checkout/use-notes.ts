import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useEffect, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { Text } from '../../contract/fields.ts'
import { REMARK_MAX } from '../../contract/ordering/api.ts'
import { OwnNumber } from '../../contract/ordering/own-numbers.ts'
import { keep, kept } from '../session/page-cache.ts'
import type { Wish } from './checkout-view.ts'
import type { Notes } from './shop-part.tsx'

const PATH = '/order_info'

const Form = z.object({
  poNumber: OwnNumber,
  booking: z.object({ projectId: z.optional(z.string()), equipment: z.record(z.string(), z.string()) }),
  remarks: z.record(z.string(), Text(REMARK_MAX)),
  costCentres: z.record(z.string(), OwnNumber),
})
const isNotes = (value: unknown): value is Notes => Form.safeParse(value).success

/** What is typed is kept while an address is added, and forgotten with the session. */
export function useNotes(wish: Wish): UseFormReturn<Notes> {
  const key = JSON.stringify(wish)
  const [defaultValues] = useState(
    () => kept(PATH, key, isNotes) ?? { poNumber: '', booking: { equipment: {} }, remarks: {}, costCentres: {} },
  )
  const form = useForm<Notes>({ resolver: standardSchemaResolver(Form), mode: 'onChange', defaultValues })
  useEffect(() => () => keep(PATH, key, form.getValues()), [form, key])
  return form
}
