import type { consoleCollectionEndpoints, consoleOrderStopEndpoints } from '#contract/billing/collections/console-api.ts'
import type { CollectionTaskDetail } from '#contract/billing/collections/shapes.ts'
import type { FileStore } from '#server/people/files/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { toSlice } from '#server/platform/core/paging.ts'
import { type Handlers, type RecordViewContext, recordViewInAuditLog } from '#server/platform/http/context.ts'
import { type CollectionTaskRef, insertCollectionTaskEntries, listCollectionTaskEntries } from './entries.ts'
import {
  listCounselHandovers,
  readCounselHandoverFile,
  recallFromCounsel,
  recordCounselHandover,
  requireCounselHandoverFileIsPdf,
  storeCounselHandoverFile,
} from './handovers.ts'
import { renderCollectionLetterPdf } from './letter-printout.ts'
import { issueLetter, listLettersOfTask } from './letters.ts'
import { readOverdueDebt } from './overdue-debt.ts'
import { listCollectionPromises, recordCollectionPromise, withdrawCollectionPromise } from './promises.ts'
import { countCollectionPromisesByMonthAndOwner } from './report.ts'
import { decideOrderStopRequest, listOrderStopRequests, proposeOrderStopChange, readOrderStopAndPendingRequest } from './stop-list.ts'
import {
  assignCollectionTasks,
  countOpenCollectionTasksByAgeAndOwner,
  listCollectionTasks,
  lockOpenCollectionTask,
  readCollectionTask,
} from './tasks.ts'

async function readDetail(db: Db, moment: Moment, ref: CollectionTaskRef): Promise<CollectionTaskDetail> {
  const { enterpriseId } = ref
  const { months, interestFen } = await readOverdueDebt(db, moment, enterpriseId)
  return {
    ...(await readCollectionTask(db, moment, ref)),
    statements: months.map(({ month, dueDay, amountFen }) => ({ month, dueDay, amount: amountFen })),
    interest: interestFen,
    promises: await listCollectionPromises(db, ref),
    letters: await listLettersOfTask(db, ref),
    handovers: await listCounselHandovers(db, ref),
    entries: await listCollectionTaskEntries(db, ref),
    ...(await readOrderStopAndPendingRequest(db, enterpriseId)),
  }
}

/** Records that a person of staff has looked at a document of a task. */
const recordDownload = (context: RecordViewContext, { enterpriseId, id }: CollectionTaskRef, action: string): Promise<void> =>
  recordViewInAuditLog(context, { enterpriseId, action, objectKind: 'collection', objectId: id })

export const createCollectionHandlers = ({
  keys,
  files,
}: {
  keys: Keys
  files: FileStore
}): Handlers<typeof consoleCollectionEndpoints> => ({
  list: ({ pageNo, pageSize, ...filter }, { db, moment }) =>
    listCollectionTasks(db, moment, { ...filter, ...toSlice({ pageNo, pageSize }) }),
  summary: (_, { db, moment }) => countOpenCollectionTasksByAgeAndOwner(db, moment),
  detail: (ref, { db, moment }) => readDetail(db, moment, ref),
  assign: ({ tasks, ownerId }, { caller: { staffId }, moment, write }) =>
    write(async (tx) => ({ count: await assignCollectionTasks(tx, moment, { tasks, ownerId, staffId }) })),
  note: async ({ text, ...ref }, { caller: { staffId }, moment, write }) => {
    await write(async (tx) => {
      await lockOpenCollectionTask(tx, ref)
      await insertCollectionTaskEntries(tx, moment, [{ ...ref, kind: 'note', note: text, staffId }])
    })
    return null
  },
  promise: (given, { caller: { staffId }, moment, write }) =>
    write(async (tx) => ({ promiseId: await recordCollectionPromise(tx, moment, { ...given, staffId }) })),
  withdrawPromise: async (given, { caller: { staffId }, moment, write }) => {
    await write((tx) => withdrawCollectionPromise(tx, moment, { ...given, staffId }))
    return null
  },
  issueLetter: (given, { caller: { staffId }, moment, write }) => write((tx) => issueLetter(tx, moment, keys, { ...given, staffId })),
  letter: async (ref, context) => {
    const file = await renderCollectionLetterPdf(context.db, keys, ref)
    await recordDownload(context, ref, 'download collection letter')
    return file
  },
  handOver: async (given, { db, caller: { staffId }, moment, file, write }) => {
    requireCounselHandoverFileIsPdf(file)
    const id = await write((tx) => recordCounselHandover(tx, moment, { ...given, staffId }, file))
    await storeCounselHandoverFile({ db, files }, moment, { enterpriseId: given.enterpriseId, id }, file)
    return null
  },
  handoverFile: async (ref, context) => {
    const file = await readCounselHandoverFile(context.db, files, ref)
    await recordDownload(context, ref, 'download mandate')
    return file
  },
  takeBack: async (given, { caller: { staffId }, moment, write }) => {
    await write((tx) => recallFromCounsel(tx, moment, { ...given, staffId }))
    return null
  },
  report: ({ pageNo, pageSize, ...filter }, { db }) =>
    countCollectionPromisesByMonthAndOwner(db, { ...filter, ...toSlice({ pageNo, pageSize }) }),
})

export const consoleOrderStopHandlers: Handlers<typeof consoleOrderStopEndpoints> = {
  list: ({ pageNo, pageSize, ...filter }, { db, caller: { staffId } }) =>
    listOrderStopRequests(db, { ...filter, staffId, ...toSlice({ pageNo, pageSize }) }),
  proposePut: ({ enterpriseId, scope, contact, reason }, { caller: { staffId }, moment, write }) =>
    write(async (tx) => ({ id: await proposeOrderStopChange(tx, moment, { enterpriseId, stop: { scope, contact }, reason, staffId }) })),
  proposeLift: ({ enterpriseId, reason }, { caller: { staffId }, moment, write }) =>
    write(async (tx) => ({ id: await proposeOrderStopChange(tx, moment, { enterpriseId, stop: null, reason, staffId }) })),
  decide: async (given, { caller: { staffId }, moment, write }) => {
    await write((tx) => decideOrderStopRequest(tx, moment, { ...given, staffId }))
    return null
  },
}
