import { getEarliestValueDayForOnePerson } from '#contract/billing/bank/value-day.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'

/** What a row of a statement does to a typed line of the same number and amount. */
export interface ManualBankLineComparison {
  /** confirm: the row confirms the line, whose day becomes that of the row; propose: another person has to agree to the day first. */
  effect: 'confirm' | 'propose'
  text: string
}

/**
 * Compares a row of a statement with a line that staff have typed before. The day of the bank counts. Money that was used counts from the
 * typed day until then: a day further back than one person may type takes interest from the platform, so another person agrees to it.
 */
export function compareStatementRowWithManualLine(
  typed: { day: string; assignedFen: Fen; at: Date },
  day: string,
): ManualBankLineComparison {
  if (typed.day === day) return { effect: 'confirm', text: '与人工登记的流水一致，已由对账单确认' }
  if (typed.assignedFen === 0) return { effect: 'confirm', text: `与人工登记的流水一致，日期已按对账单更正（登记为 ${typed.day}）` }
  if (day > typed.day || day >= getEarliestValueDayForOnePerson(toShanghaiDay(typed.at)))
    return { effect: 'confirm', text: `日期已按对账单更正（登记为 ${typed.day} 且已使用），利息按对账单日期补收或冲回` }
  return { effect: 'propose', text: `日期早于登记日 3 天以上（登记为 ${typed.day} 且已使用），已提交起息日申请，待另一位财务人员同意` }
}
