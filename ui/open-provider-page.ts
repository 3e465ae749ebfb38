/**
 * Leaves the application for a page of a provider, in the same window, so that no browser blocks it. An address that is not one of the web is
 * not opened.
 */
export function openProviderPage(url: string): void {
  if (/^https?:$/.test(URL.parse(url)?.protocol ?? '')) window.location.assign(url)
}
