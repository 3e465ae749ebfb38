import type { VerificationStep } from '#contract/people/verification/api.ts'

/** Fields that are never stored in a browser: numbers of documents and bank accounts, codes, and consents. */
const SECRET = new Set(['idNo', 'legalIdNo', 'bankCardNo', 'code', 'consent', 'agree'])

const keyOf = (enterpriseId: string, step: VerificationStep) => `verification draft ${enterpriseId} ${step}`

type Filled = Record<string, unknown>

/** Removes those fields at any depth. */
const withoutSecrets = (given: Filled): Filled =>
  Object.fromEntries(
    Object.entries(given)
      .filter(([field, value]) => !SECRET.has(field) && value !== undefined && value !== '')
      .map(([field, value]) => [field, typeof value === 'object' && value !== null ? withoutSecrets(value as Filled) : value]),
  )

/** Stores the input, so that a reload loses only those fields. */
export function saveStepDraft(
  storage: Storage,
  { enterpriseId, step }: { enterpriseId: string; step: VerificationStep },
  input: Filled,
): void {
  try {
    storage.setItem(keyOf(enterpriseId, step), JSON.stringify(withoutSecrets(input)))
  } catch {
    // If the storage is full or blocked, nothing is stored, and the form continues to work.
  }
}

export function readStepDraft(storage: Storage, { enterpriseId, step }: { enterpriseId: string; step: VerificationStep }): Filled {
  try {
    const kept: unknown = JSON.parse(storage.getItem(keyOf(enterpriseId, step)) ?? '{}')
    return typeof kept === 'object' && kept !== null && !Array.isArray(kept) ? (kept as Filled) : {}
  } catch {
    return {}
  }
}

export function deleteStepDraft(storage: Storage, { enterpriseId, step }: { enterpriseId: string; step: VerificationStep }): void {
  try {
    storage.removeItem(keyOf(enterpriseId, step))
  } catch {
    // The storage is blocked, so there is no stored draft.
  }
}
