/**
 * Owns the API keys of companies.
 * Writes the table `api_key`.
 * Never stores a key itself, only its hash.
 */

export { deleteOldApiKeys } from './api-key-store.ts'
export { readApiKeysOfEnterprise } from './api-key-view.ts'
export { authenticateApiKey } from './authenticate-api-key.ts'
export { computeApiKeyExpiry, revokeApiKeyByStaff } from './change-api-keys.ts'
