import type { AddCartLineResult } from '#contract/orders/cart/api.ts'
import { PATROL_FINDINGS_MAX, PATROLS_PER_ENTERPRISE_MAX, type patrolEndpoints } from '#contract/orders/patrols/patrol-api.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { findSkusById } from '#server/catalog/goods/public.ts'
import { addLinesToCartIndependently, findCartSkuIdsByUser } from '#server/orders/cart/public.ts'
import { bindFile } from '#server/people/files/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { requireEquipmentExists } from '#server/sites/equipment/public.ts'
import { requireProjectExists } from '#server/sites/projects/public.ts'
import {
  clearCartUserOfPatrolFindings,
  findPatrolFindings,
  insertPatrolFindings,
  listPatrolFindings,
  type NewPatrolFinding,
  type PatrolFindingRow,
  recordCartUserOfPatrolFindings,
  updatePatrolFindingStateColumn,
} from './patrol-findings.ts'
import {
  insertPatrol,
  lockAndCountPatrols,
  lockPatrol,
  markPatrolDeleted,
  type PatrolInput,
  type PatrolRef,
  updatePatrolRow,
} from './patrols.ts'

/** The person who records a patrol. */
interface Walker {
  enterpriseId: string
  userId: string
}

async function requireDayAndProject(tx: Tx, moment: Moment, enterpriseId: string, { day, projectId }: PatrolInput): Promise<void> {
  if (day > toShanghaiDay(moment.now)) refuse('DAY_AHEAD', { field: 'day' })
  if (projectId !== null) await requireProjectExists(tx, { enterpriseId, id: projectId })
}

type Given = InputOf<typeof patrolEndpoints.add>['findings'][number]

/** A quantity without a SKU is dropped; a SKU without a quantity means one unit. */
const wanted = ({ skuId, goodsNum, ...given }: Given): NewPatrolFinding => ({
  ...given,
  skuId,
  goodsNum: skuId === null ? null : (goodsNum ?? 1),
})

async function writeFindings(
  tx: Tx,
  moment: Moment,
  { author, patrolId, given, from }: { author: Walker; patrolId: string; given: readonly Given[]; from: number },
): Promise<string[]> {
  const { enterpriseId } = author
  const skuIds = [...new Set(given.flatMap(({ skuId }) => skuId ?? []))]
  if ((await findSkusById(tx, skuIds)).length !== skuIds.length) refuse('SKU_NOT_FOUND')
  await requireEquipmentExists(
    tx,
    enterpriseId,
    given.flatMap(({ equipmentId }) => equipmentId ?? []),
  )
  for (const { fileId } of given) {
    if (fileId !== null) await bindFile(tx, { ...author, fileId, purpose: 'patrol', boundTo: `patrol:${patrolId}` })
  }
  const findings = given.map((one) => ({ ...wanted(one), id: moment.newId() }))
  await insertPatrolFindings(tx, { enterpriseId, id: patrolId }, { findings, from })
  return findings.map(({ id }) => id)
}

/**
 * Records a patrol and returns its id. Refuses PATROLS_FULL, DAY_AHEAD, PROJECT_NOT_FOUND, EQUIPMENT_NOT_FOUND, SKU_NOT_FOUND,
 * FILE_NOT_FOUND.
 */
export async function createPatrol(
  tx: Tx,
  moment: Moment,
  { author, given: { findings, ...head } }: { author: Walker; given: InputOf<typeof patrolEndpoints.add> },
): Promise<string> {
  if ((await lockAndCountPatrols(tx, author.enterpriseId)) >= PATROLS_PER_ENTERPRISE_MAX) refuse('PATROLS_FULL')
  await requireDayAndProject(tx, moment, author.enterpriseId, head)
  const patrolId = await insertPatrol(tx, moment, { ...author, head })
  await writeFindings(tx, moment, { author, patrolId, given: findings, from: 1 })
  return patrolId
}

export async function changePatrol(tx: Tx, moment: Moment, { ref, head }: { ref: PatrolRef; head: PatrolInput }): Promise<void> {
  await requireDayAndProject(tx, moment, ref.enterpriseId, head)
  if (!(await updatePatrolRow(tx, ref, head))) refuse('PATROL_NOT_FOUND')
}

/**
 * Adds a finding to a patrol and returns its id. Refuses PATROL_NOT_FOUND, FINDINGS_FULL, EQUIPMENT_NOT_FOUND, SKU_NOT_FOUND,
 * FILE_NOT_FOUND.
 */
export async function addPatrolFinding(
  tx: Tx,
  moment: Moment,
  { author, patrolId, given }: { author: Walker; patrolId: string; given: Given },
): Promise<string> {
  const { enterpriseId } = author
  if (!(await lockPatrol(tx, { enterpriseId, id: patrolId }))) refuse('PATROL_NOT_FOUND')
  const known = (await listPatrolFindings(tx, enterpriseId, [patrolId])).length
  if (known >= PATROL_FINDINGS_MAX) refuse('FINDINGS_FULL')
  const [id] = await writeFindings(tx, moment, { author, patrolId, given: [given], from: known + 1 })
  return id ?? refuse('PATROL_NOT_FOUND')
}

export async function closeOrReopenPatrolFinding(
  tx: Tx,
  { enterpriseId, id, closed }: { enterpriseId: string; id: string; closed: boolean },
) {
  const [found] = await findPatrolFindings(tx, enterpriseId, [id])
  if (!found) refuse('FINDING_NOT_FOUND')
  await updatePatrolFindingStateColumn(tx, enterpriseId, id, closed)
}

export async function deletePatrol(tx: Tx, moment: Moment, ref: PatrolRef): Promise<void> {
  if (!(await markPatrolDeleted(tx, moment, ref))) refuse('PATROL_NOT_FOUND')
}

/** The goods that an open finding needs. */
const requireGoodsOfFinding = ({ id, state, skuId, goodsNum, cartUserId }: PatrolFindingRow) =>
  state === 'OPEN' && skuId !== null && goodsNum !== null ? { id, skuId, goodsNum, cartUserId } : refuse('FINDING_NOT_FOUND')

/**
 * Adds the goods that findings need to a person's cart, each independently: goods that cannot be added are reported with a reason and do
 * not stop the others. When the cart lines are ordered, the findings become ordered. Refuses FINDING_NOT_FOUND for a finding that is not
 * open or needs no goods, and FINDING_IN_CART if its goods are in a cart already, also by a concurrent call.
 */
export async function addGoodsOfPatrolFindingsToCart(
  tx: Tx,
  moment: Moment,
  { owner, findingIds }: { owner: Walker; findingIds: readonly string[] },
): Promise<AddCartLineResult[]> {
  const ids = [...new Set(findingIds)]
  const found = await findPatrolFindings(tx, owner.enterpriseId, ids)
  if (found.length !== ids.length) refuse('FINDING_NOT_FOUND')
  const wants = found.map(requireGoodsOfFinding)
  const carts = await findCartSkuIdsByUser(
    tx,
    owner.enterpriseId,
    wants.flatMap(({ cartUserId }) => cartUserId ?? []),
  )
  if (wants.some(({ cartUserId, skuId }) => carts.get(cartUserId ?? '')?.has(skuId))) refuse('FINDING_IN_CART')
  // The cart is locked before the findings, in the same sequence as when an order is placed.
  const lines = await addLinesToCartIndependently(tx, moment, { owner, lines: wants.map(({ skuId, goodsNum }) => ({ skuId, goodsNum })) })
  const added = wants.filter((_, at) => lines[at]?.added)
  await clearCartUserOfPatrolFindings(tx, owner.enterpriseId, added)
  const noted = await recordCartUserOfPatrolFindings(
    tx,
    owner,
    added.map(({ id }) => id),
  )
  if (noted < added.length) refuse('FINDING_IN_CART')
  return lines
}
