import * as z from 'zod/mini'
import { SkuBriefWithWithheldPrices } from '#contract/catalog/goods/sku-brief.ts'
import { AddCartLineResult } from '#contract/orders/cart/api.ts'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { Day, Id, NullOutput, pageInput, pageOutput, Quantity, RequiredText, Text } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { UNLIMITED_BECAUSE_ONLY_CHANGES_ROWS } from '#contract/platform/core/member-limits.ts'

export const PATROL_FINDINGS_MAX = 50
/** The largest number of patrols of an enterprise, without deleted ones. */
export const PATROLS_PER_ENTERPRISE_MAX = 10_000
export const PATROL_ROUTE_TEXT_MAX = 60
export const PATROL_FINDING_TEXT_MAX = 200

export const patrolFindingSeverities = { MINOR: '一般', MAJOR: '严重', URGENT: '紧急' } as const
export type PatrolFindingSeverity = keyof typeof patrolFindingSeverities

/** ORDERED: the goods for it were ordered from the cart that they were put into. */
export const patrolFindingStates = { OPEN: '待处理', ORDERED: '已下单', CLOSED: '已关闭' } as const
export type PatrolFindingState = keyof typeof patrolFindingStates

export const PatrolFinding = z.object({
  id: Id,
  text: z.string(),
  severity: z.enum(keysOf(patrolFindingSeverities)),
  state: z.enum(keysOf(patrolFindingStates)),
  fileId: z.nullable(Id),
  equipmentId: z.nullable(Id),
  equipmentName: z.nullable(z.string()),
  /** The goods that are needed for the repair. */
  sku: z.nullable(SkuBriefWithWithheldPrices),
  goodsNum: z.nullable(z.int()),
  /** The goods are in a member's cart and not ordered yet. */
  inCart: z.boolean(),
  orderNo: z.nullable(z.string()),
})
export type PatrolFinding = z.output<typeof PatrolFinding>

const rowFields = {
  id: Id,
  route: z.string(),
  day: z.string(),
  projectId: z.nullable(Id),
  projectName: z.nullable(z.string()),
  by: z.string(),
}

export const PatrolRow = z.object({ ...rowFields, findings: z.int(), open: z.int(), urgent: z.int() })
export type PatrolRow = z.output<typeof PatrolRow>

/** 巡检: a round through a site, and its findings. */
export const Patrol = z.object({ ...rowFields, note: z.string(), findings: z.array(PatrolFinding) })
export type Patrol = z.output<typeof Patrol>

const NewFinding = z.strictObject({
  text: RequiredText(PATROL_FINDING_TEXT_MAX, '请填写发现的问题'),
  severity: z.enum(keysOf(patrolFindingSeverities), '请选择严重程度'),
  fileId: z._default(z.nullable(Id), null),
  equipmentId: z._default(z.nullable(Id), null),
  skuId: z._default(z.nullable(Id), null),
  /** The quantity. It has no meaning without a SKU. */
  goodsNum: z._default(z.nullable(Quantity), null),
})

const head = {
  route: RequiredText(PATROL_ROUTE_TEXT_MAX, '请输入巡检路线或地点'),
  day: Day,
  projectId: z._default(z.nullable(Id), null),
  note: z._default(Text(PATROL_FINDING_TEXT_MAX), ''),
}
const One = z.strictObject({ id: Id })
const findingRefusals = ['EQUIPMENT_NOT_FOUND', 'SKU_NOT_FOUND', 'FILE_NOT_FOUND'] as const

/** Every member of an enterprise reads its patrols. Writing needs 加入购物车, because findings lead to orders. */
export const patrolEndpoints = defineEndpoints('/user-api/api/patrol', {
  list: readEndpoint({
    path: 'list',
    summary: '巡检记录，最近的在前',
    needs: 'login',
    input: z.strictObject({ ...pageInput, projectId: z.optional(Id), open: z.optional(z.boolean()) }),
    output: pageOutput(PatrolRow),
  }),
  detail: readEndpoint({
    path: 'detail',
    summary: '一次巡检及发现的问题',
    needs: 'login',
    input: One,
    output: Patrol,
    refusals: ['PATROL_NOT_FOUND'],
  }),
  add: writeEndpoint({
    path: 'add',
    summary: '记录一次巡检',
    needs: 'addCart',
    memberLimit: 300,
    input: z.strictObject({
      ...head,
      findings: z._default(
        z.array(NewFinding).check(z.maxLength(PATROL_FINDINGS_MAX, `一次巡检最多记录 ${PATROL_FINDINGS_MAX} 个问题`)),
        [],
      ),
    }),
    output: z.object({ id: Id }),
    refusals: ['PATROLS_FULL', 'PROJECT_NOT_FOUND', 'DAY_AHEAD', ...findingRefusals],
  }),
  modify: writeEndpoint({
    path: 'modify',
    summary: '修改巡检的路线、日期、项目、备注',
    needs: 'addCart',
    memberLimit: UNLIMITED_BECAUSE_ONLY_CHANGES_ROWS,
    input: z.strictObject({ id: Id, ...head }),
    output: NullOutput,
    refusals: ['PATROL_NOT_FOUND', 'PROJECT_NOT_FOUND', 'DAY_AHEAD'],
  }),
  addFinding: writeEndpoint({
    path: 'add-finding',
    summary: '补充一个问题',
    needs: 'addCart',
    memberLimit: '50 findings of a patrol.',
    input: z.strictObject({ id: Id, finding: NewFinding }),
    output: z.object({ id: Id }),
    refusals: ['PATROL_NOT_FOUND', 'FINDINGS_FULL', ...findingRefusals],
  }),
  setClosed: writeEndpoint({
    path: 'set-closed',
    summary: '关闭或重新打开一个问题',
    needs: 'addCart',
    memberLimit: UNLIMITED_BECAUSE_ONLY_CHANGES_ROWS,
    input: z.strictObject({ findingId: Id, closed: z.boolean() }),
    output: NullOutput,
    refusals: ['FINDING_NOT_FOUND'],
  }),
  toCart: writeEndpoint({
    path: 'to-cart',
    summary: '把问题所需的商品加入购物车；下单后自动变为已下单',
    needs: 'addCart',
    memberLimit: '200 lines of a cart.',
    input: z.strictObject({
      findingIds: z.array(Id).check(z.minLength(1, '请选择问题'), z.maxLength(PATROL_FINDINGS_MAX, `一次最多 ${PATROL_FINDINGS_MAX} 条`)),
    }),
    output: z.array(AddCartLineResult),
    refusals: ['FINDING_NOT_FOUND', 'FINDING_IN_CART'],
  }),
  delete: writeEndpoint({
    path: 'delete',
    summary: '删除巡检记录',
    needs: 'addCart',
    memberLimit: UNLIMITED_BECAUSE_ONLY_CHANGES_ROWS,
    input: One,
    output: NullOutput,
    refusals: ['PATROL_NOT_FOUND'],
  }),
})
