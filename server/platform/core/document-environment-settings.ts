import type { SettingTable } from './environment-setting.ts'

/** An account with a provider of e-invoices. */
export const invoiceEnvironmentSettings = {
  EINVOICE_BASE: {
    what: 'address of the provider of e-invoices. Before the first one, finance checks the tax code of every category and good in the console (税收编码): those of the demo are samples',
    unset: "the demo's own provider; otherwise finance enters invoices by hand",
  },
  EINVOICE_APP_KEY: { what: 'the account' },
  EINVOICE_SECRET: { what: 'its secret' },
} as const satisfies SettingTable

/** An account with a provider of electronic signatures. */
export const signatureEnvironmentSettings = {
  FASC_APP_ID: {
    what: 'the app at 法大大 (FASC OpenAPI 5.1) by which contracts, credit agreements and confirmation letters are signed; it needs `PUBLIC_URL`',
    unset: 'documents are printed and stamped; the demo has a provider of its own, whose certificates are for tests',
  },
  FASC_APP_SECRET: { what: 'its secret' },
  FASC_OPEN_CORP_ID: { what: "the id of the mall's own company in this app" },
  FASC_BASE: { what: 'the address of 法大大, for a test system', initial: 'https://api.fadada.com/api/v5' },
} as const satisfies SettingTable
