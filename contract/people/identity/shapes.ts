import * as z from 'zod/mini'
import { Id, Instant } from '#contract/platform/core/fields.ts'
import { markSecretField } from '#contract/platform/core/secret.ts'

const UserDetailFields = {
  userId: Id,
  enterpriseId: Id,
  accountType: z.literal([1, 2]),
  authLevel: z.literal([0, 1, 2, 3]),
  /** 0 disabled, 1 enabled. */
  status: z.literal([0, 1]),
  memberLevel: z.literal([1, 2, 3, 4]),
  /** The verification state of the enterprise; null: not begun. */
  authStatus: z.nullable(z.literal([0, 1, 2, 3, 4, 5, 6, 7, 8])),
  /** Masked. */
  mobile: z.string(),
  enterpriseName: z.nullable(z.string()),
  agentName: z.nullable(z.string()),
  userName: z.nullable(z.string()),
  headImg: z.nullable(z.string()),
  /** Comma-separated permission codes; null: all. */
  permCode: z.nullable(z.string()),
  /** The enterprise has passed the first step of the verification. */
  hasAuthed: z.boolean(),
  hasMultiSubAccount: z.boolean(),
  canSwitchAccount: z.boolean(),
  payPwdSet: z.boolean(),
  /** A procurement system has opened the mall (采购系统会话): the session only fills a cart, and names no person. */
  inPunchOut: z.boolean(),
  /** The parent as whose buyer he acts for this enterprise (集团采购), and may go back to; null: he is an own person of it. */
  parent: z.nullable(z.object({ enterpriseId: Id, name: z.string() })),
}

/** The user with the names of specification §3, with the membership of the session. */
export const UserDetail = z.object(UserDetailFields)
export type UserDetail = z.output<typeof UserDetail>

/** One line of the list of enterprises. */
export const OwnEnterpriseMembershipRow = z.object({
  enterpriseId: Id,
  enterpriseName: z.nullable(z.string()),
  agentName: z.nullable(z.string()),
  accountType: z.literal([1, 2]),
  authLevel: z.literal([0, 1, 2, 3]),
  memberLevel: z.literal([1, 2, 3, 4]),
  /** The state of the membership: 0 disabled, 1 enabled. */
  status: z.literal([0, 1]),
  /** The membership of this session. */
  current: z.boolean(),
  /** An invitation that the user has not accepted yet. */
  invited: z.boolean(),
  /** He acts there as a buyer of the parent of its group (集团采购). */
  asGroupBuyer: z.boolean(),
})
export type OwnEnterpriseMembershipRow = z.output<typeof OwnEnterpriseMembershipRow>

/** The second version of the detail: with the names of the permissions and the list of enterprises. */
export const UserDetailWithEnterprises = z.object({
  ...UserDetailFields,
  permNames: z.array(z.string()),
  enterpriseList: z.array(OwnEnterpriseMembershipRow),
})

/** A device with an open session of the user. */
export const SessionDevice = z.object({
  sessionId: Id,
  device: z.string(),
  ip: z.string(),
  createdAt: Instant,
  lastSeenAt: Instant,
  current: z.boolean(),
})
export type SessionDevice = z.output<typeof SessionDevice>

/** The result of a login, a registration or a switch. The client stores the token and removes it from the result. */
export const LoginResult = z.object({ token: markSecretField(z.string()), ...UserDetailFields })
export type LoginResult = z.output<typeof LoginResult>

/** Returns the name of a user on the screen: enterprise, agent, user or masked mobile, the first one that exists (specification §3). */
export const formatUserDisplayName = (user: Pick<UserDetail, 'enterpriseName' | 'agentName' | 'userName' | 'mobile'>): string =>
  user.enterpriseName || user.agentName || user.userName || user.mobile
