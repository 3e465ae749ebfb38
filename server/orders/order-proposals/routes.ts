import type { orderProposalEndpoints } from '#contract/orders/order-proposals/api.ts'
import type { consoleOrderProposalEndpoints } from '#contract/orders/order-proposals/console-api.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { matchGoodsForOrderProposal, readCompanyForOrderProposal } from './build-order-proposal.ts'
import { declineOrderProposalByBuyer, withdrawOrderProposalByStaff } from './decide-order-proposal.ts'
import { countOrderProposalsOfEnterpriseByState, listOrderProposalsOfEnterprise } from './order-proposal-lists.ts'
import {
  listOrderProposalsForConsole,
  readOrderProposalForBuyer,
  readOrderProposalForStaff,
  requireOrderProposalInStaffShops,
} from './order-proposal-view.ts'
import { sendOrderProposalToBuyer } from './send-order-proposal.ts'

export const orderProposalHandlers: Handlers<typeof orderProposalEndpoints> = {
  list: (input, { db, caller: { enterpriseId }, moment }) => listOrderProposalsOfEnterprise(db, moment, { ...input, enterpriseId }),
  count: (_, { db, caller, moment }) => countOrderProposalsOfEnterpriseByState(db, moment, caller.enterpriseId),
  detail: ({ id }, { db, caller: { enterpriseId }, moment }) => readOrderProposalForBuyer(db, moment, { enterpriseId, id }),
  decline: async (input, { caller: { enterpriseId }, moment, write }) => {
    await write((tx) => declineOrderProposalByBuyer(tx, moment, { ...input, enterpriseId }))
    return null
  },
}

export const consoleOrderProposalHandlers: Handlers<typeof consoleOrderProposalEndpoints> = {
  list: (input, { db, caller: { staffId }, moment }) => listOrderProposalsForConsole(db, moment, { ...input, staffId }),
  detail: async (ref, { db, caller: { staffId }, moment }) => {
    await requireOrderProposalInStaffShops(db, moment, { ...ref, staffId })
    return readOrderProposalForStaff(db, moment, ref)
  },
  company: ({ enterpriseId }, { db, moment }) => readCompanyForOrderProposal(db, moment, enterpriseId),
  match: (input, { db, caller: { staffId }, moment }) => matchGoodsForOrderProposal(db, moment, { ...input, staffId }),
  send: (input, { caller: { staffId }, moment, write }) => write((tx) => sendOrderProposalToBuyer(tx, moment, { ...input, staffId })),
  withdraw: async (ref, { caller: { staffId }, moment, write }) => {
    await write(async (tx) => {
      await requireOrderProposalInStaffShops(tx, moment, { ...ref, staffId })
      await withdrawOrderProposalByStaff(tx, moment, ref)
    })
    return null
  },
}
