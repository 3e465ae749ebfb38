/**
 * Owns the keys of the platform's own programs.
 * Writes the table `platform_key`.
 * Never stores a key itself, only its hash.
 */

export { authenticatePlatformKey, isPlatformToken, lockPlatformKey } from './authenticate-platform-key.ts'
