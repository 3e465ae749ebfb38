import { type Fen, fen } from '#contract/platform/core/money.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import type { Buyer } from './mall.ts'
import type { SimulationAction, SimulationState } from './simulation-state.ts'

/** The unpaid interest of a company; 0 if it has no credit. */
const readUnpaidInterest = async ({ api }: Buyer): Promise<number> => {
  const { interest } = await api.statement.owed({}).catch(() => ({ interest: 0 }))
  return interest
}

interface Waiver {
  id: string
  amount: Fen
}

/**
 * Decides a waiver. The author never may. Another person may unless it is more than what is still unpaid, and then exactly its amount is no
 * longer owed.
 */
async function decide({ random, staff, secondStaff }: SimulationState, buyer: Buyer, { id, amount }: Waiver): Promise<void> {
  const { enterpriseId } = buyer
  const before = await readUnpaidInterest(buyer)
  const byAuthor = random.below(6) === 0
  const approve = byAuthor || random.below(5) > 0
  const refused = byAuthor ? 'SECOND_PERSON_NEEDED' : approve && amount > before ? 'MORE_THAN_OWED' : null
  const result = await (byAuthor ? staff : secondStaff).api.consoleFinanceRequest.decide({ enterpriseId, id, approve }).then(
    () => null,
    (error: unknown) => {
      if (error instanceof Refusal) return error
      throw error
    },
  )
  const left = await readUnpaidInterest(buyer)
  const expected = { reason: refused, left: refused === null && approve ? before - amount : before }
  const found = { reason: result?.reason ?? null, left }
  if (JSON.stringify(found) !== JSON.stringify(expected))
    throw new Error(`a waiver of ${amount} of ${before}: expected ${JSON.stringify(expected)}, found ${JSON.stringify(found)}`)
  if (result) throw result
}

/** Waivers of interest (利息减免): one person of finance requests, another decides. */
export const simulationWaiverActions: Record<string, SimulationAction> = {
  /** Requests to waive a part of what is unpaid, sometimes more than it. Usually it is decided at once. */
  async waiveInterest(scene) {
    const { mains, random, staff } = scene
    for (const buyer of mains) {
      const unpaid = await readUnpaidInterest(buyer)
      if (unpaid === 0) continue
      const amount = fen(1 + random.below(random.below(6) === 0 ? 2 * unpaid : unpaid))
      const { enterpriseId } = buyer
      const { id } = await staff.api.consoleFinanceRequest.proposeWaiver({ enterpriseId, amount, reason: '协商减免' })
      return random.below(3) === 0 ? undefined : decide(scene, buyer, { id, amount })
    }
  },
  /** Decides a request that has waited. Meanwhile the interest may have been paid. */
  async decideWaiver(scene) {
    const { mains, random, secondStaff } = scene
    const { dataList } = await secondStaff.api.consoleFinanceRequest.list({ state: 'WAIT', pageSize: 100 })
    const waiting = dataList.flatMap(({ enterpriseId, id, amount }) => {
      const buyer = mains.find((one) => one.enterpriseId === enterpriseId)
      return buyer ? [{ buyer, id, amount }] : []
    })
    if (waiting.length === 0) return
    const { buyer, ...waiver } = random.pick(waiting)
    return decide(scene, buyer, waiver)
  },
}
