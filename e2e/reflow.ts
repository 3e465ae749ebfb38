/** The narrowest phone, and a desktop window of 1440 pixels at 200 % zoom (WCAG 1.4.10, 1.4.4). Both are checked without axe. */
export const reflowSizes = [
  { width: 360, height: 780 },
  { width: 720, height: 450 },
] as const

/**
 * Returns the texts of a page that are cut at the edge of the window or of a box that hides what is too much; it runs in the page. Boxes that
 * scroll, texts that end in an ellipsis, and what only screen readers read are no faults. A slide of a carousel waits outside of it.
 */
export const CUT_TEXTS = `{
  const isHidden = (one) => one.closest('[aria-hidden="true"], [inert], [aria-roledescription="carousel"], script, style, option') !== null
  const found = new Set()
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const own = text.parentElement
    if (text.data.trim() === '' || isHidden(own) || !own.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    const range = document.createRange()
    range.selectNodeContents(text)
    const { left, right, width } = range.getBoundingClientRect()
    if (width === 0) continue
    let edges = [0, innerWidth]
    for (let box = own; box && box !== document.body; box = box.parentElement) {
      const { overflowX, textOverflow, webkitLineClamp, position, clipPath } = getComputedStyle(box)
      const { left: from, right: to, width: room } = box.getBoundingClientRect()
      const isForReaders = room <= 1 || clipPath !== 'none'
      if (isForReaders || overflowX === 'auto' || overflowX === 'scroll' || textOverflow === 'ellipsis' || webkitLineClamp !== 'none') {
        edges = undefined
        break
      }
      if (overflowX === 'hidden' || overflowX === 'clip') edges = [Math.max(edges[0], from), Math.min(edges[1], to)]
      if (position === 'fixed') break
    }
    if (edges && (left < edges[0] - 1 || right > edges[1] + 1))
      found.add('「' + text.data.trim().slice(0, 40) + '」 is cut: ' + Math.round(left) + '–' + Math.round(right) + ' px in ' + edges.map(Math.round).join('–'))
  }
  Array.from(found)
}`
