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

/** Accounts with services that fill in the forms of the verification. */
export const readingEnvironmentSettings = {
  TENCENT_OCR_SECRET_ID: {
    what: 'the account with Tencent Cloud (文字识别) that reads licences and identity cards when a company is verified. Pictures go there only after an administrator has switched it on in the console',
    unset: 'people fill in the form; the demo reads its own papers',
  },
  TENCENT_OCR_SECRET_KEY: { what: 'its key' },
  TENCENT_OCR_REGION: { what: 'its region', initial: 'ap-guangzhou' },
  TENCENT_OCR_BASE: { what: 'its address', initial: 'https://ocr.tencentcloudapi.com' },
  QICHACHA_KEY: {
    what: 'the account with Qichacha (企查查, 企业工商照面) that looks companies up in the register, when it is switched on in the console',
    unset: 'people fill in the form; the demo knows its own companies',
  },
  QICHACHA_SECRET: { what: 'its secret' },
  QICHACHA_BASE: { what: 'its address', initial: 'https://api.qichacha.com' },
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
