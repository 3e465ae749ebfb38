/** What a browser hands over when the mall can be installed: it may be asked to do so, once. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>
}

let offer: InstallOffer | undefined
const hearers = new Set<() => void>()
const tell = (next: InstallOffer | undefined) => {
  offer = next
  for (const hear of hearers) hear()
}

/** Keeps the offer for the page that has the button: it comes whenever the browser likes, most often long before that page is open. */
export function listenForInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    tell(event as InstallOffer)
  })
  window.addEventListener('appinstalled', () => tell(undefined))
}

/** For a hook: when it changes whether there is an offer. */
export function watchInstallPrompt(hear: () => void): () => void {
  hearers.add(hear)
  return () => hearers.delete(hear)
}
export const hasInstallPrompt = (): boolean => offer !== undefined

/** Asks the browser to install the mall; its own question follows. An offer is good for one time. */
export async function showInstallPrompt(): Promise<void> {
  const used = offer
  tell(undefined)
  await used?.prompt()
}
