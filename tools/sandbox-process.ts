import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { readOrCreateSandboxCredentials } from '#sandbox/credentials.ts'
import { readOrCreateDocumentReaderCredentials } from '#sandbox/document-reader/credentials.ts'
import { readOrCreateInvoiceCredentials } from '#sandbox/e-invoice/credentials.ts'
import { readOrCreateESignatureCredentials } from '#sandbox/e-signature/credentials.ts'
import { createWechatSettingsForSandbox, readOrCreateMailboxCredentials, SANDBOX_MAIL_FROM } from '#sandbox/mailbox/credentials.ts'
import { createMallSettingsForSandbox } from '#sandbox/settings.ts'
import { readOrCreateWaybillCredentials, sandboxWaybillAccounts } from '#sandbox/waybills/credentials.ts'
import { environmentSettings } from '#server/platform/core/environment-settings.ts'
import type { MailAccount } from '#server/platform/core/mail-settings.ts'
import type { ESignatureAccount, InvoiceProviderSettings, PaymentProviderSettings } from '#server/platform/core/provider-settings.ts'
import type { CompanyRegisterAccount, DocumentReaderAccount } from '#server/platform/core/reading-settings.ts'
import type { WaybillAccount } from '#server/platform/core/waybill-settings.ts'
import type { WechatAccountSettings } from '#server/platform/core/wechat-account-settings.ts'
import { createChildProcessEnv } from './child-work.ts'

/** A provider on this machine, and the settings of the mall for it. */
export interface SandboxProcess<Settings = PaymentProviderSettings> {
  settings: Settings
  stop(): void
}

const FIRST_LINE_MS = 20_000

/** The first line of the sandbox is its address. If it ends before that, it has not started. */
function firstLine(child: ChildProcess, name: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`${name}没有启动`)), FIRST_LINE_MS)
    child.once('exit', () => reject(new Error(`${name}没有启动（端口是否被占用？）`)))
    if (child.stdout) createInterface(child.stdout).once('line', resolve)
    child.once('spawn', () => late.unref())
  })
}

interface Start {
  folder: string
  /** Without a requested port it uses the default one, or any free one if another mall's sandbox has it. */
  port?: number | undefined
  name: string
}

/**
 * Starts a sandbox as a process of its own, and returns its address. It ends together with this process, because it watches its standard
 * input.
 */
async function startProcess(script: string, { folder, port, name }: Start) {
  const file = path.join(import.meta.dirname, script)
  const where = port === undefined ? ['--or-any'] : ['--port', String(port)]
  const child = spawn(process.execPath, [file, '--folder', folder, '--attached', ...where], {
    env: createChildProcessEnv(),
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  return { base: await firstLine(child, name), stop: () => void child.kill() }
}

/** Starts the sandbox of payments. */
export async function startPaymentSandboxProcess(dataDir: string, port: number | undefined): Promise<SandboxProcess> {
  const folder = path.join(dataDir, 'sandbox')
  const credentials = readOrCreateSandboxCredentials(folder)
  const { base, stop } = await startProcess('payment-sandbox.ts', { folder, port, name: '沙箱支付' })
  return { settings: createMallSettingsForSandbox(credentials, base), stop }
}

/** Starts the local provider of e-invoices, whose files are not valid invoices. */
export async function startInvoiceSandboxProcess(dataDir: string): Promise<SandboxProcess<InvoiceProviderSettings>> {
  const folder = path.join(dataDir, 'e-invoice')
  const credentials = readOrCreateInvoiceCredentials(folder)
  const { base, stop } = await startProcess('invoice-sandbox.ts', { folder, name: '演示开票' })
  return { settings: { ...credentials, base }, stop }
}

/** Starts the local carrier, whose waybill numbers no carrier knows. */
export async function startWaybillSandboxProcess(dataDir: string): Promise<SandboxProcess<WaybillAccount>> {
  const folder = path.join(dataDir, 'waybills')
  const credentials = readOrCreateWaybillCredentials(folder)
  const { base, stop } = await startProcess('waybill-sandbox.ts', { folder, name: '演示面单' })
  return { settings: { ...credentials, ...sandboxWaybillAccounts, base }, stop }
}

/** Starts the local reader of sample papers, which knows its own companies only. The address is also that of the page with the papers. */
export async function startDocumentReaderSandboxProcess(
  dataDir: string,
): Promise<SandboxProcess<{ documentReader: DocumentReaderAccount; companyRegister: CompanyRegisterAccount }>> {
  const folder = path.join(dataDir, 'document-reader')
  const { secretId, secretKey, registerKey, registerSecret } = readOrCreateDocumentReaderCredentials(folder)
  const { base, stop } = await startProcess('document-reader-sandbox.ts', { folder, name: '演示证件' })
  const documentReader = { secretId, secretKey, region: environmentSettings.TENCENT_OCR_REGION.initial, base }
  return { settings: { documentReader, companyRegister: { key: registerKey, secret: registerSecret, base } }, stop }
}

/** Starts the local provider of electronic signatures, whose certificates are for tests. */
export async function startSigningSandboxProcess(dataDir: string): Promise<SandboxProcess<ESignatureAccount>> {
  const folder = path.join(dataDir, 'e-signature')
  const { appId, appSecret, openCorpId } = readOrCreateESignatureCredentials(folder)
  const { base, stop } = await startProcess('signing-sandbox.ts', { folder, name: '演示签章' })
  return { settings: { appId, appSecret, openCorpId, base }, stop }
}

/** Starts the local mailbox, whose mails, texts and messages reach nobody. `page`: where they are shown. */
export async function startMailSandboxProcess(
  dataDir: string,
): Promise<SandboxProcess<MailAccount> & { page: string; robot: { key: string; base: string }; wechatAccount: WechatAccountSettings }> {
  const folder = path.join(dataDir, 'mailbox')
  const { user, password, robotKey, account } = readOrCreateMailboxCredentials(folder)
  const { base, stop } = await startProcess('mail-sandbox.ts', { folder, name: '演示信箱' })
  const { port } = (await (await fetch(`${base}/smtp`)).json()) as { port: number }
  return {
    settings: { host: '127.0.0.1', port, security: 'none', user, password, from: SANDBOX_MAIL_FROM },
    stop,
    page: base,
    robot: { key: robotKey, base },
    wechatAccount: createWechatSettingsForSandbox(account, base),
  }
}
