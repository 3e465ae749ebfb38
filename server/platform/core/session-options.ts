/** The settings of a connection that serves requests, as PostgreSQL shows them. Every wait in the database has a limit. */
export const databaseSessionSettings = {
  lock_timeout: '3s',
  statement_timeout: '10s',
  idle_in_transaction_session_timeout: '10s',
  timezone: 'UTC',
} as const

/** The same as start-up options of a connection. A pooler in transaction mode ignores them: there the role has the settings. */
export const DATABASE_SESSION_OPTIONS = Object.entries(databaseSessionSettings)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ')
