/** The event of a browser when the mall can be installed. The prompt can be shown once. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>
}

let offer: InstallOffer | undefined
const listeners = new Set<() => void>()
const setOffer = (next: InstallOffer | undefined) => {
  offer = next
  for (const listener of listeners) listener()
}

/** Stores the event for the page with the install button, because the browser usually sends it long before that page is open. */
export function listenForInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    setOffer(event as InstallOffer)
  })
  window.addEventListener('appinstalled', () => setOffer(undefined))
}

/** For a hook: reports when the event becomes available or is used. */
export function watchInstallPrompt(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const hasInstallPrompt = (): boolean => offer !== undefined

/** Shows the browser's install prompt. An event can be used once. */
export async function showInstallPrompt(): Promise<void> {
  const used = offer
  setOffer(undefined)
  await used?.prompt()
}
