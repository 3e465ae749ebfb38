import { AxeBuilder } from '@axe-core/playwright'
import type { Request } from 'playwright-core'
import { PUSH_PATH } from '#contract/people/messaging/push.ts'
import { PATIENCE_MS } from './patience.ts'
import type { Visit } from './stage.ts'

const QUIET_MS = 120
const STEP_MS = 40
/** What stands in the place of something that is on its way, in the mall and in the console. */
const ON_ITS_WAY = '[aria-label="加载中"], .skeleton, .bars, [aria-busy="true"]'
/** No toast stays longer. */
const TOAST_MS = 6_000
/** Says whether a toast is there, or anything fades or slides to where it will stay but the ring around a pressed button. Runs in the page. */
const MOVES = `document.querySelector('[aria-label="关闭提示"]') !== null || document.getAnimations().some(({ playState, effect }) =>
  playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime) && !effect.target?.matches('.ant-wave'))`
/** Only what is broken is described: that takes half the time. */
const AXE: Parameters<AxeBuilder['options']>[0] = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  resultTypes: ['violations'],
}

const passed = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Somebody who goes from screen to screen of a visit and looks at each of them. */
export interface Inspector {
  /** Goes to a screen and waits until all of it is there; where the visitor then is, as the address has it. */
  open(path: string): Promise<string>
  /** Waits until nothing is asked for any more, and no grey bar stands for anything. */
  settle(): Promise<void>
  /** What is wrong with what is shown now, each with `label` in front; nothing when all is well. */
  faults(label: string): Promise<string[]>
}

/** Says whether anything is shown yet: a page whose script is still being read has nothing on its way. */
const BEGUN = 'document.querySelector("main")?.firstElementChild != null'

/** Runs once the page has nothing left to do: also what a navigation has begun and not shown yet is done then. */
const IDLE = 'new Promise((done) => requestIdleCallback(() => requestIdleCallback(done, { timeout: 500 }), { timeout: 500 }))'

/** As wide and as high as a finger needs it at least, in pixels (WCAG 2.2, target size). */
const FINGER = 24
const PHONE = 500
const PLACES = ':is(main, [role="dialog"], [role="alertdialog"])'
/** What a field is pressed on besides itself: the words around a box to tick, the frame around a field of the console. */
const BOXES = 'label, .ant-select, .ant-input-affix-wrapper'
const PRESSED = ':is(a[href], button, input, select, textarea, summary)'
/**
 * On a phone, what of a screen is pressed and is smaller than that; axe lets it pass where nothing else is near. Words within a sentence are as
 * high as its lines. Runs in the page.
 */
const TOO_SMALL = `innerWidth > ${PHONE} ? [] : Array.from(document.querySelectorAll('${PLACES} ${PRESSED}'))
  .map((one) => [one, one.matches('input') ? (one.closest('${BOXES}') ?? one) : one])
  .map(([one, area]) => [one, area, area.getBoundingClientRect()])
  .filter(([, , { width, height }]) => width > 1 && height > 1 && (Math.round(width) < ${FINGER} || Math.round(height) < ${FINGER}))
  .filter(([one]) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('[aria-hidden="true"], [inert]'))
  .filter(([, area]) => getComputedStyle(area).display !== 'inline' || area.parentElement.textContent.trim() === area.textContent.trim())
  .map(([one, , { width, height }]) =>
    one.outerHTML.slice(0, 200) + ' is ' + Math.round(width) + ' × ' + Math.round(height) + ' px: too small for a finger')`

/** Pictures may come late; what says something may not. The line for news never ends. */
const matters = (request: Request): boolean =>
  ['fetch', 'xhr', 'script', 'stylesheet'].includes(request.resourceType()) && !request.url().endsWith(PUSH_PATH)

export function inspect({ page, complaints, go }: Visit): Inspector {
  const pending = new Set<Request>()
  let lastEnd = 0
  const end = (request: Request) => {
    if (pending.delete(request)) lastEnd = performance.now()
  }
  page.on('request', (request) => matters(request) && pending.add(request))
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  const pathname = () => page.url().split('#')[1] ?? ''

  async function settle(): Promise<void> {
    const began = performance.now()
    while (performance.now() - began < PATIENCE_MS) {
      await passed(STEP_MS)
      await page.evaluate(IDLE)
      const quiet = pending.size === 0 && performance.now() - Math.max(lastEnd, began) > QUIET_MS
      if (quiet && (await page.evaluate<boolean>(BEGUN)) && (await page.locator(ON_ITS_WAY).count()) === 0) return
    }
    throw new Error(`${pathname()} is not all there after ${PATIENCE_MS} ms`)
  }

  async function wide(): Promise<string[]> {
    const [content, window] = await page.evaluate<[number, number]>('[document.documentElement.scrollWidth, innerWidth]')
    return content > window ? [`${content} px wide in a window of ${window}`] : []
  }

  // A page is seldom loaded anew between two screens, so axe is brought into it once: reading it takes as long as running it.
  let axeIsThere = false
  page.on('load', () => {
    axeIsThere = false
  })
  async function inaccessible(): Promise<string[]> {
    // What fades while axe reads its colours has too little contrast for that moment.
    for (let waited = 0; waited < TOAST_MS && (await page.evaluate<boolean>(MOVES)); waited += STEP_MS) await passed(STEP_MS)
    const { violations } = await new AxeBuilder(axeIsThere ? { page, axeSource: 'void 0' } : { page })
      .setLegacyMode()
      .options(AXE)
      .analyze()
    axeIsThere = true
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary = '' }) => `${id}: ${target.join(' ')} ${failureSummary}`),
    )
  }

  return {
    settle,
    open: async (path) => {
      await go(path)
      await settle()
      return pathname()
    },
    faults: async (label) => {
      const found = [...(await wide()), ...(await page.evaluate<string[]>(TOO_SMALL)), ...(await inaccessible()), ...complaints.splice(0)]
      return found.map((fault) => `${label} ${fault.replace(/\s+/g, ' ')}`)
    },
  }
}
