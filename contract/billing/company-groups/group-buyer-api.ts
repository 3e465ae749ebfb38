import * as z from 'zod/mini'
import { subAccountRightFields } from '#contract/people/organisation/api.ts'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { EmptyInput, Id, Instant, NullOutput } from '#contract/platform/core/fields.ts'

/** 集团采购员: a person of the parent who buys for a member, as the parent sees him. */
export const GroupBuyer = z.object({
  /** The member that he buys for, or will. */
  enterpriseId: Id,
  enterpriseName: z.nullable(z.string()),
  id: Id,
  name: z.string(),
  /** Masked. */
  mobile: z.string(),
  /** waiting: for the approval of the member; active; disabled by the member. */
  state: z.enum(['waiting', 'active', 'disabled']),
  /** What the member permits. */
  permNames: z.array(z.string()),
  proposedAt: Instant,
  /** null: not approved yet. */
  approvedAt: z.nullable(Instant),
})
export type GroupBuyer = z.output<typeof GroupBuyer>

export const groupBuyerEndpoints = defineEndpoints('/account-api/api/group-buyer', {
  list: readEndpoint({
    path: 'list',
    summary: '集团采购员（母公司主账号）：委派给各成员的人员与授权情况',
    needs: 'main',
    input: EmptyInput,
    output: z.array(GroupBuyer),
    refusals: ['COMPANY_GROUP_NOT_FOUND'],
  }),
  propose: writeEndpoint({
    path: 'propose',
    summary: '委派子账号为一个成员采购（母公司主账号）：由该成员主账号授权后生效',
    needs: 'main',
    memberLimit: 200,
    input: z.strictObject({ memberId: Id, subUserId: Id }),
    output: NullOutput,
    refusals: [
      ...(['COMPANY_GROUP_NOT_FOUND', 'COMPANY_GROUP_MEMBER_NOT_FOUND', 'COMPANY_GROUP_PARENT_BUYS_ITSELF'] as const),
      ...(['SUB_USER_NOT_FOUND', 'GROUP_BUYER_DISABLED', 'GROUP_BUYER_EXISTS', 'GROUP_BUYERS_FULL'] as const),
    ],
  }),
  withdraw: writeEndpoint({
    path: 'withdraw',
    summary: '撤回集团采购员（母公司主账号）：其在该成员的登录立即失效',
    needs: 'main',
    memberLimit: 'of what was proposed, 200 a day.',
    input: z.strictObject({ memberId: Id, id: Id }),
    output: NullOutput,
    refusals: ['COMPANY_GROUP_NOT_FOUND', 'SUB_USER_NOT_FOUND'],
  }),
  approve: writeEndpoint({
    path: 'approve',
    summary: '授权母公司委派的集团采购员（成员主账号）：权限和采购限额与子账号相同，立即生效',
    needs: 'main',
    memberLimit: 200,
    input: z.strictObject({ id: Id, ...subAccountRightFields }),
    output: NullOutput,
    refusals: ['GROUP_BUYER_NOT_WAITING', 'SUB_USER_FULL'],
  }),
})
