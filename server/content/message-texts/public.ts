/**
 * Owns the texts that staff wrote in place of the built-in texts of messages.
 * Writes the table `message_text`.
 * Never sends a message.
 */

export { createTextRenderer, listLatestTexts, listTextVersions, saveTextVersion, type TextVersion } from './message-texts.ts'
