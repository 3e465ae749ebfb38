import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { readCredentials } from '../sandbox/credentials.ts'
import { readInvoiceCredentials } from '../sandbox/e-invoice/credentials.ts'
import { sandboxSettings } from '../sandbox/settings.ts'
import type { InvoiceSettings, ProviderSettings } from '../server/platform/provider-settings.ts'
import { refuseTakenPort } from '../server/platform/start-fault.ts'

/** A provider on this machine, and the settings by which the mall knows it. */
export interface SandboxProcess<Settings = ProviderSettings> {
  settings: Settings
  stop(): void
}

const FIRST_LINE_MS = 20_000

/** The first line of the sandbox is its address; one that ends before it says so has not started. */
function firstLine(child: ChildProcess, name: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`${name}没有启动`)), FIRST_LINE_MS)
    child.once('exit', () => reject(new Error(`${name}没有启动（端口是否被占用？）`)))
    if (child.stdout) createInterface(child.stdout).once('line', resolve)
    child.once('spawn', () => late.unref())
  })
}

const HOST = '127.0.0.1'
const USUAL_PORT = 8090
const USUAL_INVOICE_PORT = 8091

/** The port that was asked for. Without a wish the usual one, or any where another mall's sandbox listens there. */
async function portFor(wish: number | undefined, usual: number): Promise<number> {
  if (wish !== undefined) return wish
  return refuseTakenPort({ host: HOST, port: usual }).then(
    () => usual,
    () => 0,
  )
}

/** Starts a sandbox as a process of its own, and returns its address. It ends with us, whatever ends us: it watches the pipe that it is given. */
async function startProcess(script: string, { folder, port, name }: { folder: string; port: number; name: string }) {
  const file = path.join(import.meta.dirname, '..', 'sandbox', script)
  const child = spawn(process.execPath, [file, '--folder', folder, '--port', String(port), '--attached'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  return { base: await firstLine(child, name), stop: () => void child.kill() }
}

/** Starts the sandbox of payments. */
export async function startSandbox(dataDir: string, wish: number | undefined): Promise<SandboxProcess> {
  const folder = path.join(dataDir, 'sandbox')
  const credentials = readCredentials(folder)
  const { base, stop } = await startProcess('sandbox.ts', { folder, port: await portFor(wish, USUAL_PORT), name: '沙箱支付' })
  return { settings: sandboxSettings(credentials, base), stop }
}

/** Starts the local provider of e-invoices, whose papers are no invoices. */
export async function startInvoiceSandbox(dataDir: string): Promise<SandboxProcess<InvoiceSettings>> {
  const folder = path.join(dataDir, 'e-invoice')
  const credentials = readInvoiceCredentials(folder)
  const port = await portFor(undefined, USUAL_INVOICE_PORT)
  const { base, stop } = await startProcess('e-invoice/provider.ts', { folder, port, name: '演示开票' })
  return { settings: { ...credentials, base }, stop }
}
