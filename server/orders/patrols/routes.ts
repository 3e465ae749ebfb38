import type { patrolEndpoints } from '#contract/orders/patrols/patrol-api.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import {
  addGoodsOfPatrolFindingsToCart,
  addPatrolFinding,
  changePatrol,
  closeOrReopenPatrolFinding,
  createPatrol,
  deletePatrol,
} from './change-patrol.ts'
import { readPatrol, readPatrols } from './patrol-view.ts'

export const sitePatrolHandlers: Handlers<typeof patrolEndpoints> = {
  list: (filter, { db, caller }) => readPatrols(db, caller.enterpriseId, filter),
  detail: ({ id }, { db, caller: { enterpriseId }, moment }) => readPatrol(db, moment, { enterpriseId, id }),
  add: async (given, { caller: author, moment, write }) => ({ id: await write((tx) => createPatrol(tx, moment, { author, given })) }),
  modify: async ({ id, ...head }, { caller: { enterpriseId }, moment, write }) => {
    await write((tx) => changePatrol(tx, moment, { ref: { enterpriseId, id }, head }))
    return null
  },
  addFinding: async ({ id, finding }, { caller: author, moment, write }) => ({
    id: await write((tx) => addPatrolFinding(tx, moment, { author, patrolId: id, given: finding })),
  }),
  setClosed: async ({ findingId, closed }, { caller: { enterpriseId }, write }) => {
    await write((tx) => closeOrReopenPatrolFinding(tx, { enterpriseId, id: findingId, closed }))
    return null
  },
  toCart: ({ findingIds }, { caller: owner, moment, write }) =>
    write((tx) => addGoodsOfPatrolFindingsToCart(tx, moment, { owner, findingIds })),
  delete: async ({ id }, { caller: { enterpriseId }, moment, write }) => {
    await write((tx) => deletePatrol(tx, moment, { enterpriseId, id }))
    return null
  },
}
