// What keys look for in the page.

/** The rows of the lists of a screen, as a table or as cards. */
export const LIST_ROW = '#main .table tbody tr, #main .cards > li'

/** Whether a window is over the screen. A menu that stays mounted while it is closed is not visible. */
export const isWindowOpen = (): boolean =>
  [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].some((window) => window.checkVisibility())
