/**
 * Owns the figures of the business that the monitoring reads.
 * Writes no table.
 * Never contains who bought what: only counts and ages.
 */

export { registerBusinessMetrics } from './business-metrics.ts'
export { readMonitoringFigures } from './read-figures.ts'
