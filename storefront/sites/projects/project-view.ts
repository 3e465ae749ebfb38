import { type Fen, formatYuan, parseYuan } from '#contract/platform/core/money.ts'
import type { BudgetSpan, Project } from '#contract/sites/projects/api.ts'

/** The form values of a project, as text. */
export interface ProjectDraft {
  name: string
  /** Not `code`, which is a name of fields that are never kept. */
  projectCode: string
  site: string
  /** '': nobody. */
  managerId: string
  memberIds: string[]
  budget: string
  budgetSpan: BudgetSpan
}

export const toProjectDraft = (known: Project | undefined): ProjectDraft => ({
  name: known?.name ?? '',
  projectCode: known?.code ?? '',
  site: known?.site ?? '',
  managerId: known?.manager?.userId ?? '',
  memberIds: known?.members.map(({ userId }) => userId) ?? [],
  budget: known?.budget == null ? '' : formatYuan(known.budget),
  budgetSpan: known?.budgetSpan ?? 'month',
})

const BUDGET_MAX = 9_999_999_999

/** Returns the errors of a draft by field. */
export function projectErrors({ name, budget }: ProjectDraft): { name?: string; budget?: string } {
  const amount = parseYuan(budget)
  const budgetFault = budget.trim() === '' || (amount !== undefined && amount <= BUDGET_MAX) ? undefined : '请输入金额，最多两位小数'
  return { ...(name.trim() === '' ? { name: '请输入项目名称' } : {}), ...(budgetFault ? { budget: budgetFault } : {}) }
}

/** Returns the draft as the call expects it. */
export const toProjectInput = ({ name, projectCode, site, managerId, memberIds, budgetSpan }: ProjectDraft, budget: Fen | null) => ({
  name: name.trim(),
  code: projectCode.trim(),
  site: site.trim(),
  managerId: managerId === '' ? null : managerId,
  memberIds,
  budget,
  budgetSpan,
})
