/**
 * Owns the decision on which machine the rows of each table are, if the database is distributed by company.
 * Writes no table.
 * Never runs within the server: a tool distributes once.
 */

export { distributeDatabaseOnOneMachine, isCitusServer } from './citus.ts'
export { distributeDatabase, IS_DISTRIBUTED_DATABASE_SQL, isDistributedDatabase } from './distribute-database.ts'
export { distributionRemedies } from './distribution-remedies.ts'
export { findDistributionViolations } from './distribution-rules.ts'
export { explainRefusedStatement } from './statement-rules.ts'
