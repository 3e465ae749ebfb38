import type { VerificationStep } from '#contract/people/verification/api.ts'

/** What is never kept in a browser: numbers of papers and accounts, codes, and what has to be agreed to anew. */
const SECRET = new Set(['idNo', 'legalIdNo', 'bankCardNo', 'code', 'consent', 'agree'])

const keyOf = (enterpriseId: string, step: VerificationStep) => `verification draft ${enterpriseId} ${step}`

type Filled = Record<string, unknown>

/** Takes out what may not be kept, at any depth. */
const withoutSecrets = (given: Filled): Filled =>
  Object.fromEntries(
    Object.entries(given)
      .filter(([field, value]) => !SECRET.has(field) && value !== undefined && value !== '')
      .map(([field, value]) => [field, typeof value === 'object' && value !== null ? withoutSecrets(value as Filled) : value]),
  )

/** Keeps what was filled in, so that a reload loses only what may not be kept. */
export function saveDraft(storage: Storage, { enterpriseId, step }: { enterpriseId: string; step: VerificationStep }, given: Filled): void {
  try {
    storage.setItem(keyOf(enterpriseId, step), JSON.stringify(withoutSecrets(given)))
  } catch {
    // A full or forbidden storage keeps nothing; the form goes on.
  }
}

export function readDraft(storage: Storage, { enterpriseId, step }: { enterpriseId: string; step: VerificationStep }): Filled {
  try {
    const kept: unknown = JSON.parse(storage.getItem(keyOf(enterpriseId, step)) ?? '{}')
    return typeof kept === 'object' && kept !== null && !Array.isArray(kept) ? (kept as Filled) : {}
  } catch {
    return {}
  }
}

export function deleteDraft(storage: Storage, { enterpriseId, step }: { enterpriseId: string; step: VerificationStep }): void {
  try {
    storage.removeItem(keyOf(enterpriseId, step))
  } catch {
    // Nothing was kept, then.
  }
}
