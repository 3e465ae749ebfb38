import { randomUUID } from 'node:crypto'
import { type AcceptorKind, QUOTED_DISCOUNT_RATE_MAX_BP } from '#contract/money/statements/acceptance-lifecycle.ts'
import { type Fen, ZERO_FEN } from '#contract/platform/core/money.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { acceptAcceptanceBill, submitAcceptanceBill } from '#server/billing/receivables/acceptances/accept-bill.ts'
import {
  decideAcceptanceRequest,
  proposeAcceptanceRecourse,
  proposeDiscountBelowAgreedAmount,
  proposeExceptionalAcceptanceHonour,
} from '#server/billing/receivables/acceptances/acceptance-requests.ts'
import { bounceAcceptanceBill, recordAcceptanceBillPaidByBank } from '#server/billing/receivables/acceptances/end-bill.ts'
import type { Mall } from './mall.ts'
import { insertPictureRow } from './pictures.ts'
import { createTransferHelpers } from './transfers.ts'

interface Ref {
  enterpriseId: string
  id: string
}

/** Helpers for stories of acceptance bills: a bill, and each of its steps, in one line each. Amounts in fen. */
export function createAcceptanceHelpers(mall: Mall) {
  const { arrives } = createTransferHelpers(mall)
  const { runInTransaction, moment } = mall
  const staffId = randomUUID()
  /** One person says that a bill was paid on a day, which waits for another one. */
  const proposesPayment = (ref: Ref, { valueDay, feeFen = ZERO_FEN }: { valueDay: string; feeFen?: Fen }): Promise<string> =>
    runInTransaction((tx) =>
      proposeExceptionalAcceptanceHonour(tx, moment(), { ref, staffId, valueDay, feeFen, reason: '票款由同城交换到账' }),
    )
  return {
    proposesPayment,
    /** A company submits a bill. */
    async submits(
      { enterpriseId, userId }: { enterpriseId: string; userId: string },
      { amountFen, maturityDay, acceptorKind = 'bank' }: { amountFen: Fen; maturityDay: string; acceptorKind?: AcceptorKind },
    ): Promise<Ref> {
      const fileId = await insertPictureRow(mall, { enterpriseId, userId }, 'acceptance')
      const paper = { billNo: randomUUID(), acceptor: '某某银行', acceptorKind, amountFen, maturityDay, fileId }
      const { id } = await runInTransaction((tx) => submitAcceptanceBill(tx, moment(), { enterpriseId, userId, ...paper }))
      return { enterpriseId, id }
    },
    takes: (ref: Ref, quotedRateBp = QUOTED_DISCOUNT_RATE_MAX_BP): Promise<void> =>
      runInTransaction((tx) => acceptAcceptanceBill(tx, moment(), { ref, staffId, quotedRateBp })),
    bounces: (ref: Ref): Promise<void> => runInTransaction((tx) => bounceAcceptanceBill(tx, moment(), { ref, staffId, opinion: '空头' })),
    /** The bank's file brings the money of a bill on a day, and it is honoured or bought with it. `brought`: what the line has. */
    async pays(
      ref: Ref,
      verb: 'honour' | 'discount',
      paid: { broughtFen: Fen; day?: string; feeFen?: Fen; discountFen?: Fen },
    ): Promise<void> {
      const { broughtFen, day = toShanghaiDay(mall.clock.now), feeFen = ZERO_FEN, discountFen = ZERO_FEN } = paid
      const lineId = await arrives(broughtFen, { day, payer: '某某银行', reference: randomUUID() })
      await runInTransaction((tx) => recordAcceptanceBillPaidByBank(tx, moment(), verb, { ref, staffId, lineId, feeFen, discountFen }))
    },
    /** The same, for a discount that costs more than was agreed: two people say so. */
    async discountsByTwo(ref: Ref, { broughtFen, feeFen, discountFen }: { broughtFen: Fen; feeFen: Fen; discountFen: Fen }): Promise<void> {
      const lineId = await arrives(broughtFen, { day: toShanghaiDay(mall.clock.now), payer: '某某银行', reference: randomUUID() })
      const asked = { ref, staffId, lineId, feeFen, discountFen, reason: '急需资金' }
      const id = await runInTransaction((tx) => proposeDiscountBelowAgreedAmount(tx, moment(), asked))
      mall.clock.forward(1_000)
      const decision = { ref: { enterpriseId: ref.enterpriseId, id }, staffId: randomUUID(), approve: true }
      await runInTransaction((tx) => decideAcceptanceRequest(tx, moment(), decision))
    },
    /** Two people say that the bank took back what it had paid for a bill. */
    async recourses(ref: Ref, valueDay = toShanghaiDay(mall.clock.now)): Promise<void> {
      const id = await runInTransaction((tx) => proposeAcceptanceRecourse(tx, moment(), { ref, staffId, valueDay, reason: '银行扣回' }))
      mall.clock.forward(1_000)
      const decision = { ref: { enterpriseId: ref.enterpriseId, id }, staffId: randomUUID(), approve: true }
      await runInTransaction((tx) => decideAcceptanceRequest(tx, moment(), decision))
    },
    /** Two people say that a bill was paid on a day. */
    async paysByTwo(ref: Ref, paid: { valueDay: string; feeFen?: Fen }): Promise<void> {
      const id = await proposesPayment(ref, paid)
      mall.clock.forward(1_000)
      const decision = { ref: { enterpriseId: ref.enterpriseId, id }, staffId: randomUUID(), approve: true }
      await runInTransaction((tx) => decideAcceptanceRequest(tx, moment(), decision))
    },
  }
}
