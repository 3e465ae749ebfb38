import type { Page } from 'playwright-core'

/** What a hand has done on a page since the watch began. */
export interface Effort {
  keys: number
  clicks: number
  seconds: number
}

const KEYS = 'effort-keys'
const CLICKS = 'effort-clicks'

/** Counts in the tab, so that a reload loses nothing. Keys that are held down with others, and clicks that a key makes, do not count. */
function count([keys, clicks]: readonly [string, string]): void {
  const add = (name: string) => sessionStorage.setItem(name, String(Number(sessionStorage.getItem(name) ?? 0) + 1))
  window.addEventListener('keydown', ({ key, repeat }) => !repeat && !['Shift', 'Control', 'Alt', 'Meta'].includes(key) && add(keys), true)
  window.addEventListener('click', ({ detail }) => detail > 0 && add(clicks), true)
}

/** Begins to count keys, clicks and seconds of a page. The returned function says how many there were. */
export async function watchEffort(page: Page): Promise<() => Promise<Effort>> {
  const began = Date.now()
  await page.addInitScript(count, [KEYS, CLICKS] as const)
  await page.evaluate(count, [KEYS, CLICKS] as const)
  return async () => {
    const [keys = 0, clicks = 0] = await page.evaluate(
      (names) => names.map((name) => Number(sessionStorage.getItem(name) ?? 0)),
      [KEYS, CLICKS],
    )
    return { keys, clicks, seconds: (Date.now() - began) / 1_000 }
  }
}

export const printEffort = (name: string, { keys, clicks, seconds }: Effort): void =>
  void process.stdout.write(`${name}: ${keys} keys, ${clicks} clicks, ${seconds.toFixed(1)} s\n`)
