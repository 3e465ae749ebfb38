/**
 * Owns collections: tasks, promises, letters, hand-overs to counsel, and the requests about the stop-list. Writes the tables
 * `collection_entry`, `collection_handover`, `collection_letter`, `collection_promise`, `collection_task` and `order_stop_request`.
 * Never changes what a company owes.
 */

export { renderCollectionLetterPdf } from './letter-printout.ts'
export { findLettersByIdForEnterprise } from './letters.ts'
export { openAndCloseCollectionTasks } from './run-collections.ts'
