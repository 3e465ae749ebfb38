import type { VerificationStep } from '#contract/people/verification/api.ts'
import { toFilledJson } from '#storefront/platform/sessions/draft/form-draft.ts'

const keyOf = (enterpriseId: string, step: VerificationStep) => `verification draft ${enterpriseId} ${step}`

type Filled = Record<string, unknown>

/** Stores the input, so that a reload loses only the fields that are never stored in a browser (`unstoredFieldNames`). */
export function saveStepDraft(
  storage: Storage,
  { enterpriseId, step }: { enterpriseId: string; step: VerificationStep },
  input: Filled,
): void {
  try {
    storage.setItem(keyOf(enterpriseId, step), toFilledJson(input))
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
