/**
 * The variable of a child process that makes Node reuse compiled modules, if this process has it. The gate sets it: reading the server takes a third
 * less CPU time.
 */
export function createCompileCacheEnv(): Record<string, string> {
  const { NODE_COMPILE_CACHE } = process.env
  return NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}
}
