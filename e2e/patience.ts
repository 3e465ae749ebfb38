/**
 * How long a journey waits for anything that it expects. It only decides how soon a failure is told, never whether there is one: on a machine
 * that does other things besides, everything comes, only later.
 */
export const PATIENCE_MS = 60_000
