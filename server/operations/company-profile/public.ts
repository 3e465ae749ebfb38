/**
 * Owns the pictures of the company that runs the mall: how logos and stamps are encoded, and where logos are served.
 * Writes no table.
 * Never gives a stamp to anybody but administrators and the printing of contracts.
 */

export { registerMallLogoRoute } from './serve-logos.ts'
