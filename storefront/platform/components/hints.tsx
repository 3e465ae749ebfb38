import { useEffect, useRef } from 'react'

/** Between the bubble and its control, and between the bubble and the edge of the window. */
const GAP = 6

const findOwner = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-hint]') : null

/** A press shows the words of what has nothing else to do: of a blocked control, or of a text. */
const shownByPress = (owner: HTMLElement | null) => (owner?.matches('[aria-disabled="true"], :not(button, a)') ? owner : null)

/** Above its control if there is room, otherwise below. */
function place(bubble: HTMLElement, owner: HTMLElement): void {
  const [box, own] = [owner.getBoundingClientRect(), bubble.getBoundingClientRect()]
  const left = Math.min(Math.max(GAP, box.left + (box.width - own.width) / 2), window.innerWidth - own.width - GAP)
  const above = box.top - own.height - GAP
  bubble.style.left = `${left}px`
  bubble.style.top = `${above < GAP ? box.bottom + GAP : above}px`
}

function isInWindow(owner: HTMLElement): boolean {
  const { top, bottom, width } = owner.getBoundingClientRect()
  return width > 0 && bottom > 0 && top < window.innerHeight
}

function followHints(bubble: HTMLElement): () => void {
  const end = new AbortController()
  const options = { capture: true, signal: end.signal }
  const isOpen = () => bubble.matches(':popover-open')
  let shown: HTMLElement | null = null
  const turnTo = (owner: HTMLElement | null) => {
    bubble.hidePopover()
    bubble.textContent = owner?.dataset.hint ?? ''
    shown = bubble.textContent === '' ? null : owner
    if (shown === null) return
    bubble.showPopover()
    place(bubble, shown)
  }
  const hide = () => turnTo(null)
  document.addEventListener(
    'pointerover',
    // The pointer may move onto the bubble, to read it at a high zoom: what is invisible around the bubble reaches over the gap.
    ({ pointerType, target }) => pointerType !== 'touch' && target !== bubble && turnTo(findOwner(target)),
    options,
  )
  document.addEventListener(
    'focusin',
    ({ target }) => target instanceof Element && target.matches(':focus-visible') && turnTo(findOwner(target)),
    options,
  )
  document.addEventListener('focusout', hide, options)
  document.addEventListener('click', ({ target }) => turnTo(shownByPress(findOwner(target))), options)
  // A control that gets the focus is scrolled into the window, so the bubble goes with it.
  document.addEventListener('scroll', () => shown !== null && (isInWindow(shown) ? place(bubble, shown) : hide()), options)
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || !isOpen()) return
      event.stopPropagation()
      hide()
    },
    options,
  )
  return () => end.abort()
}

/**
 * Shows the `data-hint` of any element beside it: what an icon does, or why a control is blocked. It opens by the mouse, by the keyboard's
 * focus, and for a blocked control by a press, so that a finger gets the words too. It is in the top layer, where no panel cuts it off.
 */
export function Hints() {
  const bubble = useRef<HTMLDivElement>(null)
  useEffect(() => (bubble.current === null ? undefined : followHints(bubble.current)), [])
  return (
    <div
      ref={bubble}
      popover="manual"
      aria-hidden
      className="no-print inset-auto overflow-visible before:absolute before:inset-x-0 before:-inset-y-1.5 before:-z-10 m-0 w-max max-w-[min(20rem,calc(100vw-12px))] rounded-control border border-transparent bg-ink px-2.5 py-1.5 text-sm break-words text-white"
    />
  )
}
