import type { Page } from 'playwright-core'

/** What a hand has done on a page since the watch began. */
export interface Effort {
  keys: number
  clicks: number
  seconds: number
}

/**
 * Counts in the tab, so that a reload loses nothing. Keys that are held down with others do not count, and neither do repeated ones and clicks
 * that a key makes.
 */
const COUNTER = `{
  const add = (name) => sessionStorage.setItem(name, String(Number(sessionStorage.getItem(name) ?? 0) + 1))
  addEventListener('keydown', ({ key, repeat }) => repeat || ['Shift', 'Control', 'Alt', 'Meta'].includes(key) || add('effort-keys'), true)
  addEventListener('click', ({ detail }) => detail > 0 && add('effort-clicks'), true)
}`

/** Begins to count keys, clicks and seconds of a page. The returned function says how many there were. */
export async function watchEffort(page: Page): Promise<() => Promise<Effort>> {
  const began = Date.now()
  await page.addInitScript(COUNTER)
  await page.evaluate(COUNTER)
  const read = (name: string) => page.evaluate<number>(`Number(sessionStorage.getItem('${name}') ?? 0)`)
  return async () => ({ keys: await read('effort-keys'), clicks: await read('effort-clicks'), seconds: (Date.now() - began) / 1_000 })
}

export const printEffort = (name: string, { keys, clicks, seconds }: Effort): void =>
  void process.stdout.write(`${name}: ${keys} keys, ${clicks} clicks, ${seconds.toFixed(1)} s\n`)
