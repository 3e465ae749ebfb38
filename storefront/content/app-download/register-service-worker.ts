const SCRIPT = '/sw.js'

interface Policy {
  createScriptURL(text: string): string
}
interface Policies {
  createPolicy(name: string, rules: { createScriptURL: (text: string) => string }): Policy
}

/** The content security policy allows a service worker's URL only through this Trusted Types policy, which creates only this one URL. */
let known: Policy | undefined
function workerAddress(): string {
  const { trustedTypes } = window as unknown as { trustedTypes?: Policies }
  if (!trustedTypes) return SCRIPT
  known ??= trustedTypes.createPolicy('mall-worker', { createScriptURL: () => SCRIPT })
  return known.createScriptURL(SCRIPT)
}

/** Registers the service worker of a production build. Without it, only the offline page is missing. */
export async function registerServiceWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  await navigator.serviceWorker.register(workerAddress(), { updateViaCache: 'none' }).catch(() => undefined)
}
