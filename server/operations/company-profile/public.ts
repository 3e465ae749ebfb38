/**
 * Owns the pictures of the company that runs the mall: how logos and stamps are encoded, and where logos are served. Writes no table. Only
 * administrators and the printing of contracts get a stamp.
 */

export { serveLogos } from './serve-logos.ts'
