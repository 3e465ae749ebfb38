import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser, BrowserContext, ConsoleMessage, Page } from 'playwright-core'
import { inject } from 'vitest'
import { createLoadServerEnv, findFreeLoopbackPort } from '#bench/cluster.ts'
import { startSandboxProvider } from '#bench/crash/provider.ts'
import { createKeys, type Keys } from '#server/platform/core/keys.ts'
import { copyDatabase } from '#server/platform/testing/copy-database.ts'
import { selectByTestTier } from '#server/platform/testing/tier.ts'
import {
  startDocumentReaderSandboxProcess,
  startInvoiceSandboxProcess,
  startMailSandboxProcess,
  startSigningSandboxProcess,
  startWaybillSandboxProcess,
} from '#tools/sandbox-process.ts'
import { TOKEN_STORAGE_KEYS } from '#ui/token-keys.ts'
import { closeContexts, shareBrowser } from './browser.ts'
import { JOURNEY_TIMEOUT_MS } from './journey-timeout.ts'
import { answerLate, LATE_MS } from './late-answers.ts'
import { serveMall } from './mall-host.ts'
import { registerScreenBefore, waitForScreenOfUrl, waitForScreensBeforeActs } from './screen-of-url.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The secret that the demo's keys are derived from, in hex. */
    secret: string
    /** The folder of the demo's identity documents. */
    dataDir: string
  }
}

/** The real server with the built screens and the demo's people, and a browser. */
export interface TestMall {
  base: string
  appUrl: string
  ownerUrl: string
  keys: Keys
  browser: Browser
  close(): Promise<void>
}

export interface TestMallWithProviders extends TestMall {
  /** The address of the carrier that gives waybill numbers; '' without it. */
  carrierBase: string
  /** The address of the page of the mailbox; '' without it. */
  mailboxBase: string
}

/** Starts a provider in a folder of its own, which is removed after it has stopped. `name`: of the folder. */
async function startInFolder<Started extends { stop(): void }>(name: string, start: (folder: string) => Promise<Started>) {
  const folder = mkdtempSync(path.join(tmpdir(), `mall-test-${name}-`))
  const started = await start(folder)
  const close = () => {
    started.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { started, close }
}

/** The sandbox provider for the server at a port, as with `npm start`. */
async function openSandbox(port: number) {
  const { started, close } = await startInFolder('sandbox', (folder) => startSandboxProvider(folder, `http://127.0.0.1:${port}`))
  return { env: started.env, close }
}

/** The local provider of e-invoices, in the same way. */
async function openInvoicing() {
  const { started, close } = await startInFolder('e-invoice', startInvoiceSandboxProcess)
  const { settings } = started
  return { env: { EINVOICE_BASE: settings.base, EINVOICE_APP_KEY: settings.appKey, EINVOICE_SECRET: settings.secret }, close }
}

/** The local carrier that gives waybill numbers, in the same way. */
async function openLabelling() {
  const { started, close } = await startInFolder('waybills', startWaybillSandboxProcess)
  const { settings } = started
  const partners = Object.entries(settings.carriers).map(([carrier, own]) => `${carrier}=${own.partnerId}/${own.partnerKey}/${own.net}`)
  const env = {
    KUAIDI100_LABEL_BASE: settings.base,
    KUAIDI100_LABEL_KEY: settings.key,
    KUAIDI100_LABEL_SECRET: settings.secret,
    KUAIDI100_LABEL_PARTNERS: partners.join(','),
    KUAIDI100_LABEL_SENDER_NAME: settings.sender.name,
    KUAIDI100_LABEL_SENDER_MOBILE: settings.sender.mobile,
  }
  return { env, close, base: settings.base }
}

/** The local reader of sample papers, which is also a register of companies, in the same way. */
async function openReading() {
  const { started, close } = await startInFolder('document-reader', startDocumentReaderSandboxProcess)
  const { documentReader, companyRegister } = started.settings
  const env = {
    TENCENT_OCR_BASE: documentReader.base,
    TENCENT_OCR_SECRET_ID: documentReader.secretId,
    TENCENT_OCR_SECRET_KEY: documentReader.secretKey,
    QICHACHA_BASE: companyRegister.base,
    QICHACHA_KEY: companyRegister.key,
    QICHACHA_SECRET: companyRegister.secret,
  }
  return { env, close }
}

/** The local provider of electronic signatures, which sends its notices to the server at a port. */
async function openSigning(port: number) {
  const { started, close } = await startInFolder('e-signature', startSigningSandboxProcess)
  const { base, appId, appSecret, openCorpId } = started.settings
  const account = { FASC_BASE: base, FASC_APP_ID: appId, FASC_APP_SECRET: appSecret, FASC_OPEN_CORP_ID: openCorpId }
  return { env: Object.assign({ PUBLIC_URL: `http://127.0.0.1:${port}` }, account), close }
}

/** The local mailbox with its service account in WeChat, which leads back to the server at a port. */
async function openMailing(mallPort: number) {
  const { started, close } = await startInFolder('mailbox', startMailSandboxProcess)
  const { host, port, security, user, password, from } = started.settings
  const { appid, secret, templateId } = started.wechatAccount
  const env = {
    SMTP_HOST: host,
    SMTP_PORT: String(port),
    SMTP_SECURITY: security,
    SMTP_USER: user,
    SMTP_PASSWORD: password,
    SMTP_FROM: from,
    WECHAT_ACCOUNT_APPID: appid,
    WECHAT_ACCOUNT_SECRET: secret,
    WECHAT_ACCOUNT_TEMPLATE: templateId,
    WECHAT_OPEN_BASE: started.page,
    WECHAT_API_BASE: started.page,
    PUBLIC_URL: `http://127.0.0.1:${mallPort}`,
  }
  return { env, close, base: started.page }
}

/**
 * `paying`: with a provider for online payments; `invoicing`: with a provider of invoices; `labelling`: with a carrier that gives waybill numbers;
 * `signing`: with a provider of electronic signatures; `mailing`: with a mailbox; `reading`: with a reader of papers.
 */
export async function openTestMall({
  paying = false,
  invoicing = false,
  labelling = false,
  signing = false,
  mailing = false,
  reading = false,
}: {
  paying?: boolean
  invoicing?: boolean
  labelling?: boolean
  signing?: boolean
  mailing?: boolean
  reading?: boolean
} = {}): Promise<TestMallWithProviders> {
  const { appUrl, ownerUrl, drop } = await copyDatabase()
  const secret = Buffer.from(inject('secret'), 'hex')
  const port = await findFreeLoopbackPort()
  const sandbox = paying ? await openSandbox(port) : undefined
  const provider = invoicing ? await openInvoicing() : undefined
  const carrier = labelling ? await openLabelling() : undefined
  const signatures = signing ? await openSigning(port) : undefined
  const mailbox = mailing ? await openMailing(port) : undefined
  const reader = reading ? await openReading() : undefined
  // A machine that runs journeys is busy, and a screen must not say so.
  const env = {
    DATA_DIR: inject('dataDir'),
    POOL_WAIT: '60000',
    ...sandbox?.env,
    ...provider?.env,
    ...carrier?.env,
    ...signatures?.env,
    ...mailbox?.env,
    ...reader?.env,
  }
  const served = await serveMall(createLoadServerEnv({ database: { appUrl, ownerUrl, secret }, port, env }))
  const browser = await shareBrowser()
  return {
    base: served.base,
    appUrl,
    ownerUrl,
    keys: createKeys(secret),
    browser,
    carrierBase: carrier?.base ?? '',
    mailboxBase: mailbox?.base ?? '',
    async close() {
      await closeContexts(browser)
      await served.close()
      sandbox?.close()
      provider?.close()
      carrier?.close()
      signatures?.close()
      mailbox?.close()
      reader?.close()
      await drop()
    },
  }
}

export const viewports = { desk: { width: 1_440, height: 900 }, phone: { width: 390, height: 844 } } as const
export type ScreenSize = keyof typeof viewports
export const screenSizes = Object.keys(viewports) as ScreenSize[]
const USUAL = { mall: 'phone', console: 'desk' } as const
/** The sizes of a journey: both before a release; otherwise a phone for buyers, which is narrower, and a desktop for staff. */
export const selectJourneyScreenSizes = (app: AppName): ScreenSize[] => selectByTestTier({ landing: [USUAL[app]], release: screenSizes })

/** Both applications: their base path, and the name of their token in storage. */
const APPS = {
  mall: { root: '/', token: TOKEN_STORAGE_KEYS.mall },
  console: { root: '/console/', token: TOKEN_STORAGE_KEYS.console },
} as const
export type AppName = keyof typeof APPS

/** The problems of a page: errors of scripts, of the console, of the content security policy. */
export interface OpenedPage {
  context: BrowserContext
  page: Page
  problems: string[]
  /** The captchas that were loaded: from picture to key. */
  captchas: Map<string, string>
  /** Opens another screen of the same application, as a link does, and waits until it is shown instead of the screen before. */
  go(path: string): Promise<void>
  /** The token of the logged-in person. */
  token(): Promise<string>
}

interface OpenPageOptions {
  size?: ScreenSize
  path?: string
  /** The query of the URL before the hash, with its question mark. */
  query?: string
  app?: AppName
  /** The language of the browser. */
  locale?: string
  /** What the browser calls itself; default: Chromium on a desktop, at any size. */
  userAgent?: string
  /** The token of a person who is logged in already. */
  token?: string | undefined
  /** Called with the page before it opens the mall. */
  prepare?: (page: Page) => Promise<void>
}

const keptIn = (origin: string, name: string, value: string) => ({ cookies: [], origins: [{ origin, localStorage: [{ name, value }] }] })

const complaintOf = (message: ConsoleMessage): string | undefined =>
  message.type() === 'error' ? `${message.text()} ${message.location().url}`.trim() : undefined

/** Opens the mall or the console, on a desktop or a phone. All problems of the page are collected. */
export async function openPage(
  { browser, base }: Pick<TestMall, 'browser' | 'base'>,
  { size = 'desk', path: screen = '/', query = '', app = 'mall', locale = 'zh-CN', userAgent, token, prepare }: OpenPageOptions = {},
): Promise<OpenedPage> {
  const { root, token: name } = APPS[app]
  await registerScreenBefore()
  const context = await browser.newContext({
    viewport: viewports[size],
    locale,
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
    ...(userAgent === undefined ? {} : { userAgent }),
    ...(token === undefined ? {} : { storageState: keptIn(base, name, token) }),
  })
  const page = await context.newPage()
  page.setDefaultTimeout(JOURNEY_TIMEOUT_MS)
  await waitForScreensBeforeActs(page)
  if (LATE_MS > 0) await answerLate(context)
  const problems: string[] = []
  const captchas = new Map<string, string>()
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    const complaint = complaintOf(message)
    if (complaint !== undefined) problems.push(complaint)
  })
  page.on('response', async (answer) => {
    if (!answer.url().endsWith('/captcha')) return
    // The page may have navigated before the answer was read. Then its picture is not shown anywhere.
    const read = (await answer.json().catch(() => undefined)) as { data: { imgBase64: string; key: string } } | undefined
    if (read) captchas.set(read.data.imgBase64, read.data.key)
  })
  await prepare?.(page)
  await page.goto(`${base}${root}${query}#${screen}`)
  return {
    context,
    page,
    problems,
    captchas,
    go: async (next) => {
      await page.evaluate(`void (location.hash = ${JSON.stringify(next)})`)
      await waitForScreenOfUrl(page)
    },
    token: async () => {
      const { origins } = await context.storageState()
      return origins.flatMap(({ localStorage }) => localStorage).find((entry) => entry.name === name)?.value ?? ''
    },
  }
}
