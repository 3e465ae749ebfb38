import { type consoleVerificationEndpoints, type verificationEndpoints, verificationSteps } from '#contract/people/verification/api.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { findEnterprise } from '#server/people/organisation/public.ts'
import { listStaffNamesById } from '#server/people/staff/public.ts'
import { recordAudit } from '#server/platform/core/audit.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import { toSlice } from '#server/platform/core/paging.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import type { CreditAccountFunctions } from './review-case.ts'
import { approveVerificationCase, claimVerificationCase, rejectVerificationCase, releaseVerificationCase } from './review-case.ts'
import { listVerificationCases } from './review-queue.ts'
import { readVerificationCaseOutput, toReviewRowOutput, toSubmissionOutput } from './submission-view.ts'
import { listSubmissions } from './submissions.ts'
import { submitAgentStep, submitEnterpriseAndSeniorSteps, submitEnterpriseStep, submitSeniorStep } from './submit-steps.ts'

interface VerificationWiring {
  keys: Keys
  credit: CreditAccountFunctions
}

export const createVerificationHandlers = ({ keys, credit }: VerificationWiring): Handlers<typeof verificationEndpoints> => ({
  agentAuth: (input, context) => submitAgentStep({ keys, credit, ...context }, input),
  enterpriseAuthOnly: (input, context) => submitEnterpriseStep({ keys, credit, ...context }, input),
  seniorAuth: ({ userEnterpriseOtherInfo, agree: _, ...enterprise }, context) =>
    submitEnterpriseAndSeniorSteps({ keys, credit, ...context }, enterprise, userEnterpriseOtherInfo),
  seniorAuthOnly: ({ userEnterpriseOtherInfo }, context) => submitSeniorStep({ keys, credit, ...context }, userEnterpriseOtherInfo),
  agentQuery: async (_, { db, caller, moment }) => {
    const { authLevel, authStatus } = (await findEnterprise(db, caller.enterpriseId)) ?? refuse('NOT_LOGGED_IN')
    const rows = await listSubmissions(db, caller.enterpriseId)
    const latest = keysOf(verificationSteps).flatMap((step) => rows.find((row) => row.step === step) ?? [])
    const account = await credit.readCreditAccount(db, moment, caller.enterpriseId)
    return { authLevel, authStatus, latest: latest.map(toSubmissionOutput), baseLimit: account?.creditBaseAmount ?? null }
  },
  enterpriseAuthApproveTrack: async (_, { db, caller }) => (await listSubmissions(db, caller.enterpriseId)).map(toSubmissionOutput),
})

export const createConsoleVerificationHandlers = ({ keys, credit }: VerificationWiring): Handlers<typeof consoleVerificationEndpoints> => ({
  list: async ({ pageNo, pageSize, state, step }, { db, moment }) => {
    const { rows, total } = await listVerificationCases(db, { state, step, ...toSlice({ pageNo, pageSize }) })
    const names = await listStaffNamesById(db)
    return { dataList: rows.map((row) => toReviewRowOutput(row, moment, names)), total }
  },
  claim: (ref, { caller, moment, origin, write }) =>
    write(async (tx) => {
      const { staffId } = caller
      const row = await claimVerificationCase(tx, { moment, keys, credit, staffId }, ref)
      const actor = { kind: 'staff', id: staffId, enterpriseId: ref.enterpriseId } as const
      const opened = { action: 'open verification case', objectKind: 'verification', objectId: ref.id, facts: { step: row.step } }
      await recordAudit(tx, moment, { origin, actor, ...opened })
      return readVerificationCaseOutput(tx, { moment, keys }, row)
    }),
  release: async (ref, { caller, moment, write }) => {
    await write((tx) => releaseVerificationCase(tx, { moment, keys, credit, staffId: caller.staffId }, ref))
    return null
  },
  approve: async (input, { caller, moment, write }) => ({
    done: await write((tx) => approveVerificationCase(tx, { moment, keys, credit, staffId: caller.staffId }, input)),
  }),
  reject: async (input, { caller, moment, write }) => {
    await write((tx) => rejectVerificationCase(tx, { moment, keys, credit, staffId: caller.staffId }, input))
    return null
  },
})
