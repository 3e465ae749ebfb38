import * as z from 'zod/mini'
import { Id } from '../fields.ts'

/** Who moves and decides, and who may look. */
export const finance = { staff: ['finance', 'admin'] } as const
export const readers = { staff: ['finance', 'support', 'admin'] } as const

/** Whose a row is. */
export const Whose = { enterpriseId: Id, enterpriseName: z.nullable(z.string()) }
export const One = z.strictObject({ enterpriseId: Id, id: Id })
