/**
 * Owns the numbers of the changes of orders, statements and invoices.
 * Writes the tables `change_count` and `change_mark`.
 * Never reads what has changed: integration/machine-api does.
 */

export { assignChangeNumbers, type ChangeKind, type FeedChange, findLastChangeNumber, listFeedChanges } from './changes.ts'
