import { AxeBuilder } from '@axe-core/playwright'
import type { Request } from 'playwright-core'
import { PUSH_STREAM_PATH } from '#contract/people/messaging/push.ts'
import { JOURNEY_TIMEOUT_MS } from './journey-timeout.ts'
import { CUT_TEXTS } from './reflow.ts'
import type { OpenedPage } from './test-mall.ts'

const QUIET_MS = 120
const STEP_MS = 40
/** The placeholder of loading content, in the mall and in the console. */
const ON_ITS_WAY = '[aria-label="加载中"], .skeleton, .bars, [aria-busy="true"]'
/** The longest time that a toast is visible. */
const TOAST_MS = 6_000
/** Returns whether a toast is visible, or an animation is running, except for the ring around a pressed button. It runs in the page. */
const MOVES = `document.querySelector('[aria-label="关闭提示"]') !== null || document.getAnimations().some(({ playState, effect }) =>
  playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime) && !effect.target?.matches('.ant-wave'))`
/** Only reports violations, which takes half the time. */
const AXE: Parameters<AxeBuilder['options']>[0] = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  resultTypes: ['violations'],
}

const passed = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A visitor who opens the screens of a visit one by one and inspects each of them. */
export interface ScreenByScreenInspector {
  /** Opens a screen and waits until it is complete. Returns the URL that the visitor has reached. */
  open(path: string): Promise<string>
  /** Waits until no request is pending and no placeholder is visible. */
  settle(): Promise<void>
  /** Resizes the window, and waits until the screen is rendered again. */
  resize(size: { width: number; height: number }): Promise<void>
  /**
   * Returns the problems of the current screen, each text with `label` in front; empty if there are none. `axe: false` leaves out axe,
   * which takes half of the time.
   */
  faults(label: string, options?: { axe?: boolean }): Promise<string[]>
  /** Resizes the window, and returns what does not fit into it: a screen that scrolls sideways, a text that is cut. */
  reflow(label: string, size: { width: number; height: number }): Promise<string[]>
}

/** Returns whether anything is visible. A page whose script is still loading has no pending work yet. */
const BEGUN = 'document.querySelector("main")?.firstElementChild != null'

/** Runs when the page is idle, so that a started navigation is finished too. */
const IDLE = 'new Promise((done) => requestIdleCallback(() => requestIdleCallback(done, { timeout: 500 }), { timeout: 500 }))'

/** Colours and places are judged when nothing fades or moves any more. */
const STILL = `Promise.allSettled(
  document.getAnimations().filter((one) => one.playState === 'running' && one.effect?.getComputedTiming().iterations !== Infinity)
    .map((one) => one.finished)).then(() => undefined)`

/** The smallest width and height of a touch target, in pixels (WCAG 2.2, target size). */
const FINGER = 24
const PHONE = 500
const PLACES = ':is(main, [role="dialog"], [role="alertdialog"])'
/** Elements that react to a press in addition to a field: the label around a checkbox, the frame around a field of the console. */
const BOXES = 'label, .ant-select, .ant-input-affix-wrapper'
const PRESSED = ':is(a[href], button, input, select, textarea, summary)'
/**
 * Returns the touch targets of a phone screen that are smaller than that. axe accepts them if nothing else is near. Links within a sentence
 * are as high as its lines. It runs in the page.
 */
const TOO_SMALL = `innerWidth > ${PHONE} ? [] : Array.from(document.querySelectorAll('${PLACES} ${PRESSED}'))
  .map((one) => [one, one.matches('input') ? (one.closest('${BOXES}') ?? one) : one])
  .map(([one, area]) => [one, area, area.getBoundingClientRect()])
  .filter(([, , { width, height }]) => width > 1 && height > 1 && (Math.round(width) < ${FINGER} || Math.round(height) < ${FINGER}))
  .filter(([one]) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('[aria-hidden="true"], [inert]'))
  .filter(([, area]) => getComputedStyle(area).display !== 'inline' || area.parentElement.textContent.trim() === area.textContent.trim())
  .map(([one, , { width, height }]) =>
    one.outerHTML.slice(0, 200) + ' is ' + Math.round(width) + ' × ' + Math.round(height) + ' px: too small for a finger')`

/** The attribute of elements that axe can skip. */
const INSPECTED = 'data-inspected'
/**
 * Marks elements of this page that were inspected before at this width, so that axe skips them; it runs in the page. Head, menu and foot
 * are rendered on every screen, and axe would take half of its time for them, so links and buttons with the same markup are skipped there,
 * but no landmark and not the link of the current screen. In the content, rows, cards and list entries are skipped if they differ from an
 * inspected one only in non-empty texts and names, pictures and URLs. Behind an open window all content is skipped, because `reach` also
 * inspects each screen without a window.
 */
const MARK_INSPECTED = `{
  const seen = (window.inspectedMarkup ??= new Set())
  const plain = ' ${INSPECTED}=""'
  const mark = (one, markup) => {
    one.removeAttribute('${INSPECTED}')
    const key = innerWidth + markup(one.outerHTML.replaceAll(plain, ''))
    if (seen.has(key)) one.setAttribute('${INSPECTED}', '')
    seen.add(key)
  }
  const withoutTexts = (html) => html
    .replace(/ (?:id|for|href|src|srcset|value|name|key|data-[a-z-]+|aria-(?:labelledby|describedby|controls|owns))="[^"]*"/g, ' at')
    .replace(/ (alt|title|aria-label|placeholder)="[^"]+"/g, ' $1="text"')
    .replace(/>[^<]*[^<\\s][^<]*/g, '>text')
  for (const one of document.querySelectorAll(':is(header, nav, footer, aside) :is(li, a, button)'))
    if (!one.closest('main, [role="dialog"], [role="alertdialog"]')) mark(one, (html) => html)
  for (const one of document.querySelectorAll('main :is(tr, li, article)'))
    mark(one, (html) => one.parentElement.className + withoutTexts(html))
  const behind = document.querySelector('main')
  const covered = Array.from(document.querySelectorAll('[role="dialog"], [role="alertdialog"]'))
    .some((one) => !behind?.contains(one) && one.checkVisibility({ visibilityProperty: true }))
  behind?.toggleAttribute('${INSPECTED}', covered)
}`

/** Pictures may be late; texts may not. The stream of live updates never ends. */
const matters = (request: Request): boolean =>
  ['fetch', 'xhr', 'script', 'stylesheet'].includes(request.resourceType()) && !request.url().endsWith(PUSH_STREAM_PATH)

export function createScreenInspector({ page, problems, go }: OpenedPage): ScreenByScreenInspector {
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
    while (performance.now() - began < JOURNEY_TIMEOUT_MS) {
      await passed(STEP_MS)
      await page.evaluate(IDLE)
      const quiet = pending.size === 0 && performance.now() - Math.max(lastEnd, began) > QUIET_MS
      if (quiet && (await page.evaluate<boolean>(BEGUN)) && (await page.locator(ON_ITS_WAY).count()) === 0) return
    }
    throw new Error(`${pathname()} is not all there after ${JOURNEY_TIMEOUT_MS} ms`)
  }

  async function wide(): Promise<string[]> {
    const [content, window] = await page.evaluate<[number, number]>('[document.documentElement.scrollWidth, innerWidth]')
    return content > window ? [`${content} px wide in a window of ${window}`] : []
  }

  // A page is seldom reloaded between two screens, so axe is injected once. Loading it takes as long as running it.
  let axeIsThere = false
  page.on('load', () => {
    axeIsThere = false
  })
  async function inaccessible(): Promise<string[]> {
    // Content that fades while axe reads its colours has too little contrast at that moment.
    for (let waited = 0; waited < TOAST_MS && (await page.evaluate<boolean>(MOVES)); waited += STEP_MS) await passed(STEP_MS)
    await page.evaluate(MARK_INSPECTED)
    const { violations } = await new AxeBuilder(axeIsThere ? { page, axeSource: 'void 0' } : { page })
      .setLegacyMode()
      .options(AXE)
      .exclude(`[${INSPECTED}]`)
      // An empty place at the end of a list of options, which sends the focus on to the next field.
      .exclude('[data-base-ui-focus-guard]')
      .analyze()
    axeIsThere = true
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary = '' }) => `${id}: ${target.join(' ')} ${failureSummary}`),
    )
  }

  async function resize(size: { width: number; height: number }): Promise<void> {
    await page.setViewportSize(size)
    await page.evaluate(IDLE)
    await page.locator(ON_ITS_WAY).first().waitFor({ state: 'detached', timeout: JOURNEY_TIMEOUT_MS })
  }

  return {
    settle,
    resize,
    reflow: async (label, size) => {
      await resize(size)
      await page.evaluate(STILL)
      const found = [...(await wide()), ...(await page.evaluate<string[]>(CUT_TEXTS))]
      return found.map((fault) => `${label} at ${size.width} px: ${fault.replace(/\s+/g, ' ')}`)
    },
    open: async (path) => {
      await go(path)
      await settle()
      return pathname()
    },
    faults: async (label, { axe = true } = {}) => {
      await page.evaluate(STILL)
      const found = [...(await wide()), ...(await page.evaluate<string[]>(TOO_SMALL))]
      if (axe) found.push(...(await inaccessible()))
      found.push(...problems.splice(0))
      return found.map((fault) => `${label} ${fault.replace(/\s+/g, ' ')}`)
    },
  }
}
