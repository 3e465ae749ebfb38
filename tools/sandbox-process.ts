import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { type Credentials, readCredentials } from '../sandbox/credentials.ts'
import { merIdOf } from '../sandbox/unionpay-side.ts'
import type { ProviderSettings } from '../server/platform/provider-settings.ts'

const pemOf = (key: { export(options: { type: 'pkcs8' | 'spki'; format: 'pem' }): string | Buffer }, type: 'pkcs8' | 'spki'): string =>
  String(key.export({ type, format: 'pem' }))

/** The settings of a mall whose providers are the sandbox. */
export function sandboxSettings(credentials: Credentials, base: string): ProviderSettings {
  const { merchant, platform, mchid, appid, apiKey } = credentials
  const key = pemOf(merchant.key, 'pkcs8')
  const platformKeys = { [platform.serial]: pemOf(platform.publicKey, 'spki') }
  return {
    wechat: { mchid, appid, apiKey, serial: merchant.serial, key, platformKeys, base },
    card: { merId: merIdOf(credentials), certId: merchant.serial, key, unionpayKeys: platformKeys, bizType: '000202', base },
  }
}

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

/** Starts the sandbox as a process of its own. It ends with us, whatever ends us: it watches the pipe that it is given. */
export async function startSandbox(dataDir: string, port: number): Promise<SandboxProcess> {
  const folder = path.join(dataDir, 'sandbox')
  const credentials = readCredentials(folder)
  const file = path.join(import.meta.dirname, '..', 'sandbox', 'sandbox.ts')
  const child = spawn(process.execPath, [file, '--folder', folder, '--port', String(port), '--attached'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const base = await firstLine(child)
  return { settings: sandboxSettings(credentials, base), stop: () => void child.kill() }
}
