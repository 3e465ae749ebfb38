import type { consoleMovingInEndpoints } from '#contract/operations/moving-in/api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { type IdentityProofConfig, requireIdentityProof } from '#server/people/staff/public.ts'
import { publishEvents } from '#server/platform/core/outbox.ts'
import { toSlice } from '#server/platform/core/paging.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { insertMovingInCompanies, listMovingInCompanies } from './company-store.ts'
import {
  approveMovingIn,
  cancelMovingIn,
  resumeMovingIn,
  setMovingInControlSums,
  stopMovingIn,
  submitMovingInForApproval,
} from './decide.ts'
import { findMovingInRun, insertMovingIn, listMovingInRuns, readMovingInRunForStaff } from './moving-in-store.ts'
import { parseMovingInFile } from './sheets/read-workbook.ts'
import { exportMovingInResult } from './sheets/result.ts'
import { exportMovingInTemplate } from './sheets/template.ts'

export const createMovingInHandlers = (dependencies: IdentityProofConfig): Handlers<typeof consoleMovingInEndpoints> => {
  const { keys } = dependencies
  return {
    try: async ({ fileName }, { caller: { staffId }, moment, write, replay, file: bytes }) => {
      await replay()
      const { hash: fileHash, companies, sums } = await parseMovingInFile(bytes, moment)
      const id = moment.newId()
      return write(async (tx) => {
        await insertMovingIn(tx, moment, { id, staffId, fileName, fileHash, companyCount: companies.length, sums })
        await insertMovingInCompanies(tx, moment, { keys, movingInId: id, companies })
        await publishEvents(tx, moment, [{ topic: 'moving-in.due', payload: { movingInId: id } }])
        return readMovingInRunForStaff(tx, moment, { id, staffId })
      })
    },
    state: ({ id }, { db, moment, caller: { staffId } }) => readMovingInRunForStaff(db, moment, { id, staffId }),
    list: (paged, { db }) => listMovingInRuns(db, toSlice(paged)),
    companies: async ({ id, result, ...paged }, { db }) => {
      if (!(await findMovingInRun(db, id))) refuse('MOVING_IN_NOT_FOUND')
      return listMovingInCompanies(db, id, { result, ...toSlice(paged) })
    },
    sums: async (given, { caller: { staffId }, moment, write }) => {
      await write((tx) => setMovingInControlSums(tx, moment, { ...given, staffId }))
      return null
    },
    submit: async ({ id, seen }, { caller: { staffId }, moment, write }) => {
      await write((tx) => submitMovingInForApproval(tx, moment, { id, staffId, seen }))
      return null
    },
    approve: async ({ id, seen, pwd, code }, { db, caller, moment, origin, visitor, write }) => {
      await requireIdentityProof({ db, moment, origin, visitor, ...dependencies }, caller, { pwd, code })
      await write((tx) => approveMovingIn(tx, moment, { id, staffId: caller.staffId, seen }))
      return null
    },
    cancel: async ({ id, reason }, { moment, write }) => {
      await write((tx) => cancelMovingIn(tx, moment, { id, reason }))
      return null
    },
    stop: async ({ id }, { write }) => {
      await write((tx) => stopMovingIn(tx, id))
      return null
    },
    resume: async ({ id }, { moment, write }) => {
      await write((tx) => resumeMovingIn(tx, moment, id))
      return null
    },
    result: (asked, context) => exportMovingInResult(context, keys, asked),
    template: async () => exportMovingInTemplate(),
  }
}
