import type { invoiceTitleEndpoints } from '#contract/billing/invoices/api.ts'
import { INVOICE_TITLES_PER_ENTERPRISE_MAX, type InvoiceTitleContent } from '#contract/billing/invoices/shapes.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { findEnterprise, lockEnterprise } from '#server/people/organisation/public.ts'
import { readVerifiedCreditCode } from '#server/people/verification/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { deleteInvoiceTitleRow, insertInvoiceTitle, listInvoiceTitles, updateInvoiceTitleRow } from './invoice-titles.ts'

/** Returns the verified name and tax number of an enterprise; empty if it is not verified. */
async function verifiedAs(db: Db, keys: Keys, enterpriseId: string): Promise<{ name: string; taxNo: string }> {
  const enterprise = await findEnterprise(db, enterpriseId)
  return { name: enterprise?.name ?? '', taxNo: (await readVerifiedCreditCode(db, keys, enterpriseId)) ?? '' }
}

/** Checks that a 专票 is made out to the verified enterprise itself, because it is used for tax deduction. */
async function requireOwnTitle(
  db: Db,
  keys: Keys,
  { enterpriseId, kind, name, taxNo }: InvoiceTitleContent & { enterpriseId: string },
): Promise<void> {
  if (kind === 'NORMAL') return
  const own = await verifiedAs(db, keys, enterpriseId)
  if (own.name !== name)
    refuse('INVOICE_TITLE_OTHER', {
      field: 'name',
      msg: own.name === '' ? '完成企业认证后才能开专用发票' : `专用发票的抬头应为已认证的企业名称「${own.name}」`,
    })
  if (own.taxNo !== '' && own.taxNo !== taxNo)
    refuse('INVOICE_TITLE_OTHER', { field: 'taxNo', msg: '专用发票的税号应为已认证的统一社会信用代码' })
}

export const createInvoiceTitleHandlers = (keys: Keys): Handlers<typeof invoiceTitleEndpoints> => ({
  list: (_, { db, caller }) => listInvoiceTitles(db, caller.enterpriseId),
  prefill: (_, { db, caller }) => verifiedAs(db, keys, caller.enterpriseId),
  add: async (title, { caller: { enterpriseId }, moment, write }) =>
    write(async (tx) => {
      await lockEnterprise(tx, enterpriseId)
      await requireOwnTitle(tx, keys, { ...title, enterpriseId })
      const before = await listInvoiceTitles(tx, enterpriseId)
      if (before.length >= INVOICE_TITLES_PER_ENTERPRISE_MAX) refuse('INVOICE_TITLES_FULL')
      const id = moment.newId()
      await insertInvoiceTitle(tx, moment, { ...title, enterpriseId, id, isDefault: title.isDefault || before.length === 0 })
      return { id }
    }),
  modify: async (title, { caller: { enterpriseId }, write }) => {
    await write(async (tx) => {
      await lockEnterprise(tx, enterpriseId)
      await requireOwnTitle(tx, keys, { ...title, enterpriseId })
      if (!(await updateInvoiceTitleRow(tx, { ...title, enterpriseId }))) refuse('INVOICE_TITLE_NOT_FOUND')
    })
    return null
  },
  delete: async ({ id }, { caller: { enterpriseId }, write }) => {
    await write(async (tx) => {
      if (!(await deleteInvoiceTitleRow(tx, { enterpriseId, id }))) refuse('INVOICE_TITLE_NOT_FOUND')
    })
    return null
  },
})
