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
import { approveCaseOrRecordFirstApproval, claimVerificationCase, rejectVerificationCase, releaseVerificationCase } from './review-case.ts'
import { listVerificationCases } from './review-queue.ts'
import { readVerificationCaseInClearText, toReviewRowOutput, toSubmissionOutput } from './submission-view.ts'
import { findVerificationCase, listSubmissionsOfEnterprise, type VerificationCaseRow } from './submissions.ts'
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
    const rows = await listSubmissionsOfEnterprise(db, caller.enterpriseId)
    const latest = keysOf(verificationSteps).flatMap((step) => rows.find((row) => row.step === step) ?? [])
    const account = await credit.readCreditAccount(db, moment, caller.enterpriseId)
    return { authLevel, authStatus, latest: latest.map(toSubmissionOutput), baseLimit: account?.creditBaseAmount ?? null }
  },
  enterpriseAuthApproveTrack: async (_, { db, caller }) =>
    (await listSubmissionsOfEnterprise(db, caller.enterpriseId)).map(toSubmissionOutput),
})

/** The entry of the audit trail when staff see a case in clear. */
const opened = ({ staffId, enterpriseId, id }: { staffId: string; enterpriseId: string; id: string }, { step }: VerificationCaseRow) => ({
  actor: { kind: 'staff', id: staffId, enterpriseId } as const,
  action: 'open verification case',
  objectKind: 'verification',
  objectId: id,
  facts: { step },
})

export const createConsoleVerificationHandlers = ({ keys, credit }: VerificationWiring): Handlers<typeof consoleVerificationEndpoints> => ({
  list: async ({ pageNo, pageSize, state, step }, { db, moment }) => {
    const { rows, total } = await listVerificationCases(db, { state, step, ...toSlice({ pageNo, pageSize }) })
    const names = await listStaffNamesById(db)
    return { dataList: rows.map((row) => toReviewRowOutput(row, moment, names)), total }
  },
  view: async (ref, { db, caller: { staffId }, moment, origin, writeSeparately }) => {
    // A write, because the audit trail records the look before anybody sees the data.
    const row = await writeSeparately(async (tx) => {
      const found = await findVerificationCase(tx, ref)
      if (!found || found.state === 'HELD') refuse('CASE_NOT_FOUND')
      await recordAudit(tx, moment, { origin, ...opened({ staffId, ...ref }, found) })
      return found
    })
    return readVerificationCaseInClearText(db, { moment, keys, staffId, credit }, row)
  },
  claim: (ref, { caller: { staffId }, moment, origin, write }) =>
    write(async (tx) => {
      const row = await claimVerificationCase(tx, { moment, keys, credit, staffId }, ref)
      await recordAudit(tx, moment, { origin, ...opened({ staffId, ...ref }, row) })
      return readVerificationCaseInClearText(tx, { moment, keys, staffId, credit }, row)
    }),
  release: async (ref, { caller, moment, write }) => {
    await write((tx) => releaseVerificationCase(tx, { moment, keys, credit, staffId: caller.staffId }, ref))
    return null
  },
  approve: async (input, { caller, moment, write }) => ({
    done: await write((tx) => approveCaseOrRecordFirstApproval(tx, { moment, keys, credit, staffId: caller.staffId }, input)),
  }),
  reject: async (input, { caller, moment, write }) => {
    await write((tx) => rejectVerificationCase(tx, { moment, keys, credit, staffId: caller.staffId }, input))
    return null
  },
})
