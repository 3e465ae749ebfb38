/**
 * Owns the patrols at a site and their findings.
 * Writes the tables `patrol` and `patrol_finding`.
 * Never places an order.
 */

export { recordPatrolFindingsOrdered } from './patrol-findings.ts'
