import * as z from 'zod/mini'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { EmptyInput, Id, Instant, NullOutput, pageInput, pageOutput, Text } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { Yuan } from '#contract/platform/core/money.ts'

/** How many companies one call can give to an account manager. */
export const ENTERPRISES_ASSIGNED_AT_ONCE_MAX = 500

/** The companies of somebody, with what they owe. */
const portfolio = {
  companies: z.int(),
  /** All drawn credit that is not repaid, and the part of it after its due day. */
  owed: Yuan,
  overdue: Yuan,
}

export const AccountManagerRow = z.object({
  staffId: Id,
  name: z.string(),
  /** False: he has left, or has no such role any more. His companies wait for another. */
  active: z.boolean(),
  /** He sees and works on his own companies alone; null: he always sees all, because he gives companies to account managers. */
  ownOnly: z.nullable(z.boolean()),
  ...portfolio,
})
export type AccountManagerRow = z.output<typeof AccountManagerRow>

/** The filters of the list of account managers. */
export const accountManagerStateFilters = { active: { label: '在任' }, leaving: { label: '待移交' } } as const

export const AccountManagerOverview = z.object({
  /** All of them, for consoles of the release before, which have no list with pages. */
  managers: z.array(AccountManagerRow),
  /** How many account managers there are. */
  managerCount: z.int(),
  all: z.object(portfolio),
  /** The companies without an account manager. */
  unmanaged: z.object(portfolio),
})
export type AccountManagerOverview = z.output<typeof AccountManagerOverview>

/** One term of an account manager: since when a company has him, or nobody. The newest is the current one. */
export const AccountManagerTermOfOffice = z.object({
  id: Id,
  /** Null: nobody. */
  managerName: z.nullable(z.string()),
  from: Instant,
  /** Null: until now. */
  until: z.nullable(Instant),
  /** Who has set it. */
  by: z.string(),
})
export type AccountManagerTermOfOffice = z.output<typeof AccountManagerTermOfOffice>

export const consoleAccountManagerEndpoints = defineEndpoints('/console-api/api/account-manager', {
  overview: readEndpoint({
    path: 'overview',
    mayLag: true,
    summary: '客户经理：共有多少企业、欠款与逾期',
    needs: { staff: 'accountManagerView' },
    input: EmptyInput,
    output: AccountManagerOverview,
  }),
  list: readEndpoint({
    path: 'list',
    mayLag: true,
    summary: '客户经理的列表：可见范围，名下企业、欠款与逾期；在任的在前',
    needs: { staff: 'accountManagerView' },
    input: z.strictObject({
      ...pageInput,
      keyword: z.optional(Text(30)),
      managerState: z.optional(z.enum(keysOf(accountManagerStateFilters), '状态不正确')),
      /** Those who see their own companies alone. */
      ownOnly: z.optional(z.boolean()),
    }),
    output: pageOutput(AccountManagerRow),
  }),
  choices: readEndpoint({
    path: 'choices',
    summary: '可作客户经理的员工，以及仍有企业的其他员工',
    needs: 'staff',
    input: EmptyInput,
    /** `active`: whether companies can be given to him. */
    output: z.array(z.object({ staffId: Id, name: z.string(), active: z.boolean(), ownOnly: z.nullable(z.boolean()) })),
  }),
  history: readEndpoint({
    path: 'history',
    summary: '一家企业先后的客户经理，最近的在前',
    needs: { staff: 'enterpriseView' },
    input: z.strictObject({ enterpriseId: Id }),
    output: z.array(AccountManagerTermOfOffice),
  }),
  limitToOwn: writeEndpoint({
    path: 'limit-to-own',
    summary: '设定员工只看自己的企业，或恢复看全部：立即生效；其他企业的列表、详情和操作都不开放',
    needs: { staff: 'accountManagerAssign' },
    audits: 'staff',
    input: z.strictObject({ staffId: Id, ownOnly: z.boolean('请选择范围') }),
    output: NullOutput,
    refusals: ['STAFF_NOT_FOUND', 'STAFF_SEES_ALL_ENTERPRISES'],
  }),
  assign: writeEndpoint({
    path: 'assign',
    summary: '设置企业的客户经理，可一次多家；不填则不再有客户经理',
    needs: { staff: 'accountManagerAssign' },
    audits: 'staff',
    input: z.strictObject({
      companies: z
        // `seenStaffId`: who had it on the screen; a company that somebody else has got meanwhile is left as it is.
        .array(z.strictObject({ enterpriseId: Id, seenStaffId: z.nullable(Id) }), '请选择企业')
        .check(
          z.minLength(1, '请选择企业'),
          z.maxLength(ENTERPRISES_ASSIGNED_AT_ONCE_MAX, `一次最多 ${ENTERPRISES_ASSIGNED_AT_ONCE_MAX} 家企业`),
        ),
      staffId: z.nullable(Id),
    }),
    /** How many companies have another account manager now. */
    output: z.object({ count: z.int() }),
    refusals: ['ACCOUNT_MANAGER_ROLE'],
  }),
  handOver: writeEndpoint({
    path: 'hand-over',
    summary: '把一名员工的全部企业交给另一名客户经理；不填则不再有客户经理',
    needs: { staff: 'accountManagerAssign' },
    audits: 'staff',
    input: z.strictObject({ staffId: Id, toStaffId: z.nullable(Id) }),
    output: z.object({ count: z.int() }),
    refusals: ['ACCOUNT_MANAGER_ROLE', 'ACCOUNT_MANAGER_WITHOUT_COMPANIES'],
  }),
})
