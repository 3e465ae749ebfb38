import { CREDIT_AGREEMENT_ID } from '#contract/content/content/api.ts'
import type { creditAccountEndpoints, creditEndpoints } from '#contract/money/credit/api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { readPublishedAgreement } from '#server/content/content/public.ts'
import { recordAudit } from '#server/platform/core/audit.ts'
import { toAuditActor } from '#server/platform/http/caller.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { findCreditPosition, hasAcceptedCreditAgreement, recordCreditAgreementAcceptance } from './credit-accounts.ts'
import { readCreditAccount, sumDrawnOfLastSixMonths } from './credit-view.ts'

export const creditAccountHandlers: Handlers<typeof creditAccountEndpoints> = {
  account: (_, { db, caller, moment }) => readCreditAccount(db, moment, caller.enterpriseId),
}

export const creditOverviewAndAgreementHandlers: Handlers<Pick<typeof creditEndpoints, 'overview' | 'acceptAgreement'>> = {
  overview: async (_, { db, caller, moment }) => ({
    account: await readCreditAccount(db, moment, caller.enterpriseId),
    agreementAccepted: await hasAcceptedCreditAgreement(db, caller.enterpriseId),
    agreementVersion: (await readPublishedAgreement(db, CREDIT_AGREEMENT_ID)).version,
    months: await sumDrawnOfLastSixMonths(db, moment, caller.enterpriseId),
  }),
  acceptAgreement: async ({ version: read }, { caller, moment, origin, write }) => {
    const { enterpriseId, userId } = caller
    await write(async (tx) => {
      const { version, hash } = await readPublishedAgreement(tx, CREDIT_AGREEMENT_ID)
      if (!(await findCreditPosition(tx, enterpriseId))) refuse('CREDIT_NOT_OPEN')
      if (version !== read) refuse('AGREEMENT_CHANGED')
      await recordCreditAgreementAcceptance(tx, moment, { enterpriseId, userId, version, hash, ip: origin.ip })
      await recordAudit(tx, moment, {
        origin,
        actor: toAuditActor(caller),
        action: 'accept credit agreement',
        facts: { version },
      })
    })
    return null
  },
}
