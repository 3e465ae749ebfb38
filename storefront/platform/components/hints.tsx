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

function followHints(bubble: HTMLElement): () => void {
  const end = new AbortController()
  const options = { capture: true, signal: end.signal }
  const isOpen = () => bubble.matches(':popover-open')
  const turnTo = (owner: HTMLElement | null) => {
    bubble.hidePopover()
    bubble.textContent = owner?.dataset.hint ?? ''
    if (owner === null || bubble.textContent === '') return
    bubble.showPopover()
    place(bubble, owner)
  }
  const hide = () => turnTo(null)
  document.addEventListener(
    'pointerover',
    // The pointer may move onto the bubble, to read it at a high zoom.
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
  document.addEventListener('scroll', hide, options)
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
      className="no-print inset-auto m-0 w-max max-w-[min(20rem,calc(100vw-12px))] rounded-control border border-transparent bg-ink px-2.5 py-1.5 text-sm break-words text-white"
    />
  )
}
