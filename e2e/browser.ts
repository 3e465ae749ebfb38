import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { type Browser, chromium } from 'playwright-core'

const SYSTEM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
  '--hide-scrollbars',
]

const BLOCK = 512

/** Unpacks a tar of plain files: names and sizes stand in its headers, contents follow in blocks of 512 bytes. */
function unpackTar(tar: Buffer, folder: string): void {
  for (let at = 0; at + BLOCK <= tar.length && tar[at] !== 0; ) {
    const text = (from: number, length: number) => tar.toString('utf8', at + from, at + from + length).replace(/\0.*$/s, '')
    const [name, size, isFile] = [text(0, 100), Number.parseInt(text(124, 12), 8) || 0, /^0?$/.test(text(156, 1))]
    if (isFile && name !== '') {
      const file = path.join(folder, path.normalize(name).replace(/^(\.\.[/\\])+/, ''))
      mkdirSync(path.dirname(file), { recursive: true })
      writeFileSync(file, tar.subarray(at + BLOCK, at + BLOCK + size), { mode: 0o755 })
    }
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK
  }
}

/** The libraries that the npm browser needs and a bare machine lacks (libnss3, libnspr4) lie packed beside it. */
async function unpackLibraries(): Promise<string> {
  const folder = path.join(tmpdir(), 'mall-chromium-libraries')
  const done = path.join(folder, 'done')
  if (!existsSync(done)) {
    const { readFileSync } = await import('node:fs')
    const packed = path.join(path.dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..', 'bin', 'al2023.tar.br')
    unpackTar(brotliDecompressSync(readFileSync(packed)), folder)
    writeFileSync(done, '')
  }
  return path.join(folder, 'lib')
}

/**
 * Starts a headless browser: the machine's own where there is one, else the one that npm brought. `pinned` always takes the latter,
 * so that pictures compared byte by byte come from one and the same browser.
 */
export async function openBrowser({ pinned = false }: { pinned?: boolean } = {}): Promise<Browser> {
  const system = SYSTEM.find((file) => existsSync(file))
  if (system !== undefined && !pinned) return chromium.launch({ executablePath: system, args: QUIET })
  const { default: packed } = await import('@sparticuz/chromium')
  const libraries = await unpackLibraries()
  const env = { ...process.env, LD_LIBRARY_PATH: [libraries, process.env.LD_LIBRARY_PATH].filter(Boolean).join(':') }
  return chromium.launch({
    executablePath: await packed.executablePath(),
    args: [...QUIET, '--headless=old', '--no-zygote'],
    env: env as Record<string, string>,
  })
}
