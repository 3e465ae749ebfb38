import * as z from 'zod/mini'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { EmptyInput, Id, Month, NullOutput, RequiredText, Text } from '#contract/platform/core/fields.ts'
import { withheldField } from '#contract/platform/core/figures.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { UNLIMITED_BECAUSE_ONLY_CHANGES_ROWS } from '#contract/platform/core/member-limits.ts'
import { Yuan, YuanUpTo } from '#contract/platform/core/money.ts'

export const PROJECTS_PER_ENTERPRISE_MAX = 200
export const PROJECT_MEMBERS_MAX = 100
export const PROJECT_NAME_MAX = 40
export const PROJECT_CODE_LENGTH_MAX = 30
export const PROJECT_SITE_LENGTH_MAX = 120
/** The longest period of a cost table. */
export const PROJECT_COST_MONTHS_MAX = 24

/** What a budget covers: each month, or the whole project. */
export const budgetSpans = { month: '每月', whole: '全期' } as const
export type BudgetSpan = keyof typeof budgetSpans

/** A membership, with the person who has it. */
export const ProjectMember = z.object({ userId: Id, name: z.string() })
export type ProjectMember = z.output<typeof ProjectMember>

/** 项目: a mine or a site of an enterprise, to which orders can be allocated. */
export const Project = z.object({
  id: Id,
  name: z.string(),
  /** The enterprise's own code of it; '': none. */
  code: z.string(),
  site: z.string(),
  /** null: nobody, or the membership is gone. */
  manager: z.nullable(ProjectMember),
  members: z.array(ProjectMember),
  /**
   * The budget in yuan; null: none. Exceeding it shows a warning and refuses nothing. It is also null for members who may not see it and do
   * not manage the project.
   */
  budget: withheldField('budget', z.nullable(Yuan), { person: ({ manager }: { manager: ProjectMember | null }) => manager?.userId }),
  budgetSpan: z.enum(keysOf(budgetSpans)),
  open: z.boolean(),
})
export type Project = z.output<typeof Project>

const byManager = { person: ({ managerId }: { managerId: string | null }) => managerId }

/** How much of a project's budget is used, in this month or in total. */
export const ProjectBudgetUse = z.object({
  projectId: Id,
  managerId: z.nullable(Id),
  used: withheldField('cost', Yuan, byManager),
  percent: withheldField('cost', z.int(), byManager),
})
export type ProjectBudgetUse = z.output<typeof ProjectBudgetUse>

/** What was bought in a month for a project and a piece of equipment; null: not allocated. */
const CostRow = z.object({ month: z.string(), projectId: z.nullable(Id), equipmentId: z.nullable(Id), net: Yuan })

const Named = z.object({ id: Id, name: z.string() })

/** The rows, and the names of everything in them, including deleted things. */
export const ProjectCosts = z.object({ rows: z.array(CostRow), projects: z.array(Named), equipment: z.array(Named), total: Yuan })
export type ProjectCosts = z.output<typeof ProjectCosts>

/** The projects that an order can be allocated to, for the confirmation page. */
export const CostAllocationOptions = z.object({
  projects: z.array(
    z.object({
      id: Id,
      name: z.string(),
      code: z.string(),
      budgetSpan: z.enum(keysOf(budgetSpans)),
      /** The rest of its budget, negative if it is exceeded; null: no budget. */
      budgetLeft: z.nullable(Yuan),
    }),
  ),
  equipment: z.array(z.object({ id: Id, name: z.string(), projectId: z.nullable(Id) })),
  /** The project of the member's last allocated order, or else his only project; null: neither, or it is closed. */
  projectId: z.nullable(Id),
})
export type CostAllocationOptions = z.output<typeof CostAllocationOptions>

const fields = {
  name: RequiredText(PROJECT_NAME_MAX, '请输入项目名称'),
  code: z._default(Text(PROJECT_CODE_LENGTH_MAX), ''),
  site: z._default(Text(PROJECT_SITE_LENGTH_MAX), ''),
  managerId: z._default(z.nullable(Id), null),
  memberIds: z._default(z.array(Id).check(z.maxLength(PROJECT_MEMBERS_MAX, `一个项目最多 ${PROJECT_MEMBERS_MAX} 名成员`)), []),
  budget: z._default(z.nullable(YuanUpTo(99_999_999.99)), null),
  budgetSpan: z._default(z.enum(keysOf(budgetSpans), '请选择预算周期'), 'month'),
}
const writeRefusals = ['SEAT_NOT_FOUND', 'PROJECT_NAME_TAKEN'] as const

/**
 * Every member of an enterprise sees its projects. Changing them needs 地址管理, as for addresses. Cost tables need 订单管理, as for the orders
 * that they are computed from. Budgets and their use are also visible with 下单支付 and to the manager of the project.
 */
export const projectEndpoints = defineEndpoints('/user-api/api/project', {
  list: readEndpoint({ path: 'list', summary: '项目：进行中的在前', needs: 'login', input: EmptyInput, output: z.array(Project) }),
  seats: readEndpoint({
    path: 'seats',
    summary: '可以担任项目经理或成员的本企业人员',
    needs: 'login',
    input: EmptyInput,
    output: z.array(ProjectMember),
  }),
  add: writeEndpoint({
    path: 'add',
    summary: '新建项目',
    needs: 'addressSet',
    // A deleted project stays as a row because orders refer to it. So the limit for existing projects is not enough.
    memberLimit: 100,
    input: z.strictObject(fields),
    output: z.object({ id: Id }),
    refusals: ['PROJECTS_FULL', ...writeRefusals],
  }),
  modify: writeEndpoint({
    path: 'modify',
    summary: '修改项目：名称、编号、地址、项目经理、成员、预算',
    needs: 'addressSet',
    memberLimit: UNLIMITED_BECAUSE_ONLY_CHANGES_ROWS,
    input: z.strictObject({ id: Id, ...fields }),
    output: NullOutput,
    refusals: ['PROJECT_NOT_FOUND', ...writeRefusals],
  }),
  setOpen: writeEndpoint({
    path: 'set-open',
    summary: '关闭或重新开启项目；关闭后订单不能再归入',
    needs: 'addressSet',
    memberLimit: UNLIMITED_BECAUSE_ONLY_CHANGES_ROWS,
    input: z.strictObject({ id: Id, open: z.boolean() }),
    output: NullOutput,
    refusals: ['PROJECT_NOT_FOUND'],
  }),
  delete: writeEndpoint({
    path: 'delete',
    summary: '删除项目；已归入的订单和费用保留名称',
    needs: 'addressSet',
    memberLimit: UNLIMITED_BECAUSE_ONLY_CHANGES_ROWS,
    input: z.strictObject({ id: Id }),
    output: NullOutput,
    refusals: ['PROJECT_NOT_FOUND'],
  }),
  budgets: readEndpoint({
    path: 'budgets',
    summary: '有预算的项目：已用金额和比例；项目经理可见自己的项目',
    needs: 'login',
    input: EmptyInput,
    output: z.array(ProjectBudgetUse),
  }),
  costs: readEndpoint({
    path: 'costs',
    summary: '费用：按下单月份、项目、设备汇总；已付款订单的商品净额减退款，不含运费',
    needs: 'lookOrder',
    input: z.strictObject({ monthFrom: Month, monthTo: Month }),
    output: ProjectCosts,
    refusals: ['COST_SPAN'],
  }),
  bookingOptions: readEndpoint({
    path: 'booking-options',
    summary: '订单可以归入的项目和设备',
    needs: 'buyPay',
    input: EmptyInput,
    output: CostAllocationOptions,
  }),
})
