import type { consoleWaveEndpoints } from '#contract/orders/waves/api.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { listWaveCandidates, readWaveChoices } from './candidates.ts'
import { cancelWave, closeWave, markWavePicked, removeOrderFromWave, shipFromWave } from './change-wave.ts'
import { createWave } from './create-wave.ts'
import { listWaveOrders, readPackingOrders, readPickRows } from './wave-orders.ts'
import { listWaves, requireWave } from './wave-store.ts'

export const consoleWaveHandlers: Handlers<typeof consoleWaveEndpoints> = {
  list: (input, { db, caller: { staffId } }) => listWaves(db, input, staffId),
  detail: ({ id }, { db, caller: { staffId } }) => requireWave(db, { id, staffId }),
  orders: async (input, { db, caller: { staffId } }) => {
    await requireWave(db, { id: input.id, staffId })
    return listWaveOrders(db, input)
  },
  candidates: (input, { db, caller: { staffId } }) => listWaveCandidates(db, input, staffId),
  choices: (_, { db, caller: { staffId } }) => readWaveChoices(db, staffId),
  create: ({ carrier, count, ...filter }, { caller: { staffId }, moment, write }) =>
    write((tx) => createWave(tx, moment, { filter, carrier, count, staffId })),
  pickList: async ({ id }, { db, caller: { staffId } }) => ({
    wave: await requireWave(db, { id, staffId }),
    rows: await readPickRows(db, id),
  }),
  packing: async ({ id }, { db, caller: { staffId } }) => ({
    wave: await requireWave(db, { id, staffId }),
    orders: await readPackingOrders(db, id),
  }),
  markPicked: async ({ id }, { caller: { staffId }, moment, write }) => {
    await write((tx) => markWavePicked(tx, moment, { id, staffId }))
    return null
  },
  removeOrder: async (named, { caller: { staffId }, moment, write }) => {
    await write((tx) => removeOrderFromWave(tx, moment, { ...named, staffId }))
    return null
  },
  ship: async ({ id, ...shipment }, { caller: { staffId }, moment, write }) => ({
    waiting: await write((tx) => shipFromWave(tx, moment, { id, staffId, shipment })),
  }),
  close: async ({ id }, { caller: { staffId }, moment, write }) => {
    await write((tx) => closeWave(tx, moment, { id, staffId }))
    return null
  },
  cancel: async ({ id }, { caller: { staffId }, moment, write }) => {
    await write((tx) => cancelWave(tx, moment, { id, staffId }))
    return null
  },
}
