import * as z from 'zod/mini'
import { Id, Instant } from '#contract/platform/core/fields.ts'

/** The result of a sensitive change: applied, or waiting from now on, and until when. */
export const SensitiveChangeResult = z.object({ done: z.boolean(), changeId: z.nullable(Id), takesEffectAt: z.nullable(Instant) })
export type SensitiveChangeResult = z.output<typeof SensitiveChangeResult>
