import type { Patrol, PatrolFinding, PatrolRow as Row } from '#contract/orders/patrols/patrol-api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { findSkuBriefsWithMaterialCode } from '#server/catalog/materials/public.ts'
import { findCartSkuIdsByUser } from '#server/orders/cart/public.ts'
import { findDisplayNamesInEnterpriseByUserId } from '#server/people/identity/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { findEquipmentNames } from '#server/sites/equipment/public.ts'
import { findProjectNames } from '#server/sites/projects/public.ts'
import { listPatrolFindings, type PatrolFindingRow } from './patrol-findings.ts'
import { findPatrol, listPatrols, type PatrolRef, type PatrolRow } from './patrols.ts'

/** Builds what the list and the page of patrols share: two statements, whatever the number of patrols. */
async function headsOf(db: Db, enterpriseId: string, patrols: readonly PatrolRow[]) {
  const projects = await findProjectNames(
    db,
    enterpriseId,
    patrols.flatMap(({ projectId }) => projectId ?? []),
  )
  const people = await findDisplayNamesInEnterpriseByUserId(db, enterpriseId, [...new Set(patrols.map(({ userId }) => userId))])
  return patrols.map(({ id, route, day, projectId, userId }) => ({
    id,
    route,
    day,
    projectId,
    projectName: projectId === null ? null : (projects.get(projectId) ?? null),
    by: people.get(userId) ?? '',
  }))
}

/** Returns a page of an enterprise's patrols. */
export async function readPatrols(
  db: Db,
  enterpriseId: string,
  filter: Parameters<typeof listPatrols>[2],
): Promise<{ dataList: Row[]; total: number }> {
  const { rows, total } = await listPatrols(db, enterpriseId, filter)
  const heads = await headsOf(db, enterpriseId, rows)
  const findings = await listPatrolFindings(
    db,
    enterpriseId,
    rows.map(({ id }) => id),
  )
  const dataList = heads.map((head) => {
    const own = findings.filter(({ patrolId }) => patrolId === head.id)
    const open = own.filter(({ state }) => state === 'OPEN')
    return { ...head, findings: own.length, open: open.length, urgent: open.filter(({ severity }) => severity === 'URGENT').length }
  })
  return { dataList, total }
}

async function describeFindings(
  db: Db,
  moment: Moment,
  { enterpriseId, found }: { enterpriseId: string; found: readonly PatrolFindingRow[] },
): Promise<PatrolFinding[]> {
  const machines = await findEquipmentNames(
    db,
    enterpriseId,
    found.flatMap(({ equipmentId }) => equipmentId ?? []),
  )
  const skus = await findSkuBriefsWithMaterialCode(db, moment, { enterpriseId, skuIds: found.flatMap(({ skuId }) => skuId ?? []) })
  // Goods that were removed from the cart can be added again.
  const carts = await findCartSkuIdsByUser(
    db,
    enterpriseId,
    found.flatMap(({ cartUserId }) => cartUserId ?? []),
  )
  return found.map(({ id, text, severity, state, fileId, equipmentId, skuId, goodsNum, cartUserId, orderNo }) => ({
    id,
    text,
    severity,
    state,
    fileId,
    equipmentId,
    goodsNum,
    orderNo,
    equipmentName: equipmentId === null ? null : (machines.get(equipmentId) ?? null),
    sku: skuId === null ? null : (skus.get(skuId) ?? null),
    inCart: carts.get(cartUserId ?? '')?.has(skuId ?? '') ?? false,
  }))
}

/** Describes a patrol with its findings. Refuses PATROL_NOT_FOUND. */
export async function readPatrol(db: Db, moment: Moment, ref: PatrolRef): Promise<Patrol> {
  const found = (await findPatrol(db, ref)) ?? refuse('PATROL_NOT_FOUND')
  const [head] = await headsOf(db, ref.enterpriseId, [found])
  if (!head) refuse('PATROL_NOT_FOUND')
  const { enterpriseId } = ref
  const findings = await describeFindings(db, moment, { enterpriseId, found: await listPatrolFindings(db, enterpriseId, [ref.id]) })
  return { ...head, note: found.note, findings }
}
