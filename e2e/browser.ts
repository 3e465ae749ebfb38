import { type Browser, chromium } from 'playwright-core'
import { unpackBrowser } from './browser-files.ts'

const ARGS = [
  '--headless=old',
  '--no-zygote',
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

let shared: Promise<Browser> | undefined

/** The browser of this process: one for all files that a worker runs, because a start takes a second of CPU time. Close its contexts, not the browser. */
export async function shareBrowser(): Promise<Browser> {
  shared ??= launchBrowser()
  const browser = await shared
  if (browser.isConnected()) return browser
  shared = undefined
  return shareBrowser()
}

/** Closes every page of a browser and deletes its cookies and storage, as its end would. */
export async function closeContexts(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()))
}

/**
 * Starts the headless browser from npm with its own fonts, so that screens look the same on every machine. Another tool can control it at
 * `port` of loopback; such a browser accepts any certificate.
 */
export async function launchBrowser({ port }: { port?: number } = {}): Promise<Browser> {
  const { executable, libraries, fonts } = unpackBrowser()
  const env = {
    ...process.env,
    LD_LIBRARY_PATH: [libraries, process.env.LD_LIBRARY_PATH].filter(Boolean).join(':'),
    FONTCONFIG_FILE: fonts,
  }
  return chromium.launch({
    executablePath: executable,
    args: port === undefined ? ARGS : [...ARGS, `--remote-debugging-port=${port}`, '--ignore-certificate-errors'],
    env: env as Record<string, string>,
  })
}
