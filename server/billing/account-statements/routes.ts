import {
  type AccountStatementAccount,
  accountStatementAccounts,
  type accountStatementEndpoints,
  type consoleAccountStatementEndpoints,
} from '#contract/billing/account-statements/api.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { hasPermission } from '#contract/platform/core/permissions.ts'
import { renderPdfOnWorker } from '#server/adapters/pdf/public.ts'
import { readMallAndBuyerParties } from '#server/billing/documents/public.ts'
import { findLedgerSealAtOrAfterDay } from '#server/money/ledger-seals/public.ts'
import { requireEnterprise } from '#server/people/organisation/public.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Member, Staff } from '#server/platform/http/caller.ts'
import { type Context, type Handlers, recordViewInAuditLog } from '#server/platform/http/context.ts'
import { type AccountStatement, readAccountStatement } from './account-statement.ts'
import { layOutAccountStatement } from './account-statement-printout.ts'
import { readConfirmationLetter } from './read-confirmation-letter.ts'

type Around = Pick<Context<Member | Staff>, 'db' | 'caller' | 'moment' | 'origin' | 'writeSeparately'>
const ALL = keysOf(accountStatementAccounts)

/** The accounts that a member may see. The endpoint has checked that it is one at least. */
const accountsOf = (caller: Member): AccountStatementAccount[] =>
  ALL.filter((account) => hasPermission(caller, accountStatementAccounts[account].needs))

const toOverview = ({ lines: _, ...overview }: AccountStatement) => overview

interface PrintInput {
  enterpriseId: string
  accounts: readonly AccountStatementAccount[]
}

/** Records each download and its person. */
const recordDownload = (context: Around, action: string, { enterpriseId, days }: { enterpriseId: string; days: string }): Promise<void> =>
  recordViewInAuditLog(context, { enterpriseId, action, objectKind: 'enterprise', objectId: enterpriseId, facts: { days } })

async function printStatement(context: Around, keys: Keys, { from, to, ...paper }: PrintInput & { from: string; to: string }) {
  const { db, moment } = context
  const { enterpriseId } = paper
  const statement = await readAccountStatement(db, moment, { ...paper, from, to })
  const parties = await readMallAndBuyerParties(db, keys, enterpriseId)
  const seal = await findLedgerSealAtOrAfterDay(db, enterpriseId, to)
  const bytes = await renderPdfOnWorker(layOutAccountStatement(statement, { ...parties, seal }))
  await recordDownload(context, 'download account statement', { enterpriseId, days: `${from}/${to}` })
  return { type: 'application/pdf', name: `往来对账单-${from}至${to}-${parties.buyer.name}.pdf`, bytes }
}

async function printLetter(context: Around, keys: Keys, { day, ...paper }: PrintInput & { day: string }) {
  const { db, moment } = context
  const { enterpriseId } = paper
  const { parties, printout } = await readConfirmationLetter(db, keys, moment, { ...paper, day, by: 'stamp' })
  const bytes = await renderPdfOnWorker(printout)
  await recordDownload(context, 'download confirmation letter', { enterpriseId, days: day })
  return { type: 'application/pdf', name: `往来询证函-${day}-${parties.buyer.name}.pdf`, bytes }
}

export const createAccountStatementHandlers = (keys: Keys): Handlers<typeof accountStatementEndpoints> => ({
  overview: async (period, { db, caller, moment }) =>
    toOverview(await readAccountStatement(db, moment, { enterpriseId: caller.enterpriseId, accounts: accountsOf(caller), ...period })),
  paper: (period, context) =>
    printStatement(context, keys, { enterpriseId: context.caller.enterpriseId, accounts: accountsOf(context.caller), ...period }),
  confirmationLetter: ({ day }, context) =>
    printLetter(context, keys, { enterpriseId: context.caller.enterpriseId, accounts: accountsOf(context.caller), day }),
})

export const createConsoleAccountStatementHandlers = (keys: Keys): Handlers<typeof consoleAccountStatementEndpoints> => ({
  overview: async (request, { db, moment }) => {
    await requireEnterprise(db, request.enterpriseId)
    return toOverview(await readAccountStatement(db, moment, { accounts: ALL, ...request }))
  },
  paper: async (request, context) => {
    await requireEnterprise(context.db, request.enterpriseId)
    return printStatement(context, keys, { accounts: ALL, ...request })
  },
  confirmationLetter: async (request, context) => {
    await requireEnterprise(context.db, request.enterpriseId)
    return printLetter(context, keys, { accounts: ALL, ...request })
  },
})
