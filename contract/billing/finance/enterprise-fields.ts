import * as z from 'zod/mini'
import { Id } from '#contract/platform/core/fields.ts'

/** The roles that move money and decide, and the roles that may look. */
export const financeWriteAccess = { staff: ['finance', 'admin'] } as const
export const financeReadAccess = { staff: ['finance', 'support', 'admin'] } as const

/** The enterprise that a row belongs to. */
export const enterpriseIdAndNameFields = { enterpriseId: Id, enterpriseName: z.nullable(z.string()) }
export const EnterpriseRecordKeyInput = z.strictObject({ enterpriseId: Id, id: Id })
