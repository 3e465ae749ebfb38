import type { consoleWaveEndpoints } from '#contract/orders/waves/api.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { recordFileImport } from '#server/platform/core/audit.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { listWaveCandidates, readWaveFilterChoices } from './candidates.ts'
import {
  cancelWave,
  closeWave,
  markWavePicked,
  removeOrderFromWave,
  shipOrderOfWave,
  shipRestOfOrderInOrOutsideWave,
} from './change-wave.ts'
import { createWaveOfLongestWaitingOrders } from './create-wave.ts'
import { listWaveOrders, readWavePacking, readWavePickList } from './wave-orders.ts'
import { listWaves, requireWave } from './wave-store.ts'
import { countWaybillRows, type PlannedWaybillRow, parseWaybillFile, planShipmentsOfWaybillFile } from './waybill-file.ts'

interface Shipping {
  seen: string
  merged: boolean
  staffId: string
  moment: Moment
  writeSeparately: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
}

/**
 * Ships the rows of a trial, each in a transaction of its own: one that cannot be shipped any more says why, and the others leave. Refuses
 * WAYBILLS_CHANGED if the trial was of something else.
 */
async function shipPlanned(
  plan: { rows: readonly PlannedWaybillRow[]; seen: string },
  { seen, merged, staffId, moment, writeSeparately }: Shipping,
): Promise<PlannedWaybillRow[]> {
  if (plan.seen !== seen) refuse('WAYBILLS_CHANGED')
  const done: PlannedWaybillRow[] = []
  for (const row of plan.rows) {
    const { enterpriseId, orderNo, carrier, trackingNo, result } = row
    if (enterpriseId === undefined || (result === 'shared' && !merged)) {
      done.push(row)
      continue
    }
    const shipment = { enterpriseId, orderNo, carrier, trackingNo, sharedWaybill: result === 'shared', staffId }
    const fault = await writeSeparately((tx) => shipRestOfOrderInOrOutsideWave(tx, moment, shipment)).then(
      () => undefined,
      (error: unknown) => (error instanceof Refusal ? error.message : Promise.reject(error)),
    )
    done.push(Object.assign({}, row, fault === undefined ? { result: 'shipped', text: '已发出' } : { result: 'refused', text: fault }))
  }
  return done
}

export const consoleWaveHandlers: Handlers<typeof consoleWaveEndpoints> = {
  list: (input, { db, caller: { staffId } }) => listWaves(db, input, staffId),
  detail: ({ id }, { db, caller: { staffId } }) => requireWave(db, { id, staffId }),
  orders: async (input, { db, caller: { staffId } }) => {
    await requireWave(db, { id: input.id, staffId })
    return listWaveOrders(db, input)
  },
  candidates: (input, { db, caller: { staffId }, moment }) => listWaveCandidates(db, moment, { staffId, input }),
  choices: (_, { db, caller: { staffId }, moment }) => readWaveFilterChoices(db, moment, staffId),
  create: ({ carrier, count, ...filter }, { caller: { staffId }, moment, write }) =>
    write((tx) => createWaveOfLongestWaitingOrders(tx, moment, { filter, carrier, count, staffId })),
  pickList: async ({ id }, { db, caller: { staffId }, moment }) => ({
    wave: await requireWave(db, { id, staffId }),
    rows: await readWavePickList(db, id, toShanghaiDay(moment.now)),
  }),
  packing: async ({ id }, { db, caller: { staffId }, moment }) => {
    const wave = await requireWave(db, { id, staffId })
    return Object.assign({ wave }, await readWavePacking(db, id, toShanghaiDay(moment.now)))
  },
  markPicked: async ({ id }, { caller: { staffId }, moment, write }) => {
    await write((tx) => markWavePicked(tx, moment, { id, staffId }))
    return null
  },
  removeOrder: async (named, { caller: { staffId }, moment, write }) => {
    await write((tx) => removeOrderFromWave(tx, moment, { ...named, staffId }))
    return null
  },
  ship: async ({ id, ...shipment }, { caller: { staffId }, moment, write }) => ({
    waiting: await write((tx) => shipOrderOfWave(tx, moment, { id, staffId, shipment })),
  }),
  importWaybills: async ({ fileName, seen, merged }, { db, caller: { staffId }, moment, origin, write, writeSeparately, replay, file }) => {
    await replay()
    const plan = await planShipmentsOfWaybillFile(db, { rows: await parseWaybillFile(file), staffId })
    const rows =
      seen === undefined ? plan.rows : await shipPlanned(plan, { seen, merged: merged === 'yes', staffId, moment, writeSeparately })
    const answer = { fileName, rows: rows.map(({ enterpriseId: _, ...row }) => row), counts: countWaybillRows(rows), seen: plan.seen }
    return write(async (tx) => {
      const { refused } = answer.counts
      // A trial changes nothing, so it is no import.
      if (seen !== undefined)
        await recordFileImport(tx, moment, { origin, staffId, kind: 'waybill', fileName, rows: answer.rows.length, refused })
      return answer
    })
  },
  close: async ({ id }, { caller: { staffId }, moment, write }) => {
    await write((tx) => closeWave(tx, moment, { id, staffId }))
    return null
  },
  cancel: async ({ id }, { caller: { staffId }, moment, write }) => {
    await write((tx) => cancelWave(tx, moment, { id, staffId }))
    return null
  },
}
