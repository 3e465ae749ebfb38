/**
 * Owns the keys of the platform's own programs.
 * Writes the table `platform_key`.
 * Never stores a key itself, only its hash.
 */

export { authenticatePlatformKey, isPlatformKeyToken, requireLockedValidPlatformKey } from './authenticate-platform-key.ts'
