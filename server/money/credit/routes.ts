import { CREDIT_AGREEMENT_ID } from '#contract/content/content/api.ts'
import type { creditAccountEndpoints, creditEndpoints } from '#contract/money/credit/api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { readAgreement } from '#server/content/content/public.ts'
import { recordAudit } from '#server/platform/core/audit.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { findCreditAccount, hasAcceptedCreditAgreement, recordCreditAgreementAcceptance } from './credit-accounts.ts'
import { readCreditAccount, sumDrawnByMonth } from './credit-view.ts'

export const creditAccountHandlers: Handlers<typeof creditAccountEndpoints> = {
  account: (_, { db, caller, moment }) => readCreditAccount(db, moment, caller.enterpriseId),
}

export const creditHandlers: Handlers<Pick<typeof creditEndpoints, 'overview' | 'acceptAgreement'>> = {
  overview: async (_, { db, caller, moment }) => ({
    account: await readCreditAccount(db, moment, caller.enterpriseId),
    agreementAccepted: await hasAcceptedCreditAgreement(db, caller.enterpriseId),
    agreementVersion: (await readAgreement(db, CREDIT_AGREEMENT_ID)).version,
    months: await sumDrawnByMonth(db, moment, caller.enterpriseId),
  }),
  acceptAgreement: async ({ version: read }, { caller, moment, origin, write }) => {
    const { enterpriseId, userId } = caller
    await write(async (tx) => {
      const { version, hash } = await readAgreement(tx, CREDIT_AGREEMENT_ID)
      if (!(await findCreditAccount(tx, enterpriseId))) refuse('CREDIT_NOT_OPEN')
      if (version !== read) refuse('AGREEMENT_CHANGED')
      await recordCreditAgreementAcceptance(tx, moment, { enterpriseId, userId, version, hash, ip: origin.ip })
      await recordAudit(tx, moment, {
        origin,
        actor: { kind: 'member', id: userId, enterpriseId },
        action: 'accept credit agreement',
        facts: { version },
      })
    })
    return null
  },
}
