import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect } from 'vitest'
import { readOrCreateInvoiceCredentials } from '#sandbox/e-invoice/credentials.ts'
import { noInvoiceFaults, openInvoiceSandbox } from '#sandbox/e-invoice/provider.ts'
import { createInvoiceProviderFromSettings } from '#server/adapters/e-invoice/public.ts'
import { processDueInvoiceIssuances } from '#server/billing/invoices/public.ts'
import { createAfterSaleHelpers } from './after-sales.ts'
import { createUnifiedSocialCreditCode } from './identity-documents.ts'
import type { Buyer, Mall } from './mall.ts'

export const TEST_TAX_NO = createUnifiedSocialCreditCode('91440300MA5DA1234')

/** Helpers for stories of invoices, with the local provider over HTTP on the mall's clock. */
export async function createInvoiceHelpers(mall: Mall) {
  const stories = await createAfterSaleHelpers(mall)
  const folder = mkdtempSync(path.join(tmpdir(), 'mall-e-invoice-'))
  const sandbox = await openInvoiceSandbox({ folder, port: 0, now: () => mall.clock.now })
  mall.services.eInvoice = createInvoiceProviderFromSettings({ ...readOrCreateInvoiceCredentials(folder), base: sandbox.base })
  afterAll(async () => {
    await sandbox.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const context = () => ({ db: mall.db, files: mall.services.files, eInvoice: mall.services.eInvoice })

  const title = async (buyer: Buyer) => {
    const [known] = await buyer.api.invoiceTitle.list({})
    return known?.id ?? (await buyer.api.invoiceTitle.add({ kind: 'NORMAL', name: '某某矿业有限公司', taxNo: TEST_TAX_NO })).id
  }
  /** The fields of every request besides its orders. */
  const asked = async (buyer: Buyer) => ({ titleId: await title(buyer), email: 'caiwu@example.com', remark: '' })

  /** An order that has been shipped completely. */
  const sent = async (...[buyer, goods, method]: Parameters<typeof stories.order>) => {
    const ordered = await stories.order(buyer, goods, method)
    await stories.send(ordered, Object.fromEntries(goods.map(({ units }, at) => [at + 1, units])))
    return ordered
  }
  const applies = async (buyer: Buyer, orderNos: string[]) => {
    const { id } = await buyer.api.invoice.apply({ orderNos, ...(await asked(buyer)) })
    return { enterpriseId: buyer.enterpriseId, id }
  }
  const runs = () => processDueInvoiceIssuances(context(), mall.moment())
  /** Runs the job until nothing is due for a while. */
  const settles = async () => {
    for (let pass = 0; pass < 6; pass++) {
      await runs()
      mall.clock.forward(12_000)
    }
  }
  /** A requested, approved and issued invoice with its files stored. */
  const issued = async (buyer: Buyer, orderNos: string[]) => {
    const ref = await applies(buyer, orderNos)
    await stories.finance.api.consoleInvoice.approve(ref)
    await settles()
    expect(await buyer.api.invoice.detail({ id: ref.id })).toMatchObject({ state: 'ISSUED' })
    return ref
  }
  /** Sets the provider's faults from now on. */
  const faults = (wanted: Partial<typeof noInvoiceFaults>) => Object.assign(sandbox.faults, noInvoiceFaults, wanted)
  return { ...stories, sandbox, around: context, title, asked, sent, applies, runs, settles, issued, faults }
}
