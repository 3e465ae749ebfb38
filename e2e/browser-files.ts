import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { unwrapWoff } from '#server/adapters/pdf/woff.ts'

const { resolve } = createRequire(import.meta.url)
const BLOCK = 512
const WEIGHTS = [400, 600] as const

/** Where the browser from npm is, the libraries that a minimal machine lacks, and the list of its fonts. */
export interface BrowserFiles {
  executable: string
  libraries: string
  fonts: string
}

/** Unpacks a tar of plain files: the headers have names and sizes, and the contents follow in blocks of 512 bytes. */
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

/** A font with Chinese. The browser only brings Latin letters, and a missing letter is narrower than any real one. */
const chineseFace = (weight: number): Buffer =>
  unwrapWoff(readFileSync(resolve(`@fontsource/noto-sans-sc/files/noto-sans-sc-chinese-simplified-${weight}-normal.woff`)))

const filesIn = (folder: string): BrowserFiles => ({
  executable: path.join(folder, 'chromium'),
  libraries: path.join(folder, 'al2023', 'lib'),
  fonts: path.join(folder, 'fonts.conf'),
})

/** `home` is the final path of the folder. */
function unpackInto(folder: string, home: string, packs: string): void {
  const read = (name: string) => brotliDecompressSync(readFileSync(path.join(packs, `${name}.br`)))
  for (const name of ['al2023', 'fonts']) unpackTar(read(`${name}.tar`), path.join(folder, name))
  for (const weight of WEIGHTS) writeFileSync(path.join(folder, 'fonts', `chinese-${weight}.ttf`), chineseFace(weight))
  const [fonts, cache] = [path.join(home, 'fonts'), path.join(home, 'cache')]
  const list = `<?xml version="1.0"?><fontconfig><dir>${fonts}</dir><cachedir>${cache}</cachedir></fontconfig>`
  writeFileSync(filesIn(folder).fonts, list)
  writeFileSync(filesIn(folder).executable, read('chromium'), { mode: 0o755 })
}

/**
 * Unpacks the browser from npm, once per machine and version. If several processes do it at the same time, the first one that finishes
 * moves the complete folder to its place. So a partly written browser is never started.
 */
export function unpackBrowser(): BrowserFiles {
  const packs = path.join(path.dirname(resolve('@sparticuz/chromium')), '..', 'bin')
  const { version } = JSON.parse(readFileSync(path.join(packs, '..', 'package.json'), 'utf8')) as { version: string }
  const home = path.join(tmpdir(), `mall-browser-${version}`)
  if (!existsSync(home)) {
    const folder = mkdtempSync(`${home}-`)
    unpackInto(folder, home, packs)
    try {
      renameSync(folder, home)
    } catch (error) {
      rmSync(folder, { recursive: true })
      if (!existsSync(home)) throw error
    }
  }
  return filesIn(home)
}
