import { type Fen, subtractFen, sum, ZERO_FEN } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { addMonths, getShanghaiMonthInterval, toShanghaiMonth } from '#contract/platform/core/shanghai.ts'
import {
  type CostAllocationOptions,
  PROJECT_COST_MONTHS_MAX,
  type ProjectBudgetUse,
  type ProjectCosts,
} from '#contract/sites/projects/api.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { findEquipmentNames, listEquipment } from '#server/sites/equipment/public.ts'
import { findProjectNames, listMemberIdsByProject, listProjects } from '#server/sites/projects/public.ts'
import { findProjectIdOfLastOrder, sumNetCostsByMonthProjectAndEquipment, sumNetCostsByProject } from './cost-queries.ts'

const named = (names: ReadonlyMap<string, string>) => [...names].map(([id, name]) => ({ id, name }))
const present = (ids: readonly (string | null)[]) => [...new Set(ids.flatMap((id) => id ?? []))]

/** Describes the costs from one month to another, both included. Refuses COST_SPAN. */
export async function readProjectCosts(
  db: Db,
  enterpriseId: string,
  { monthFrom, monthTo }: { monthFrom: string; monthTo: string },
): Promise<ProjectCosts> {
  if (monthFrom > monthTo || addMonths(monthFrom, PROJECT_COST_MONTHS_MAX - 1) < monthTo) refuse('COST_SPAN')
  const found = await sumNetCostsByMonthProjectAndEquipment(db, enterpriseId, {
    from: getShanghaiMonthInterval(monthFrom).from,
    until: getShanghaiMonthInterval(monthTo).until,
  })
  const rows = found.map(({ netFen, ...row }) => ({ ...row, net: netFen }))
  return {
    rows,
    projects: named(await findProjectNames(db, enterpriseId, present(rows.map(({ projectId }) => projectId)))),
    equipment: named(await findEquipmentNames(db, enterpriseId, present(rows.map(({ equipmentId }) => equipmentId)))),
    total: sum(rows.map(({ net }) => net)),
  }
}

interface Use extends ProjectBudgetUse {
  used: Fen
  budgetFen: Fen
}

/** Computes how much of each project's budget was used, this month or in total. */
async function budgetUses(db: Db, moment: Moment, enterpriseId: string): Promise<Use[]> {
  const budgeted = (await listProjects(db, enterpriseId)).flatMap((one) =>
    one.budgetFen === null ? [] : [{ ...one, budgetFen: one.budgetFen }],
  )
  if (budgeted.length === 0) return []
  const spent = {
    month: await sumNetCostsByProject(db, enterpriseId, getShanghaiMonthInterval(toShanghaiMonth(moment.now))),
    whole: budgeted.some(({ budgetSpan }) => budgetSpan === 'whole')
      ? await sumNetCostsByProject(db, enterpriseId)
      : new Map<string, Fen>(),
  }
  return budgeted.map(({ id, managerId, budgetFen, budgetSpan }) => {
    const used = spent[budgetSpan].get(id) ?? ZERO_FEN
    return { projectId: id, managerId, used, budgetFen, percent: percentOf(used, budgetFen) }
  })
}

/** Returns a whole percentage, rounded up so that exceeding a budget by one fen is visible. Any cost against a budget of zero is 100 %. */
const percentOf = (used: Fen, budget: Fen): number => (used <= 0 ? 0 : budget === 0 ? 100 : Math.ceil((used * 100) / budget))

export async function readProjectBudgetUse(db: Db, moment: Moment, enterpriseId: string): Promise<ProjectBudgetUse[]> {
  return (await budgetUses(db, moment, enterpriseId)).map(({ budgetFen: _, ...use }) => use)
}

/** Lists what an order can be allocated to: open projects, equipment, and a default project for this member. */
export async function readCostAllocationOptions(
  db: Db,
  moment: Moment,
  { enterpriseId, userId }: { enterpriseId: string; userId: string },
): Promise<CostAllocationOptions> {
  const open = (await listProjects(db, enterpriseId)).filter((one) => one.open)
  if (open.length === 0) return { projects: [], equipment: [], projectId: null }
  const left = new Map(
    (await budgetUses(db, moment, enterpriseId)).map(({ projectId, used, budgetFen }) => [projectId, subtractFen(budgetFen, used)]),
  )
  const members = await listMemberIdsByProject(db, enterpriseId)
  const own = open.filter(({ id, managerId }) => managerId === userId || members.get(id)?.includes(userId))
  const last = await findProjectIdOfLastOrder(db, { enterpriseId, userId })
  const only = own.length === 1 ? own[0]?.id : undefined
  return {
    projects: open.map(({ id, name, code, budgetSpan }) => ({ id, name, code, budgetSpan, budgetLeft: left.get(id) ?? null })),
    equipment: (await listEquipment(db, enterpriseId)).map(({ id, name, projectId }) => ({ id, name, projectId })),
    projectId: open.find(({ id }) => id === last)?.id ?? only ?? null,
  }
}
