/**
 * Owns the numbers of the changes of orders, statements, invoices and quotations. Writes the tables `change_count`, `change_mark` and `change_waiting`;
 * triggers add to the last. Never reads the changed objects: integration/machine-api does.
 */

export {
  assignNumbersToAllWaitingChanges,
  assignNumbersToOldestWaitingChanges,
  type FeedChange,
  type FeedChangeKind,
  findLastChangeNumber,
  listFeedChanges,
} from './changes.ts'
