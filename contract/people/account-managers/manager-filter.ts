import * as z from 'zod/mini'

/** The companies of nobody. */
export const UNMANAGED_ENTERPRISES_FILTER_VALUE = 'none'

/** A filter of lists by the account manager of the company: `OWN_ENTERPRISES_FILTER_VALUE`, `UNMANAGED_ENTERPRISES_FILTER_VALUE`, or the id of a member of staff. */
export const AccountManagerFilter = z
  .string('客户经理不正确')
  .check(z.regex(/^(mine|none|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/, '客户经理不正确'))
