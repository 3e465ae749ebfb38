/**
 * Writes the address of the screen that is on the page to the document's root. While a screen's code is loaded, the page still shows the
 * screen before, although the URL is the new one already. Whoever drives the page from outside waits for this address and not for the URL.
 */
export function markShownScreen(address: string): void {
  document.documentElement.dataset.shownScreen = address
}
