import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
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

/** What lies packed beside the browser that npm brought, unpacked once for the machine. */
function unpackBeside(name: string): string {
  const folder = path.join(tmpdir(), `mall-chromium-${name}`)
  const done = path.join(folder, 'done')
  if (!existsSync(done)) {
    const packed = path.join(path.dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..', 'bin', `${name}.tar.br`)
    unpackTar(brotliDecompressSync(readFileSync(packed)), folder)
    writeFileSync(done, '')
  }
  return folder
}

/** Which fonts the npm browser finds: it ends at once where there are none. `pinned` hides those of the machine. */
function writeFontList(pinned: boolean): string {
  const folder = unpackBeside('fonts')
  const file = path.join(folder, pinned ? 'pinned.conf' : 'all.conf')
  const ofMachine = pinned ? '' : '<include ignore_missing="yes">/etc/fonts/fonts.conf</include>'
  writeFileSync(file, `<?xml version="1.0"?><fontconfig>${ofMachine}<dir>${folder}</dir><cachedir>${folder}/cache</cachedir></fontconfig>`)
  return file
}

/**
 * Starts a headless browser: the machine's own where there is one, else the one that npm brought. `pinned` always takes the latter,
 * so that pictures compared byte by byte come from one and the same browser. At `port` of loopback another tool can lead it too.
 */
export async function openBrowser({ pinned = false, port }: { pinned?: boolean; port?: number } = {}): Promise<Browser> {
  const system = SYSTEM.find((file) => existsSync(file))
  const args = port === undefined ? QUIET : [...QUIET, `--remote-debugging-port=${port}`]
  if (system !== undefined && !pinned) return chromium.launch({ executablePath: system, args })
  const { default: packed } = await import('@sparticuz/chromium')
  // A bare machine lacks libnss3 and libnspr4 as well.
  const libraries = path.join(unpackBeside('al2023'), 'lib')
  const env = {
    ...process.env,
    LD_LIBRARY_PATH: [libraries, process.env.LD_LIBRARY_PATH].filter(Boolean).join(':'),
    FONTCONFIG_FILE: writeFontList(pinned),
  }
  return chromium.launch({
    executablePath: await packed.executablePath(),
    args: [...args, '--headless=old', '--no-zygote'],
    env: env as Record<string, string>,
  })
}
