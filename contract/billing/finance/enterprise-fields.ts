import * as z from 'zod/mini'
import { Id } from '#contract/platform/core/fields.ts'

/** The enterprise that a row belongs to. */
export const enterpriseIdAndNameFields = { enterpriseId: Id, enterpriseName: z.nullable(z.string()) }
export const EnterpriseRecordKeyInput = z.strictObject({ enterpriseId: Id, id: Id })
