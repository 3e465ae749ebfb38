import * as z from 'zod/mini'
import { Id } from '#contract/platform/core/fields.ts'

/** How many tags there may be, and how many a company and an order may have. Both have them from one list. */
export const ENTERPRISE_TAGS_MAX = 100
export const TAGS_PER_ENTERPRISE_MAX = 20
export const TAGS_PER_ORDER_MAX = 10

/** A short word that staff give to companies and orders. */
export const EnterpriseTag = z.object({ tagId: Id, name: z.string() })
export type EnterpriseTag = z.output<typeof EnterpriseTag>
