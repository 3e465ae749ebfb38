import * as z from 'zod/mini'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { Id, Instant, NullOutput, pageInput, pageOutput, RequiredText, Text } from '#contract/platform/core/fields.ts'
import { SessionDevice } from './shapes.ts'

const userFields = {
  userId: Id,
  name: z.nullable(z.string()),
  /** Masked. */
  mobile: z.string(),
  /** 0 frozen, 1 active. */
  status: z.literal([0, 1]),
  createdAt: Instant,
}
/** A membership of a person. */
export const UserMembership = z.object({
  enterpriseId: Id,
  enterpriseName: z.nullable(z.string()),
  accountType: z.literal([1, 2]),
  /** The state of the membership: 0 disabled, 1 enabled. */
  status: z.literal([0, 1]),
  /** The name of the person within the enterprise. */
  name: z.nullable(z.string()),
  permCode: z.nullable(z.string()),
  invited: z.boolean(),
  /** The state of the enterprise: 0 frozen, 1 active. */
  enterpriseStatus: z.literal([0, 1]),
})
export type UserMembership = z.output<typeof UserMembership>

export const ConsoleUserRow = z.object({ ...userFields, seats: z.array(UserMembership) })
export type ConsoleUserRow = z.output<typeof ConsoleUserRow>

/** A device with an open session, and the enterprise of that session. */
export const ConsoleUserSession = z.object({
  ...SessionDevice.shape,
  current: z.literal(false),
  userId: Id,
  userName: z.nullable(z.string()),
  mobile: z.string(),
  enterpriseId: Id,
  enterpriseName: z.nullable(z.string()),
})
export type ConsoleUserSession = z.output<typeof ConsoleUserSession>

/** `closedAt`: when he closed his account, and then nothing else is known of him; null: he did not. */
export const ConsoleUser = z.object({
  ...userFields,
  closedAt: z.nullable(Instant),
  seats: z.array(UserMembership),
  sessions: z.array(ConsoleUserSession),
})
export type ConsoleUser = z.output<typeof ConsoleUser>

const Count = z.object({ count: z.int() })
const Reason = RequiredText(100, '请填写原因')
const OneUser = z.strictObject({ userId: Id })
const OneEnterprise = z.strictObject({ enterpriseId: Id })

export const consoleUserEndpoints = defineEndpoints('/console-api/api/user', {
  list: readEndpoint({
    path: 'list',
    summary: '用户：按姓名、完整手机号、脱敏手机号或后四位查找',
    needs: { staff: 'userView' },
    input: z.strictObject({ ...pageInput, keyword: z.optional(Text(50)), status: z.optional(z.literal([0, 1], '状态不正确')) }),
    output: pageOutput(ConsoleUserRow),
  }),
  detail: readEndpoint({
    path: 'detail',
    summary: '一个用户：席位与登录的设备',
    needs: { staff: 'userView' },
    input: OneUser,
    output: ConsoleUser,
    refusals: ['USER_NOT_FOUND'],
  }),
  freeze: writeEndpoint({
    path: 'freeze',
    summary: '冻结用户：所有设备立即退出，不能再登录',
    needs: { staff: 'userFreeze' },
    audits: 'user',
    input: z.strictObject({ userId: Id, reason: Reason }),
    output: Count,
    refusals: ['USER_NOT_FOUND'],
  }),
  unfreeze: writeEndpoint({
    path: 'unfreeze',
    summary: '解除用户的冻结',
    needs: { staff: 'userFreeze' },
    audits: 'user',
    input: z.strictObject({ userId: Id, reason: Reason }),
    output: NullOutput,
    refusals: ['USER_NOT_FOUND'],
  }),
  endSessions: writeEndpoint({
    path: 'end-sessions',
    summary: '让用户的一台或所有设备退出登录',
    needs: { staff: 'userFreeze' },
    audits: 'user',
    input: z.strictObject({ userId: Id, sessionId: z.optional(Id) }),
    output: Count,
    refusals: ['USER_NOT_FOUND', 'DEVICE_NOT_FOUND'],
  }),
})

export const consoleEnterpriseAccessEndpoints = defineEndpoints('/console-api/api/enterprise', {
  sessions: readEndpoint({
    path: 'sessions',
    summary: '一家企业登录的设备',
    needs: { staff: 'userView' },
    input: OneEnterprise,
    output: z.array(ConsoleUserSession),
    refusals: ['ENTERPRISE_NOT_FOUND'],
  }),
  freeze: writeEndpoint({
    path: 'freeze',
    summary: '冻结企业：成员立即退出且不能再进入；已下的订单照常履行，欠款照常计算',
    needs: { staff: 'enterpriseFreeze' },
    audits: 'enterprise',
    input: z.strictObject({ enterpriseId: Id, reason: Reason }),
    output: Count,
    refusals: ['ENTERPRISE_NOT_FOUND'],
  }),
  unfreeze: writeEndpoint({
    path: 'unfreeze',
    summary: '解除企业的冻结',
    needs: { staff: 'enterpriseFreeze' },
    audits: 'enterprise',
    input: z.strictObject({ enterpriseId: Id, reason: Reason }),
    output: NullOutput,
    refusals: ['ENTERPRISE_NOT_FOUND', 'ENTERPRISE_CLOSED'],
  }),
  endSessions: writeEndpoint({
    path: 'end-sessions',
    summary: '让一家企业的所有成员退出登录',
    needs: { staff: 'userFreeze' },
    audits: 'enterprise',
    input: OneEnterprise,
    output: Count,
    refusals: ['ENTERPRISE_NOT_FOUND'],
  }),
})
