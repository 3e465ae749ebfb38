/** The event of a browser when the mall can be installed. The prompt can be shown once. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>
}

let offer: InstallOffer | undefined
const hearers = new Set<() => void>()
const tell = (next: InstallOffer | undefined) => {
  offer = next
  for (const hear of hearers) hear()
}

/** Stores the event for the page with the install button, because the browser usually sends it long before that page is open. */
export function listenForInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    tell(event as InstallOffer)
  })
  window.addEventListener('appinstalled', () => tell(undefined))
}

/** For a hook: reports when the event becomes available or is used. */
export function watchInstallPrompt(hear: () => void): () => void {
  hearers.add(hear)
  return () => hearers.delete(hear)
}
export const hasInstallPrompt = (): boolean => offer !== undefined

/** Shows the browser's install prompt. An event can be used once. */
export async function showInstallPrompt(): Promise<void> {
  const used = offer
  tell(undefined)
  await used?.prompt()
}
