import { useRef, useState } from 'react'
import { bankApi, invalidatedByBankLineAssignment } from '#console/billing/bank/bank-api.ts'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { useOnScreenLeave } from '#console/platform/components/use-on-screen-leave.ts'
import { BANK_ALLOCATIONS_UNDONE_MAX } from '#contract/billing/bank/console-api.ts'
import type { BankAllocation } from '#contract/billing/bank/shapes.ts'
import { type Fen, formatMoney, sum } from '#contract/platform/core/money.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { formatCount } from '#ui/format.ts'

/** What of a day's uses was taken back. A company is taken back whole or not at all, with the reason why not. */
export interface UndoOutcome {
  undone: number
  amount: Fen
  refused: readonly { company: string; why: string }[]
}

type UndoableUse = Pick<BankAllocation, 'id' | 'enterpriseId' | 'enterpriseName'>

/** One call for each company, and for each so many of its uses. */
export function groupUsesByCompany(uses: readonly UndoableUse[]): { enterpriseId: string; company: string; ids: string[] }[] {
  const byCompany = Map.groupBy(uses, ({ enterpriseId }) => enterpriseId ?? '')
  return [...byCompany].flatMap(([enterpriseId, own]) => {
    const company = own[0]?.enterpriseName ?? '未认证企业'
    const count = Math.ceil(own.length / BANK_ALLOCATIONS_UNDONE_MAX)
    return Array.from({ length: count }, (_, at) => ({
      enterpriseId,
      company,
      ids: own.slice(at * BANK_ALLOCATIONS_UNDONE_MAX, (at + 1) * BANK_ALLOCATIONS_UNDONE_MAX).map(({ id }) => id),
    }))
  })
}

/** Takes uses back, company by company, so that one that stays stops no other. It ends when the screen is left. */
export function useUndoBankAllocations(close: () => void) {
  const [done, setDone] = useState(0)
  const stopped = useRef(false)
  const stop = () => {
    stopped.current = true
  }
  useOnScreenLeave(stop)
  const undoing = useApiMutation<{ uses: readonly UndoableUse[]; reason: string }, UndoOutcome>(
    async ({ uses, reason }) => {
      stopped.current = false
      const [answers, refused]: [{ undone: number; amount: Fen }[], UndoOutcome['refused'][number][]] = [[], []]
      for (const [at, { enterpriseId, company, ids }] of groupUsesByCompany(uses).entries()) {
        if (stopped.current) break
        setDone(at)
        try {
          answers.push(await bankApi.undo({ enterpriseId, ids, reason }))
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
          refused.push({ company, why: error.message })
        }
      }
      return {
        undone: answers.reduce((total, { undone }) => total + undone, 0),
        amount: sum(answers.map(({ amount }) => amount)),
        refused,
      }
    },
    {
      invalidates: invalidatedByBankLineAssignment,
      successMessage: ({ undone, amount }) => `已撤销 ${formatCount(undone)} 笔，共 ${formatMoney(amount)}`,
      onSuccess: ({ refused }) => {
        if (refused.length === 0) close()
      },
    },
  )
  return { undoing, done, stop }
}
