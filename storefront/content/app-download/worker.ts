const SCRIPT = '/sw.js'

interface Policy {
  createScriptURL(text: string): string
}
interface Policies {
  createPolicy(name: string, rules: { createScriptURL: (text: string) => string }): Policy
}

/** The page's policy takes the address of a worker from this one rule alone, and the rule gives out this one address alone. */
let known: Policy | undefined
function workerAddress(): string {
  const { trustedTypes } = window as unknown as { trustedTypes?: Policies }
  if (!trustedTypes) return SCRIPT
  known ??= trustedTypes.createPolicy('mall-worker', { createScriptURL: () => SCRIPT })
  return known.createScriptURL(SCRIPT)
}

/** Registers the worker of the built mall; without one everything works but the page that says there is no network. */
export async function registerWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  await navigator.serviceWorker.register(workerAddress(), { updateViaCache: 'none' }).catch(() => undefined)
}
