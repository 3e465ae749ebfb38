// What keys look for in the page.

/** The rows of the lists of a screen, as a table or as cards. */
export const LIST_ROW_SELECTOR = '#main .table tbody tr, #main .cards > li'

/** Whether a window is over the screen. A menu that stays mounted while it is closed is not visible. */
export const isDialogOpen = (): boolean =>
  [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].some((window) => window.checkVisibility())

// Letters for the buttons of a screen. A button names its letter in aria-keyshortcuts; there is no other list of them.

/** Every button that can be pressed now and has this letter, or any. */
const listButtons = (letter?: string): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(`#main [aria-keyshortcuts${letter === undefined ? '' : `="${letter}"`}]:enabled`)].filter(
    (button) => button.checkVisibility() && button.ariaDisabled !== 'true',
  )

/** Presses the button of a letter: in a list that of the row with the focus, otherwise the first outside of all rows. */
export function clickButtonOfShortcutKey(key: string): boolean {
  if (!/^[a-z]$/i.test(key)) return false
  const buttons = listButtons(key.toUpperCase())
  const row = document.activeElement?.closest(LIST_ROW_SELECTOR)
  const button = buttons.find((one) => row?.contains(one)) ?? buttons.find((one) => one.closest(LIST_ROW_SELECTOR) === null)
  button?.click()
  return button !== undefined
}

/** The letters of the screen with what they do; one that many rows have stands once. */
export function listButtonShortcutKeys(): [letter: string, action: string][] {
  const found = new Map<string, string>()
  for (const button of listButtons()) {
    const letter = button.ariaKeyShortcuts ?? button.getAttribute('aria-keyshortcuts') ?? ''
    const inRow = button.closest(LIST_ROW_SELECTOR) === null ? '' : '（选中的一行）'
    if (!found.has(letter)) found.set(letter, `${button.textContent?.trim() ?? ''}${inRow}`)
  }
  return [...found].sort(([left], [right]) => (left < right ? -1 : 1))
}
