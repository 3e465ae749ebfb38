/**
 * How long a journey waits for anything that it expects. The value only decides how soon a failure is reported. On a busy machine
 * everything is slower.
 */
export const JOURNEY_TIMEOUT_MS = 60_000
