import { randomBytes } from 'node:crypto'
import type { InvoiceProviderSettings } from '#server/platform/core/provider-settings.ts'
import type { InvoiceProvider } from './provider.ts'
import { createSignedHttpInvoiceProvider } from './signed-invoice-provider.ts'

/** The provider in the settings. Without settings staff enter invoices by hand. */
export const createInvoiceProviderFromSettings = (settings: InvoiceProviderSettings | undefined): InvoiceProvider | undefined =>
  settings && createSignedHttpInvoiceProvider({ ...settings, nonce: () => randomBytes(16).toString('hex') })
