import * as z from 'zod/mini'
import { Day, Id, Instant, Month, RowVersion } from '#contract/platform/core/fields.ts'
import { Yuan } from '#contract/platform/core/money.ts'

/** A share (份额) of a group's limit, as its member has it. */
const shareFields = {
  /** The part of the group's limit that this company may use. It is its base limit. */
  share: Yuan,
  /** Owed and held. It may exceed the share after that was lowered. */
  used: Yuan,
  /** What it can still use, its temporary limit included. */
  available: Yuan,
}

/** A member of a group, as the parent and staff see it: sums, and nothing about its people and papers. */
export const CompanyGroupMemberRow = z.object({
  enterpriseId: Id,
  name: z.nullable(z.string()),
  isParent: z.boolean(),
  ...shareFields,
  /** The highest share that it may get: what the other members take neither as shares nor by what they use beyond them. */
  highestShare: Yuan,
  joinedAt: Instant,
})
export type CompanyGroupMemberRow = z.output<typeof CompanyGroupMemberRow>

/** A company that has been invited and has not answered. */
export const InvitedCompany = z.object({ enterpriseId: Id, name: z.nullable(z.string()), invitedAt: Instant })
export type InvitedCompany = z.output<typeof InvitedCompany>

/** The limit of a group, what of it is shared out, and with whom. */
export const CompanyGroupShares = z.object({
  limit: Yuan,
  /** 未分配: what of the limit nobody takes, as a share or by what it uses beyond it. Below zero if a bill bounced or a temporary limit ended. */
  unshared: Yuan,
  /** Sent back with a change of a share. */
  rowVersion: RowVersion,
  members: z.array(CompanyGroupMemberRow),
  invited: z.array(InvitedCompany),
})
export type CompanyGroupShares = z.output<typeof CompanyGroupShares>

/** The group that a company belongs to. `shares` is null for a member: it sees itself alone. */
export const OwnCompanyGroup = z.object({
  name: z.string(),
  parentName: z.nullable(z.string()),
  isParent: z.boolean(),
  ...shareFields,
  joinedAt: Instant,
  /** It has agreed that the parent sees its purchases by category. */
  showsCategories: z.boolean(),
  shares: z.nullable(CompanyGroupShares),
})
export type OwnCompanyGroup = z.output<typeof OwnCompanyGroup>

/** An invitation to a group, as the invited company sees it. `broughtLimit`: its own base limit, which becomes its share. */
export const CompanyGroupInvitation = z.object({
  parentId: Id,
  name: z.string(),
  parentName: z.nullable(z.string()),
  broughtLimit: Yuan,
})
export type CompanyGroupInvitation = z.output<typeof CompanyGroupInvitation>

/** The sums of a month's statement. `drawn` less `refunded` is the total, and the parts of the total are those of the member's own statement. */
const statementSumFields = {
  drawn: Yuan,
  /** 当月退款. */
  refunded: Yuan,
  total: Yuan,
  repaid: Yuan,
  toWallet: Yuan,
  offset: Yuan,
  writtenOffPrincipal: Yuan,
  disputed: Yuan,
  owed: Yuan,
  interest: Yuan,
}
export const CompanyGroupStatementSums = z.object(statementSumFields)
export type CompanyGroupStatementSums = z.output<typeof CompanyGroupStatementSums>

/** A member's statement in the consolidated one. Null: it has none for the month. */
const MemberStatement = z.object({ ...statementSumFields, label: z.string(), dueDay: Day, hash: z.string() })

/** 合并对账单: the statements of a month of all members, and their sums. */
export const CompanyGroupStatement = z.object({
  month: Month,
  groupName: z.string(),
  members: z.array(z.object({ enterpriseId: Id, name: z.nullable(z.string()), statement: z.nullable(MemberStatement) })),
  sums: CompanyGroupStatementSums,
})
export type CompanyGroupStatement = z.output<typeof CompanyGroupStatement>

/** 采购汇总: what the members have bought less what came back, by month and by category, goods after coupons without freight. */
export const CompanyGroupPurchases = z.object({
  /** When the totals were added up last; null: never. */
  asOf: z.nullable(Instant),
  /** The last twelve months, the oldest first. The amounts are in their order. */
  months: z.array(Month),
  members: z.array(z.object({ enterpriseId: Id, name: z.nullable(z.string()), amounts: z.array(Yuan), total: Yuan })),
  totals: z.array(Yuan),
})
export type CompanyGroupPurchases = z.output<typeof CompanyGroupPurchases>

/** What the members of a group have bought in the last twelve months by category of today, as the parent sees it. */
export const CompanyGroupCategories = z.object({
  /** Those whose categories the parent sees: itself, and who joined since the invitation says so. */
  members: z.array(z.object({ enterpriseId: Id, name: z.nullable(z.string()) })),
  /** The highest total first. The amounts are in the order of the members. */
  categories: z.array(z.object({ key: z.string(), name: z.string(), amounts: z.array(Yuan), total: Yuan })),
})
export type CompanyGroupCategories = z.output<typeof CompanyGroupCategories>
