import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { readCredentials } from '../sandbox/credentials.ts'
import { sandboxSettings } from '../sandbox/settings.ts'
import type { ProviderSettings } from '../server/platform/provider-settings.ts'
import { refuseTakenPort } from '../server/platform/start-fault.ts'

export interface SandboxProcess {
  settings: ProviderSettings
  stop(): void
}

const FIRST_LINE_MS = 20_000

/** The first line of the sandbox is its address; one that ends before it says so has not started. */
function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('沙箱支付没有启动')), FIRST_LINE_MS)
    child.once('exit', () => reject(new Error('沙箱支付没有启动（SANDBOX_PORT 是否被占用？）')))
    if (child.stdout) createInterface(child.stdout).once('line', resolve)
    child.once('spawn', () => late.unref())
  })
}

const HOST = '127.0.0.1'
const USUAL_PORT = 8090

/** The port that was asked for. Without a wish the usual one, or any where another mall's sandbox listens there. */
async function portFor(wish: number | undefined): Promise<number> {
  if (wish !== undefined) return wish
  return refuseTakenPort({ host: HOST, port: USUAL_PORT }).then(
    () => USUAL_PORT,
    () => 0,
  )
}

/** Starts the sandbox as a process of its own. It ends with us, whatever ends us: it watches the pipe that it is given. */
export async function startSandbox(dataDir: string, wish: number | undefined): Promise<SandboxProcess> {
  const folder = path.join(dataDir, 'sandbox')
  const credentials = readCredentials(folder)
  const file = path.join(import.meta.dirname, '..', 'sandbox', 'sandbox.ts')
  const port = await portFor(wish)
  const child = spawn(process.execPath, [file, '--folder', folder, '--port', String(port), '--attached'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const base = await firstLine(child)
  return { settings: sandboxSettings(credentials, base), stop: () => void child.kill() }
}
