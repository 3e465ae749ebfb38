import type { Page } from 'playwright-core'

/**
 * What cannot be seen on a screen where the system forces its colours: a choice without the system's mark, a button without an edge, a bar
 * without a colour, a text in the colour of its ground. It runs in the page.
 */
const FAULTS = `(async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  while (!matchMedia('(forced-colors: active)').matches) await frame()
  await frame()
  // Colours that fade are not there yet.
  for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish()
  await frame()
  const probe = document.body.appendChild(document.createElement('i'))
  probe.style.cssText = 'forced-color-adjust:none;background:Highlight'
  const mark = getComputedStyle(probe).backgroundColor
  probe.remove()
  const faults = new Set()
  const say = (what, one) => faults.add(what + ': ' + one.tagName + ' ' + (one.getAttribute('aria-label') ?? one.textContent ?? '').trim().slice(0, 30) + ' .' + String(one.className.baseVal ?? one.className).slice(0, 60))
  const isSeen = (one) => {
    const { width, height } = one.getBoundingClientRect()
    return width > 2 && height > 2 && one.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  }
  const all = (selector) => [...document.querySelectorAll(selector)].filter(isSeen)
  for (const one of all('[aria-current="page"], [aria-pressed="true"], [aria-selected="true"]'))
    if (getComputedStyle(one).backgroundColor !== mark) say('not marked as chosen', one)
  for (const one of all(':is(button, a)[class*="bg-"]:not(.finger)')) {
    const { outlineStyle, borderStyle } = getComputedStyle(one)
    if (outlineStyle === 'none' && borderStyle === 'none') say('without an edge', one)
  }
  for (const one of all('button.border-transparent, a.border-transparent'))
    if (getComputedStyle(one).borderBottomColor !== getComputedStyle(document.body).backgroundColor && one.matches(':not([aria-current], [aria-pressed="true"])'))
      say('with the line of what is chosen', one)
  for (const one of all('[class*="bg-"]:empty:not(input, img, canvas, iframe, video, progress, textarea, .own-colours, .own-colours *, .skeleton, .fixed, [class*="bg-["])')) {
    const { width } = one.getBoundingClientRect()
    if (width > 16) say('without its colour', one)
  }
  const groundOf = (one) => {
    for (let box = one; box; box = box.parentElement) {
      const { backgroundColor, backgroundImage } = getComputedStyle(box)
      if (backgroundImage !== 'none') return undefined
      if (!/, 0\\)$|^transparent$/.test(backgroundColor)) return backgroundColor
    }
    return undefined
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const own = text.parentElement
    if (text.data.trim() === '' || !isSeen(own) || own.closest('script, style, option')) continue
    if (groundOf(own) === getComputedStyle(own).color) say('a text in the colour of its ground', own)
  }
  return [...faults]
})()`

/** The faults of the screen that is open, with the system's colours for as long as it is looked at. */
export async function findForcedColourFaults(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' })
  const faults = await page.evaluate<string[]>(FAULTS)
  await page.emulateMedia({ forcedColors: 'none' })
  return faults
}
