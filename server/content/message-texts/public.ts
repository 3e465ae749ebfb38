/**
 * Owns the texts that staff wrote in place of the built-in texts of messages.
 * Writes the table `message_text`.
 * Never sends a message.
 */

export {
  createMessageTextRenderer,
  listLatestMessageTexts,
  listMessageTextVersions,
  type MessageTextVersion,
  saveMessageTextVersion,
} from './message-texts.ts'
