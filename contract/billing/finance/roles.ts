import * as z from 'zod/mini'
import { Id } from '#contract/platform/core/fields.ts'

/** Who moves and decides, and who may look. */
export const financeRoles = { staff: ['finance', 'admin'] } as const
export const financeReaders = { staff: ['finance', 'support', 'admin'] } as const

/** Whose a row is. */
export const enterpriseColumns = { enterpriseId: Id, enterpriseName: z.nullable(z.string()) }
export const EnterpriseRecordId = z.strictObject({ enterpriseId: Id, id: Id })
