/**
 * Owns the business figures that the monitoring reads.
 * Writes no table.
 * Never shows who bought something: only counts and ages.
 */

export { registerBusinessMetrics } from './business-metrics.ts'
export { readMonitoringFigures } from './read-figures.ts'
