import * as z from 'zod/mini'
import { creditLimitKinds } from '#contract/billing/finance/credit-api.ts'
import { CreditAccount } from '#contract/money/credit/api.ts'
import { AccountManagerFilter } from '#contract/people/account-managers/manager-filter.ts'
import { EnterpriseTag } from '#contract/people/account-managers/tags.ts'
import { defineEndpoints, readEndpoint } from '#contract/platform/core/endpoint.ts'
import { Id, Instant, pageInput, pageOutput, RowVersion, Text } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { Yuan } from '#contract/platform/core/money.ts'

const enterpriseFields = {
  enterpriseId: Id,
  name: z.nullable(z.string()),
  agentName: z.nullable(z.string()),
  authLevel: z.literal([0, 1, 2, 3]),
  authStatus: z.nullable(z.literal([0, 1, 2, 3, 4, 5, 6, 7, 8])),
  memberLevel: z.literal([1, 2, 3, 4]),
  status: z.literal([0, 1]),
  createdAt: Instant,
  /** When its main account was closed; null: it is open. */
  closedAt: z.nullable(Instant),
  /** Null: nobody. */
  manager: z.nullable(z.object({ staffId: Id, name: z.string() })),
  tags: z.array(EnterpriseTag),
}
export const ConsoleEnterpriseRow = z.object({
  ...enterpriseFields,
  /** The masked mobile number of the main account. It identifies enterprises that have no name yet. */
  ownerMobile: z.nullable(z.string()),
  baseLimit: z.nullable(Yuan),
  used: z.nullable(Yuan),
})
export type ConsoleEnterpriseRow = z.output<typeof ConsoleEnterpriseRow>
export const ConsoleEnterprise = z.object({
  ...enterpriseFields,
  credit: z.nullable(CreditAccount),
  /** The group whose share is its base limit; null: it is in none. */
  group: z.nullable(z.object({ parentId: Id, name: z.string() })),
  /** The version of the limits, current and proposed. It is sent back with a change of them. */
  limitsVersion: RowVersion,
  walletBalance: Yuan,
  members: z.array(
    z.object({
      userId: Id,
      name: z.nullable(z.string()),
      mobile: z.string(),
      accountType: z.literal([1, 2]),
      status: z.literal([0, 1]),
      permCode: z.nullable(z.string()),
    }),
  ),
  orders: z.array(z.object({ state: z.string(), count: z.int() })),
  limitChanges: z.array(
    z.object({
      kind: z.enum(keysOf(creditLimitKinds)),
      limit: Yuan,
      endDay: z.nullable(z.string()),
      reason: z.string(),
      at: Instant,
      /** The name of the staff member who did it; null: the system. */
      by: z.nullable(z.string()),
    }),
  ),
})
export type ConsoleEnterprise = z.output<typeof ConsoleEnterprise>

export const consoleEnterpriseEndpoints = defineEndpoints('/console-api/api/enterprise', {
  list: readEndpoint({
    path: 'list',
    summary: '企业及其额度',
    needs: { staff: 'enterpriseView' },
    input: z.strictObject({
      ...pageInput,
      keyword: z.optional(Text(50)),
      manager: z.optional(AccountManagerFilter),
      tagId: z.optional(Id),
    }),
    output: pageOutput(ConsoleEnterpriseRow),
  }),
  detail: readEndpoint({
    path: 'detail',
    summary: '一家企业：成员、额度、钱包、订单',
    needs: { staff: 'enterpriseView' },
    input: z.strictObject({ enterpriseId: Id }),
    output: ConsoleEnterprise,
    refusals: ['ENTERPRISE_NOT_FOUND'],
  }),
})
