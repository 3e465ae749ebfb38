import type { Page } from 'playwright-core'

/** A list of rows repeats its controls. The first of them stand for all. */
const CONTROLS_MAX = 80

/**
 * Notes the controls of the screen that Tab must reach, and puts the focus before the first of them. Of the radios of a group only one is
 * reached by Tab. Returns how many there are. It runs in the page.
 */
const BEGIN = `{
  const main = document.querySelector('main')
  const firstOf = (name, state) => main.querySelector('input[type="radio"][name="' + CSS.escape(name) + '"]' + state)
  const isTabStop = (one) => one.type !== 'radio' || one === (firstOf(one.name, ':checked') ?? firstOf(one.name, ''))
  window.tabbed = Array.from(main.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]'))
    .filter((one) => one.tabIndex >= 0 && !one.disabled && one.type !== 'hidden' && one.checkVisibility({ visibilityProperty: true }))
    .filter((one) => !one.closest('[inert], [aria-hidden="true"], [hidden]') && isTabStop(one))
    .slice(0, ${CONTROLS_MAX})
  main.tabIndex = -1
  main.focus()
  window.reached = new Set()
  window.tabbed.length
}`

/** Notes which control has the focus now. Returns whether the focus is still in the screen, and a control whose focus nobody sees. It runs in the page. */
const LOOK = `{
  const one = document.activeElement
  const inMain = one !== null && document.querySelector('main').contains(one) && one.tagName !== 'MAIN'
  if (inMain) window.reached.add(one)
  const rings = (element) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
    return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
  }
  const { top, bottom } = one.getBoundingClientRect()
  const isSeen = bottom > 0 && top < innerHeight && one.matches(':focus-visible') && [one, one.nextElementSibling, one.parentElement].some((near) => near && rings(near))
  const hidden = inMain && !isSeen ? one.outerHTML.slice(0, 160) : ''
  ;({ inMain, hidden })
}`

const UNREACHED = `window.tabbed.filter((one) => !window.reached.has(one)).slice(0, 3).map((one) => one.outerHTML.slice(0, 160))`

/** Goes through a screen by Tab. Returns the controls that it does not reach, and those whose focus is not seen, each text with `label` in front. */
export async function listTabbingFaults(page: Page, label: string): Promise<string[]> {
  const count = await page.evaluate<number>(BEGIN)
  const hidden = new Set<string>()
  // More presses than controls: a calendar or a list of options has stops of its own.
  for (let press = 0; press < count * 2 + 5; press++) {
    await page.keyboard.press('Tab')
    const look = await page.evaluate<{ inMain: boolean; hidden: string }>(LOOK)
    if (look.hidden !== '') hidden.add(look.hidden)
    if (!look.inMain && press > 0) break
  }
  const unreached = await page.evaluate<string[]>(UNREACHED)
  return [
    ...unreached.map((one) => `${label} Tab does not reach ${one}`),
    ...[...hidden].slice(0, 3).map((one) => `${label} the focus is not seen at ${one}`),
  ]
}
